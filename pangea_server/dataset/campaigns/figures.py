"""Figures beside a campaign: how many of its tasks are in which state, and how long an answer takes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.annotate.kinds.kinds import words_kind
from pangea_server.annotate.kinds.per_guide import tasks_per_guide
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.dataset.campaigns.wire import CampaignProgress, CampaignView
from pangea_server.dataset.monitoring.table import Table
from pangea_server.stores.protocol import RecordStore

SHOWN = (TaskState.WAITING, TaskState.OPEN, TaskState.LEASED, TaskState.DONE)


def campaign_view(records: RecordStore, campaign: Campaign) -> CampaignView:
    """The campaign with its progress."""
    return CampaignView(
        campaign_id=campaign.campaign_id,
        state=campaign.state,
        version=campaign.version,
        created_at=campaign.created_at,
        languages=campaign.definition.languages,
        pools=tuple(campaign.definition.pools),
        progress=tuple(_progress(records, campaign)),
    )


def asked_kinds(definition: CampaignDefinition) -> tuple[str, ...]:
    """The kinds of task that a campaign asks for."""
    about = tasks_per_guide(definition)
    of_paths = [words_kind()] if definition.paths else []
    return (*of_paths, *(kind for kind, count in about.items() if count), *definition.tasks)


def _progress(records: RecordStore, campaign: Campaign) -> Iterator[CampaignProgress]:
    """Each figure is counted from an index alone, without reading the tasks."""
    for kind in asked_kinds(campaign.definition):
        for language in campaign.definition.languages:
            where = {"kind": kind, "language": language, "campaign_id": campaign.campaign_id}
            counts = {state.value: records.count(Task, {**where, "state": state}) for state in SHOWN}
            if any(counts.values()):
                yield CampaignProgress(kind=kind, language=language, **counts)


def mean_seconds(table: Table) -> dict[str, float]:
    """The mean active time of an answer of each kind that people have done."""
    codes, active = table.rows["kind"], table.rows["active"]
    found = {}
    for kind, code in table.names["kind"].codes.items():
        known = active[(codes == code) & ~np.isnan(active)]
        if code and len(known):
            found[kind] = float(known.mean())
    return found
