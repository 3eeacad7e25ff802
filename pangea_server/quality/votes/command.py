"""``pangea votes``: what several people decided together."""

from __future__ import annotations

import json
from contextlib import closing
from typing import Annotated

import typer

from align.resampling import Measure
from pangea_server.annotate.campaigns.command_line import CampaignOption, check_campaign
from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir
from pangea_server.quality.agreement.measures import agreement_of_answers
from pangea_server.quality.votes.counts import votes_about
from pangea_server.quality.votes.items import items
from pangea_server.stores.opening.command_line import StoreName, open_named
from pangea_server.stores.protocol import RecordStore


def _states() -> list[str]:
    from pangea_server.quality.votes.decision import VoteState

    return [*VoteState]


STATE = KnownNames("state of an item", _states)
app = typer.Typer(help="Votes: what several people decided together.", no_args_is_help=True)


@app.command("show")
def show(campaign: CampaignOption = None, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Show how many items were decided and disputed, and how far people agree: alpha, 95 % bootstrap."""
    from pangea_server.quality.votes.items import counts

    with closing(open_named(data_dir, store)) as opened:
        check_campaign(opened.records, campaign)
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
            interval = agreement.interval
            between = (
                f", from {interval[0]:.2f} to {interval[1]:.2f}" if interval else ", too few for an interval"
            )
            typer.echo(
                f"  alpha {agreement.value:.2f}{between}, {agreement.units} items, {agreement.judgements} votes"
            )
    if not found:
        typer.echo("Nobody has voted yet.")


@app.command("list")
def list_items(
    campaign: CampaignOption = None,
    state: Annotated[
        str | None,
        STATE.option(
            help="open, further, decided, disputed or settled.",
            show_default="all",
        ),
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write the items with their votes, a JSON document a line."""
    from pangea_server.quality.votes.decision import VoteState
    from pangea_server.quality.votes.items import items, views

    wanted = VoteState(state) if state else None
    with closing(open_named(data_dir, store)) as opened:
        check_campaign(opened.records, campaign)
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
    from pangea_server.quality.votes.settlements import settle

    with closing(open_named(data_dir, store)) as opened:
        settle(opened.records, None, item_id, value)
    typer.echo(f"The item {item_id} is decided: {value}.")


def agreement_of_votes(records: RecordStore, campaign_id: str, kind: str) -> Measure:
    """Krippendorff's alpha of all votes in a campaign's tasks of a kind; answers differ by identity only.

    Which of two instructions was chosen counts by its place in the item, not by its number.
    """
    rated = []
    for item in items(records, campaign_id, None):
        if item.kind == kind:
            rated.append([item.ballot.place_of(vote.value) for vote in votes_about(records, item)])
    return agreement_of_answers(rated)
