"""The command line: parses and prints, nothing else.

Only Click is imported up front; a command imports what it needs, so that `--help` answers at once.
"""

import os
import sys

import click

from niwashi.cli.jardin import jardin
from niwashi.cli.stone import stone


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="niwashi", message="%(prog)s %(version)s")
def cli() -> None:
    """Solver, hint engine and game core for Jardín Japonés and Stone Garden.

    Exit codes: 0 done, 1 no result, 2 usage or bad input, 130 interrupted.
    """


cli.add_command(jardin)
cli.add_command(stone)


def main() -> None:
    """Entry point of `niwashi`: every error is one line on stderr, never a traceback."""
    try:
        code = cli.main(prog_name="niwashi", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(
            f"niwashi: {' '.join(error.format_message().split())}{_help_for(error)}", err=True
        )
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("niwashi: interrupted", err=True)
        sys.exit(130)
    except BrokenPipeError:
        # The reader of a pipe has seen enough. Python would complain again when it flushes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)


def _help_for(error: click.ClickException) -> str:
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f" (see '{error.ctx.command_path} --help')"
    return ""
