"""`niwashi serve`: the games in a browser."""

import click

from niwashi.cli.common import Integer


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS")
@click.option(
    "--port",
    type=Integer(0, 65535),
    default=8000,
    show_default=True,
    metavar="N",
    help="0 takes a free one.",
)
def serve(host: str, port: int) -> None:
    """Serve the games to a browser until Ctrl-C; the address is printed.

    It needs the extra niwashi[web], and no network. Without --host nothing but this machine can
    reach it.
    """
    from niwashi.web import WebExtraMissing
    from niwashi.web import serve as serve_pages

    def ready(address: str) -> None:
        from niwashi.web.security import is_loopback

        if not is_loopback(host):
            click.echo(
                f"niwashi: warning: whoever can reach {host} can use this server and its "
                "processors; there is no password",
                err=True,
            )
        click.echo(address)

    try:
        serve_pages(host, port, ready)
    except WebExtraMissing as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(
            f"serve: cannot listen at {host} port {port}: {reason}"
        ) from None
