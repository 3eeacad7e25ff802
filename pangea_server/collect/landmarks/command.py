"""``pangea landmarks status`` and ``pangea landmarks advance``."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.annotate.campaigns.command_line import complete_campaign
from pangea_server.core.cli.options import DataDir, EnvironmentSpec
from pangea_server.core.cli.tables import Listing
from pangea_server.stores.opening.command_line import StoreName, open_named

if TYPE_CHECKING:
    from pangea_server.stores.protocol import RecordStore

OneCampaign = Annotated[
    str | None,
    typer.Argument(
        metavar="CAMPAIGN",
        help="The campaign's id.",
        show_default="all that ask about landmarks",
        autocompletion=complete_campaign,
    ),
]


def status(
    campaign_id: OneCampaign = None,
    by_path: Annotated[bool, typer.Option("--paths", help="Path by path.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Show how many questions of each kind are open, held and answered, and how many answers are disputed."""
    import json
    from dataclasses import asdict

    from pangea_server.collect.landmarks.status import landmark_counts

    with closing(open_named(data_dir, store)) as opened:
        names = _campaigns(opened.records, campaign_id)
        rows = [row for name in names for row in landmark_counts(opened.records, name, by_path=by_path)]
    if as_json:
        typer.echo(json.dumps([asdict(row) for row in rows]))
        return
    if not rows:
        typer.echo(
            "Nothing was asked about landmarks yet. A campaign file asks for them: tasks: {landmarks: {}}"
        )
        return
    counted = ("open", "held", "done", "disputed")
    listing = Listing("campaign", *(["path"] if by_path else []), "kind", *counted, numbers=counted)
    for row in rows:
        path = [str(row.path_id)] if by_path else []
        counts = (row.open, row.held, row.done, row.disputed)
        listing.add(row.campaign_id, *path, row.kind, *map(str, counts))
    listing.show()


def advance(
    campaign_id: OneCampaign = None,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Write what the answers come to, and open the tasks that are asked next.

    A server does this by itself; the command makes up for what was missed, as after an older backup was restored.
    """
    from pangea_server.collect.landmarks.path_advance import advance_campaign
    from pangea_server.core.settings import read_settings
    from pangea_server.http.services import open_services

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    with closing(open_services(settings)) as services:
        records = services.store.records
        names = _campaigns(records, campaign_id)
        changed = sum(advance_campaign(records, services.environment, name) for name in names)
    typer.echo("Nothing has changed." if not changed else f"Paths that changed: {changed}.")


def _campaigns(records: RecordStore, campaign_id: str | None) -> list[str]:
    """The campaign that is named, or all that ask about landmarks."""
    from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS
    from pangea_server.annotate.campaigns.records import Campaign
    from pangea_server.stores.paging import every

    if campaign_id is not None:
        return [records.get(Campaign, campaign_id).campaign_id]
    return [each.campaign_id for each in every(records, Campaign) if LANDMARKS in each.definition.tasks]
