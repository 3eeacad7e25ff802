"""Campaigns: list, check, create, change, pause, resume and close."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import Path

from pangea_server.annotate.campaigns import EXAMPLE
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
from pangea_server.annotate.kinds.kinds import words_kind
from pangea_server.annotate.kinds.per_guide import tasks_per_guide
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.lifecycle import set_state
from pangea_server.dataset.campaigns.carrying_out import carry_out, check_file
from pangea_server.dataset.campaigns.texts import file_text, plain
from pangea_server.dataset.campaigns.wire import (
    CampaignCheck,
    CampaignFileRequest,
    CampaignFileView,
    CampaignProgress,
    CampaignView,
    CampaignWriteRequest,
    ExampleView,
    StateRequest,
)
from pangea_server.http.edge.bodies import LARGEST, body_at_most
from pangea_server.http.services import Services, TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

MOST_VALUES = 100  # a text is one value, however long
CampaignId = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9][a-z0-9_-]*$")]
router = GuardedRouter(prefix="/campaigns", tags=["campaigns"])
checks_router = GuardedRouter(prefix="/campaign-files", tags=["campaigns"])


@router.get("")
def list_campaigns(services: TheServices) -> tuple[CampaignView, ...]:
    """All campaigns with their progress, the newest first."""
    found = sorted(every(services.store.records, Campaign), key=lambda each: each.created_at, reverse=True)
    return tuple(campaign_view(services.store.records, each) for each in found)


@router.get("/{campaign_id}")
def read_campaign(services: TheServices, campaign_id: CampaignId) -> CampaignFileView:
    """A campaign with its file, as the command line takes it."""
    return _file_view(services, services.store.records.get(Campaign, campaign_id))


@router.put("/{campaign_id}")
@body_at_most(LARGEST, MOST_VALUES)
def write_campaign(
    services: TheServices, person: Person, campaign_id: CampaignId, wanted: CampaignWriteRequest
) -> CampaignFileView:
    """Create a campaign from its file, or change it; 409 where a person has changed it since ``version``.

    A change never affects tasks that people hold or have done. The same file again changes nothing.
    """
    campaign = carry_out(services, wanted, campaign_id, wanted.version, person)
    return _file_view(services, campaign)


@router.put("/{campaign_id}/state")
def turn_campaign(
    services: TheServices, person: Person, campaign_id: CampaignId, wanted: StateRequest
) -> CampaignView:
    """Pause, resume or close a campaign; a repeated call changes nothing. A closed one never opens again."""
    records = services.store.records
    return campaign_view(records, set_state(records, campaign_id, wanted.state, person))


@checks_router.get("/example")
def read_example() -> ExampleView:
    """An example of a campaign file."""
    return ExampleView(text=EXAMPLE.read_text(encoding="utf-8"))


@checks_router.post("/check")
@body_at_most(LARGEST, MOST_VALUES)
def check_campaign(services: TheServices, asked: CampaignFileRequest) -> CampaignCheck:
    """Say what is wrong with a campaign file, or what it would do; nothing is written."""
    return check_file(services, asked)


def _file_view(services: Services, campaign: Campaign) -> CampaignFileView:
    return CampaignFileView(
        campaign=campaign_view(services.store.records, campaign),
        text=file_text(campaign.definition),
        definition=plain(campaign.definition),
    )


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
        agreed_times=campaign.definition.agreed_times,
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
