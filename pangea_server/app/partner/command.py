"""``pangea partner``: a program takes the second seat, so that one person can try a task for two."""

from __future__ import annotations

from typing import Annotated

import typer


def partner(
    link: Annotated[
        str, typer.Argument(help="An invitation that nobody has opened, such as the demo's second link.")
    ],
    seat: Annotated[
        str | None, typer.Option(help="Which of two it wishes for: hider (default) or seeker in seek.")
    ] = None,
) -> None:
    """Take part in a task for two, in writing, until interrupted: as the one who knows where to go (guide_two,
    find_two), who is to be located (locate_two), or who hides or seeks (seek).

    It is for practice and for trying out: its answers are a program's, in English. Start it before the person comes.
    """
    from pangea_server.app.partner.client import Client
    from pangea_server.app.partner.playing import part_in, play

    part = part_in(link, seat)
    for said in play(Client.from_link(link), part):
        typer.echo(said)
    typer.echo("There is nothing more to do.")
