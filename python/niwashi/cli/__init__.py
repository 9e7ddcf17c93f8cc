"""The command line: parses and prints, nothing else.

Only Click is imported up front; a command imports what it needs, so that `--help` answers at once.
"""

import importlib
import io
import os
import signal
import sys
from typing import TextIO

import click

#: The commands and what the help says of them; each is imported when it is used.
GROUPS = {
    "jardin": "Jardín Japonés, the roll-and-write.",
    "stone": "Stone Garden, the tile-laying game for 2 to 4.",
    "results": "The results of a batch: show, export.",
    "serve": "Both games in a browser.",
    "bench": "Figures of this machine, and one number for what this code does.",
}


class Games(click.Group):
    """Commands that live in modules of their own, `niwashi.cli.NAME`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in order."""
        return list(GROUPS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported."""
        if cmd_name not in GROUPS:
            return None
        command = getattr(importlib.import_module(f"niwashi.cli.{cmd_name}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in the help, without importing what it lists."""
        with formatter.section("Commands"):
            formatter.write_dl(list(GROUPS.items()))


def _print_version(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from niwashi.versions import version_line

        click.echo(version_line())
        ctx.exit()


@click.group(
    cls=Games, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the versions of package, core, compiler, OR-Tools and exit.",
)
def cli() -> None:
    """Solver, hint engine and game core for Jardín Japonés and Stone Garden.

    Exit codes: 0 done, 1 no result, 2 usage or bad input, 130 interrupted.
    """


def main() -> None:
    """Entry point of `niwashi`: every error is one line on stderr, never a traceback."""
    _prepare_streams()
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of a pipe has seen enough
        _drop(sys.stdout)
        code = 0
    except OSError as error:  # files name themselves; only a standard stream gets here
        _drop(sys.stdout)
        _complain(f"standard output: {error.strerror}")
        code = 2
    sys.exit(code)


def _run() -> int:
    # Not cli.main(), which answers a closed pipe itself, with an exit code of its own.
    complete = os.environ.get("_NIWASHI_COMPLETE")
    try:
        if complete:
            from click.shell_completion import shell_complete

            return shell_complete(cli, {}, "niwashi", "_NIWASHI_COMPLETE", complete)
        with cli.make_context("niwashi", sys.argv[1:]) as context:
            cli.invoke(context)
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        _complain(" ".join(error.format_message().split()) + _help_for(error))
        return 2
    except (click.Abort, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # once is enough
        if sys.stderr.isatty():
            click.echo(err=True)  # ends the line on which the terminal shows ^C
        _complain("interrupted")
        return 130
    return 0


def _prepare_streams() -> None:
    """Nothing a stream holds, and none that is closed, may end in a traceback."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


def _complain(message: str) -> None:
    message = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)
    try:
        click.echo(f"niwashi: {message}", err=True)
    except OSError:
        _drop(sys.stderr)


def _drop(stream: TextIO) -> None:
    """Sends the rest to nowhere: Python would complain again when it flushes at the end."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)


def _help_for(error: click.ClickException) -> str:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f" (see '{error.ctx.command_path} --help')"
    return ""
