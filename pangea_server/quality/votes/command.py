"""``pangea votes``: what several people decided together."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer

from pangea_server.core.cli.options import DataDir
from pangea_server.stores.opening.command_line import StoreName, open_named

Campaign = Annotated[str | None, typer.Option(help="Only this campaign's.")]

app = typer.Typer(help="Votes: what several people decided together.", no_args_is_help=True)


@app.command("show")
def show(campaign: Campaign = None, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Show how many items were decided and disputed, and how far people agree: alpha, 95 % bootstrap."""
    from pangea_server.quality.votes.agreement import agreement_of_votes
    from pangea_server.quality.votes.listing import counts

    with closing(open_named(data_dir, store)) as opened:
        found = [
            (count, agreement_of_votes(opened.records, count.campaign_id, count.kind))
            for count in counts(opened.records, campaign)
        ]
    for count, agreement in found:
        told = ", ".join(f"{number} {state}" for state, number in count.states.items() if number)
        values = ", ".join(f"{value} {number}" for value, number in count.values.items())
        typer.echo(
            f"{count.campaign_id}, {count.kind}: {told}" + (f"; decided for: {values}" if values else "")
        )
        if agreement.value is None:
            typer.echo(f"  alpha unknown: {agreement.reason}")
        else:
            low, high = agreement.interval or (None, None)
            between = f", from {low:.2f} to {high:.2f}" if low is not None and high is not None else ""
            typer.echo(
                f"  alpha {agreement.value:.2f}{between}, {agreement.units} items, {agreement.judgements} votes"
            )
    if not found:
        typer.echo("Nobody has voted yet.")


@app.command("list")
def list_items(
    campaign: Campaign = None,
    state: Annotated[
        str | None, typer.Option(help="open, further, decided, disputed or settled; by default all.")
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the items with their votes, a JSON document a line."""
    from pangea_server.quality.votes.deciding import VoteState
    from pangea_server.quality.votes.listing import items, views

    if state is not None and state not in list(VoteState):
        raise typer.BadParameter(f"{state!r} is not one of {', '.join(VoteState)}")
    wanted = VoteState(state) if state else None
    with closing(open_named(data_dir, store)) as opened:
        for each in views(opened.records, items(opened.records, campaign, wanted), wanted, 1_000_000):
            typer.echo(json.dumps(each.model_dump(mode="json"), ensure_ascii=False))


@app.command("settle")
def settle_item(
    item_id: Annotated[str, typer.Argument(metavar="ITEM", help="As `pangea votes list` names it.")],
    value: Annotated[str, typer.Argument(help="One of its choices.")],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Decide a disputed item."""
    from pangea_server.quality.votes.settling import settle

    with closing(open_named(data_dir, store)) as opened:
        settle(opened.records, None, item_id, value)
    typer.echo(f"The item {item_id} is decided: {value}.")
