"""``pangea partner``: a program takes the second seat, so that one person can try a task for two."""

from __future__ import annotations

from typing import Annotated

import typer


def partner(
    link: Annotated[
        str, typer.Argument(help="An invitation that nobody has opened, such as the demo's second link.")
    ],
) -> None:
    """Play the one who sees the path in tasks for two, in writing, until interrupted.

    It is for practice and for trying out: its answers are a program's, in English. Start it before the person comes.
    """
    from pangea_server.app.partner.client import Client
    from pangea_server.app.partner.oracle import guide_people

    for said in guide_people(Client.from_link(link)):
        typer.echo(said)
    typer.echo("There is nothing more to do.")
