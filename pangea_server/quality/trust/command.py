"""``pangea trust``: whose work can be relied on, check items, appeals."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from enum import StrEnum
from typing import Annotated

import typer

from pangea_server.annotate.campaigns.command_line import CampaignArgument, check_campaign
from pangea_server.annotate.kinds.command_line import KindArgument
from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName, open_named

UNKNOWN = "–"
HEADINGS = ("person", "campaign", "task", "standing", "checked", "passed", "of the newest", "why", "appeal")

app = typer.Typer(help="Trust in people's work: standings, check items, appeals.", no_args_is_help=True)


class AppealVerdict(StrEnum):
    """The possible decisions about an appeal."""

    REINSTATED = "reinstated"
    UPHELD = "upheld"


@app.command("list")
def list_standings(data_dir: DataDir = None, store: StoreName = None) -> None:
    """Show all standings: check items passed, who was demoted and why, who has appealed."""
    from pangea_server.quality.trust.table import rows

    listing = Listing(*HEADINGS, numbers=("checked", "passed", "of the newest"))
    with closing(open_named(data_dir, store)) as opened:
        for row in rows(opened.records):
            shares = (_percent(row.overall), _percent(row.recent))
            who = (str(row.annotator_id), row.campaign_id, row.kind, row.state, str(row.check_items))
            listing.add(*who, *shares, row.reason, row.appeal)
    listing.show()


@app.command("items")
def items(
    campaign: CampaignArgument,
    good: Annotated[
        list[int] | None,
        typer.Option(metavar="INSTRUCTION", help="A Guide annotation that you found good; may be repeated."),
    ] = None,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Make check items: of Guides whom several Followers understood, of those that you name, and of other answers.

    Where the campaign asks about landmarks, they are made of the places that the environment labels, such as the demo
    house.

    A path that has two good instructions in a language checks Guides; each good Guide checks Followers, and those who
    write down what they hear once a person has done so. A thing that a person found checks who looks for it; a start
    that has two accepted tours checks who gives one.
    """
    from environments import open_environment
    from pangea_server.core.settings import read_settings
    from pangea_server.quality.gold.check_items import asks_about_landmarks, make_gold_items
    from pangea_server.quality.gold.places import gold_places
    from pangea_server.quality.trust.known import make_check_items

    with closing(open_named(data_dir, store)) as opened:
        check_campaign(opened.records, campaign)
        made = make_check_items(opened.records, campaign, good or ())
        if asks_about_landmarks(opened.records, campaign):
            settings = read_settings(data_dir=data_dir, environment=environment, store=store)
            places = gold_places(open_environment(settings.environment))
            made += make_gold_items(opened.records, places, campaign)
            if not places:
                typer.echo(
                    f"No check items for landmarks: the environment {settings.environment} labels no scan. "
                    "People are given real tasks from the beginning."
                )
    for kind, count in sorted(Counter(item.kind for item in made).items()):
        typer.echo(f"{count} new check items for {kind} tasks.")
    if not made:
        typer.echo("No new check items.")


@app.command("decide")
def decide(
    annotator_id: Annotated[int, typer.Argument(metavar="PERSON", min=1, help="Their number.")],
    campaign: CampaignArgument,
    kind: KindArgument,
    decision: Annotated[
        AppealVerdict, typer.Argument(metavar="DECISION", help="reinstated (probation once more) or upheld.")
    ],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Decide about an appeal; it is noted in the audit log."""
    from pangea_server.quality.trust.appeals import decide as settle

    with closing(open_named(data_dir, store)) as opened:
        settle(opened.records, annotator_id, campaign, kind, decision.value, None)
    typer.echo(f"Person {annotator_id}: {decision.value}.")


@app.command("batches")
def list_batches(data_dir: DataDir = None, store: StoreName = None) -> None:
    """List the batches that were refused whole, with the words of appeals."""
    from pangea_server.quality.trust.batches import refused_batches

    with closing(open_named(data_dir, store)) as opened:
        found = refused_batches(opened.records)
    for each in found:
        state = each.decision or ("refused" if each.words is None else "appealed")
        words = f": {each.words}" if each.words else ""
        typer.echo(f"{each.record_id} {state}, {each.passed} of {each.checks} check items passed{words}")
    if not found:
        typer.echo("No batch was refused.")


@app.command("decide-batch")
def decide_refused(
    batch_id: Annotated[str, typer.Argument(metavar="BATCH", help="As `pangea trust batches` names it.")],
    decision: Annotated[AppealVerdict, typer.Argument(metavar="DECISION", help="reinstated or upheld.")],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Decide about an appeal against the refusal of a batch; it is noted in the audit log."""
    from pangea_server.quality.trust.batches import decide_batch

    with closing(open_named(data_dir, store)) as opened:
        decide_batch(opened.records, batch_id, decision.value, None)
    typer.echo(f"Batch {batch_id}: {decision.value}.")


@app.command("qualify")
def qualify(
    annotator_id: Annotated[int, typer.Argument(metavar="PERSON", min=1, help="Their number.")],
    kind: KindArgument,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Record that you have seen a person pass a training walk, for campaigns with `training`."""
    from pangea_server.quality.trust.eligibility import qualify as keep

    with closing(open_named(data_dir, store)) as opened:
        keep(opened.records, annotator_id, kind)
    typer.echo(f"Person {annotator_id} may begin with {kind} tasks.")


def _percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{share:.0%}"
