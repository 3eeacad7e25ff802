"""A campaign: what it asks for, where it takes place, and which paths it has."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, JsonValue

from pangea_server.annotate.campaigns.agreed_times import AgreedTimes
from pangea_server.annotate.campaigns.condition_rules import ConditionRules
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.annotate.campaigns.form_rules import FormName, FormRules
from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.campaigns.written_rules import WrittenRules
from pangea_server.core.records import Artefact, Record, now, padded
from pangea_server.core.visible_text import Readable

Name = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,59}$")]
Language = Annotated[str, Field(max_length=35)]  # a BCP 47 tag
Markdown = Annotated[str, Field(max_length=100_000), Readable]
Switch = Literal["on", "off"]


class Definition(BaseModel):
    """A section of a campaign file."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class PathSource(Definition):
    """Where some of a campaign's paths come from: a ``sampler``, a ``file``, or ``viewpoints``.

    Attributes:
        sampler: a name in ``environments.SAMPLERS``; draws ``per_scan`` paths in each of ``scans`` (None: in all).
        unseen: share of the scans whose paths go to the split ``val_unseen``; the others are ``train``.
        file: R2R's or RxR's JSON, or RxR's guide annotations; the path of a file, beside the campaign file.
        viewpoints: paths in the scan ``scan``, each a list of viewpoint ids.
        pool: the team whose work these paths are; None for everybody.
        priority: tasks with a higher priority are given out first.
    """

    sampler: str | None = None
    scans: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    per_scan: Annotated[int, Field(ge=1, le=100_000)] = 6
    seed: int = 0
    unseen: Annotated[FiniteFloat, Field(ge=0, le=1)] = 0.0
    file: str | None = None
    scan: str | None = None
    viewpoints: Annotated[tuple[tuple[str, ...], ...], Field(min_length=1)] | None = None
    pool: Name | None = None
    priority: Annotated[int, Field(ge=0, le=9)] = 0


class KindPlan(Definition):
    """Tasks of a kind that plans them itself: at most ``per_scan`` in each of ``scans`` (None: in all), each once in
    each language. A kind may have further keys of its own (``CollectedTask``)."""

    model_config = ConfigDict(frozen=True, extra="allow")
    __pydantic_extra__: dict[str, JsonValue]
    per_scan: Annotated[int, Field(ge=1, le=100_000)] = 6
    scans: Annotated[tuple[str, ...], Field(min_length=1)] | None = None
    seed: int = 0


class Pool(Definition):
    """A team. Work that names no pool goes to the first pool with its language; None: only work that names the pool."""

    languages: tuple[Language, ...] | None = None


class RoleRotation(Definition):
    """For their ``first`` tasks, people take turns as Guide and Follower, so that they learn what the other needs."""

    first: Annotated[int, Field(ge=0)] = 10


class Caps(Definition):
    """How many tasks one person may take, in the whole campaign and on one day (UTC); None means any number."""

    per_person: Annotated[int, Field(ge=1)] | None = None
    per_day: Annotated[int, Field(ge=1)] | None = None


class ConsentDefinition(Definition):
    """What people agree to, in Markdown by language, and for how many days their data is kept."""

    texts: Annotated[dict[Language, Markdown], Field(min_length=1)]
    retention_days: Annotated[int, Field(ge=1)] | None = None


class CampaignDefinition(Definition):
    """A campaign file. ``pangea campaign example`` prints one with a comment on each key.

    Attributes:
        environment: named as in ``PANGEA_ENVIRONMENT``; None means the server's environment.
        paths: may be empty where only ``tasks`` are asked for.
        transcripts_per_guide: how many people write down what they hear in each Guide's voice.
        per_guide: how many tasks of other kinds there are about each Guide's words, by kind.
        written: for campaigns that take instructions from files; None: the campaign takes none.
        tasks: the plans of kinds that plan their own tasks, by kind.
        send_back_after: a Guide's words are asked for again when so many Followers finished and none succeeded.
        guide: what Guides may do, and what they hand in.
        map: whether people see a map with where they are, by kind of task; kinds that are not named have one where
            people speak while they walk.
        time_limit: seconds that a person has for a task, by kind; kinds that are not named have any time.
        agreed_times: when tasks for two are given out, by kind of task; kinds that are not named always are.
        actions: whether keys, clicks and the like are recorded beside the answer (``collect/actions``).
        conditions: the arms in which Followers get their tasks; None: everybody gets everything.
        instructions: what people read before a task, in Markdown, by kind of task and language. Pictures and films in
            it are files beside the campaign file.
        lesson: the number of a Guide's annotation that new Guides watch in their lesson, by language.
        forms: questionnaires, and the forms that judgements use, by name.
    """

    id: Name
    environment: str | None = None
    languages: Annotated[tuple[Language, ...], Field(min_length=1)]
    paths: tuple[PathSource, ...] = ()
    guides_per_path: Annotated[int, Field(ge=1, le=100)] = 1
    followers_per_guide: Annotated[int, Field(ge=0, le=100)] = 1
    transcripts_per_guide: Annotated[int, Field(ge=0, le=100)] = 0
    per_guide: dict[str, Annotated[int, Field(ge=0, le=100)]] = {}
    send_back_after: Annotated[int, Field(ge=1)] | None = 2
    written: WrittenRules | None = None
    tasks: dict[str, KindPlan] = {}
    pools: dict[Name, Pool] = {}
    rotation: RoleRotation = RoleRotation()
    caps: Caps = Caps()
    guide: GuideRules = GuideRules()
    map: dict[str, Switch] = {}
    time_limit: dict[str, Annotated[int, Field(strict=True, ge=5, le=36_000)]] = {}
    agreed_times: dict[str, AgreedTimes] = {}
    actions: Switch = "off"
    conditions: ConditionRules | None = None
    instructions: dict[str, dict[Language, Markdown]] = {}
    lesson: dict[Language, Annotated[int, Field(ge=0)]] = {}
    consent: ConsentDefinition | None = None
    trust: TrustRules = TrustRules()
    pay: PayRules = PayRules()
    flags: FlagRules = FlagRules()
    forms: Annotated[dict[FormName, FormRules], Field(max_length=20)] = {}


class CampaignState(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"  # no new tasks are given out; those already given out may be finished
    CLOSED = "closed"  # for good


class Attachment(BaseModel):
    """A picture, film or captions file that the instructions show; ``name`` is its path from the campaign file."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: str
    media_type: str
    file: Artefact


class Campaign(Record):
    """A campaign as it is now.

    ``version`` counts its definitions so far; ``edits`` counts the transactions that wrote its paths and tasks.
    """

    collection: ClassVar[str] = "campaigns"
    indexed: ClassVar[tuple[str, ...]] = ("state",)
    campaign_id: str
    state: CampaignState
    version: int
    edits: int = 0
    definition: CampaignDefinition
    attachments: tuple[Attachment, ...] = ()
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.campaign_id


class ScanRecord(Record):
    """A scan that this store has tasks in."""

    collection: ClassVar[str] = "scans"
    scan_id: str
    environment: str
    viewpoint_count: int

    @property
    def record_id(self) -> str:
        return self.scan_id


class PathRecord(Record):
    """A path that a Guide describes. ``heading`` (radians) is the direction in which the Guide looks at first."""

    collection: ClassVar[str] = "paths"
    indexed: ClassVar[tuple[str, ...]] = ("scan_id", "campaign_id")
    path_id: int
    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    split: str = "train"
    campaign_id: str | None = None

    @property
    def record_id(self) -> str:
        return padded(self.path_id)
