"""What the page of a task offers and records besides the task itself, as its campaign says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pangea_server.annotate.campaigns.lookups import definition_of
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.annotate.kinds.protocol import TaskType
from pangea_server.annotate.tasks.records import Lease, Recording, Task
from pangea_server.collect.queue.wire import ActionsOffer, FilmView
from pangea_server.core.errors import SubmissionError
from pangea_server.core.formatted import Captions
from pangea_server.http.pages import find_help
from pangea_server.stores.protocol import RecordStore


def offers_map(campaign: CampaignDefinition | None, task_type: TaskType) -> bool:
    """Whether people have a map: as the campaign says; otherwise where they speak while they walk."""
    if not task_type.has_walk:
        return False
    asked = campaign.map.get(task_type.kind) if campaign else None
    return task_type.has_voice if asked is None else asked == "on"


def actions_offer(
    campaign: CampaignDefinition | None, recordings: Sequence[Recording]
) -> ActionsOffer | None:
    """How the page is to record the actions of a task with these ``recordings``; None where it is not to."""
    if campaign is None or campaign.actions == "off":
        return None
    used = [recording.attempt for recording in recordings if recording.holds == "actions"]
    return ActionsOffer(attempt=max(used, default=-1) + 1)


def refuse_unwanted_actions(records: RecordStore, lease: Lease) -> None:
    """Nothing that nobody asked for may be kept.

    Raises:
        SubmissionError: the campaign of this lease's task does not ask for actions.
    """
    campaign = definition_of(records, records.get(Task, lease.task_id).campaign_id)
    if campaign is None or campaign.actions == "off":
        raise SubmissionError(
            "The campaign of this task does not ask for actions, so none are kept.",
            remedy="Reload the page; the campaign may have changed.",
        )


FILMS = "films"
"""The folder of the films among the help pages."""


def film_of(web_dir: Path | None, kind: str) -> FilmView | None:
    """The film of a kind of task; None where none was made, or there are no help pages."""
    site = find_help(web_dir)
    if site is None or not (site / FILMS / f"{kind}.webm").is_file():
        return None
    captions = sorted((site / FILMS).glob(f"{kind}.*.vtt"))
    return FilmView(
        address=f"/help/{FILMS}/{kind}.webm",
        captions=tuple(
            Captions(address=f"/help/{FILMS}/{file.name}", language=file.name.split(".")[1])
            for file in captions
        ),
    )
