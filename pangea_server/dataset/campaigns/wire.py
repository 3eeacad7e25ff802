"""Campaigns, as sent over HTTP to the data team."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field, JsonValue

from pangea_server.annotate.campaigns.agreed_times import AgreedTime
from pangea_server.annotate.campaigns.file import FileFault
from pangea_server.annotate.campaigns.records import CampaignState
from pangea_server.collect.planning.cost import ForecastCost
from pangea_server.collect.planning.path_facts import PathFacts
from pangea_server.core.wire import Wire

MOST_TEXT = 2**20
MOST_FILES = 20
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$")]
FileText = Annotated[str, Field(max_length=MOST_TEXT)]


class CampaignProgress(Wire):
    """Tasks of one kind in one language, by state; answered check items are among those that are done."""

    kind: str
    language: str
    waiting: int
    open: int
    leased: int
    done: int


class CampaignView(Wire):
    """A campaign as it is now; ``version`` counts its definitions. ``agreed_times``: of its tasks for two, by kind."""

    campaign_id: str
    state: CampaignState
    version: int
    created_at: datetime
    languages: tuple[str, ...]
    pools: tuple[str, ...]
    agreed_times: dict[str, tuple[AgreedTime, ...]]
    progress: tuple[CampaignProgress, ...]


class CampaignFileView(Wire):
    """What a campaign's file says: its text, and the same as keys and values, without those that have their default."""

    campaign: CampaignView
    text: str
    definition: dict[str, JsonValue]


class CampaignFileRequest(Wire):
    """A campaign file, in YAML or JSON, and the texts beside it that it names."""

    text: FileText
    files: Annotated[dict[FileName, FileText], Field(default={}, max_length=MOST_FILES)]


class CampaignWriteRequest(CampaignFileRequest):
    """A campaign file to carry out. ``version`` is the one that its changes were made in, 0 for a new campaign."""

    version: Annotated[int, Field(ge=0)]


class ForecastView(Wire):
    """All answers that people will have made when the campaign has what it wants, at most, and how many of them count.

    ``people``: how many take part: those who are invited and for whom it has tasks; ``learning``: how many of each
    person's first answers of a kind are for learning.
    """

    people: int
    learning: int
    made: int
    counted: int


class CampaignPlan(Wire):
    """What carrying out a file would do.

    Attributes:
        version: of the campaign that is stored now; 0 where there is none yet.
        tasks: how many are new, by kind.
        paths: a summary of all its paths; null where it has none.
        new_paths: how many of them are not stored yet.
        retired: tasks that are no longer wanted, and that nobody has begun.
        moved: tasks that go to another pool or priority.
        cost: of the new tasks, where each is done and accepted once.
        unasked: two people will hear each other, and no consent text is in force that asks them.
        without_task: how many invited people no open campaign has a task for then.
        forecast: with learning periods and check items, which count for nothing.
    """

    campaign_id: str
    version: int
    languages: tuple[str, ...]
    tasks: dict[str, int]
    paths: PathFacts | None
    new_paths: int
    retired: int
    moved: int
    cost: ForecastCost
    unasked: bool
    without_task: int
    forecast: ForecastView


class CampaignCheck(Wire):
    """What a file says, and what it would do.

    Where something in it is wrong, ``faults`` says all of it, and ``plan`` is null; where it cannot be read as a
    campaign, so are ``text`` and ``definition``.
    """

    faults: tuple[FileFault, ...]
    text: str | None = None
    definition: dict[str, JsonValue] | None = None
    plan: CampaignPlan | None = None


class StateRequest(Wire):
    state: CampaignState


class ExampleView(Wire):
    """An example of a campaign file, with a comment on each key."""

    text: str
