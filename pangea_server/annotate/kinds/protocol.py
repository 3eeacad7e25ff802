"""The extension point of tasks: what kind of work people can be given.

A task has a Python half, which fits ``TaskType`` and is named in the entry-point group ``pangea.tasks``, and a browser
half, a module that the page ``/task/KIND`` loads. Guide and Follower fit this Protocol directly; most other
kinds are easiest to write as a subclass of ``pangea_server.annotate.kinds.walk_task.WalkTask``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Protocol, runtime_checkable

from pydantic import BaseModel, JsonValue

from align import PoseTrace
from environments import Environment, Scan
from pangea_server.annotate.annotations.records import Annotation, Scores
from pangea_server.annotate.campaigns.condition_rules import Arm
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.guide_rules import GuideRules
from pangea_server.annotate.campaigns.records import CampaignDefinition, KindPlan, PathRecord
from pangea_server.annotate.kinds.wire import Submission
from pangea_server.annotate.links.media import Media
from pangea_server.annotate.tasks.records import Lease, Recording, Task
from pangea_server.core.records import Artefact, Record
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore, Transaction

BYTES_PER_SAMPLE = 2


@dataclass(frozen=True, slots=True)
class Voice:
    """A recording's voice: where it is stored, and its length in seconds."""

    artefact: Artefact
    sample_rate: int
    duration: float


@dataclass(frozen=True, slots=True)
class Submitted:
    """A submission with everything that was checked and computed for it.

    ``walked`` begins at the task's start and follows the graph; ``scores`` compare it with the task's path; and
    ``trace_npz`` is the file of the pose trace as it will be stored. Where the person does not walk there is no
    ``trace`` and no ``scores``, ``walked`` is empty, and there is a ``recording`` only where they speak.
    ``guide_rules``: what the task's campaign asks of Guides. ``arm``: what the task's arm gave.
    """

    task: Task
    lease: Lease
    person: Annotator
    submission: Submission
    environment: Environment
    scan: Scan
    path: PathRecord
    recording: Recording | None = None
    trace_npz: bytes | None = None
    walked: tuple[str, ...] = ()
    scores: Scores | None = None
    guide_rules: GuideRules = field(default_factory=GuideRules)
    arm: Arm = field(default_factory=Arm)

    @property
    def trace(self) -> PoseTrace | None:
        """The pose trace, read each time from its file, which is a sixtieth of what was sent."""
        return None if self.trace_npz is None else PoseTrace.load(BytesIO(self.trace_npz))

    @property
    def voice_seconds(self) -> float:
        """The length of the voice that was sent, in seconds; 0 where there is none."""
        voice = self.submission.voice
        sample_rate = self.recording.sample_rate if self.recording else None
        return voice.size / BYTES_PER_SAMPLE / sample_rate if voice and sample_rate else 0.0


@dataclass(frozen=True, slots=True)
class TaskSpec:
    """One piece of work that a campaign can ask for.

    Attributes:
        path: viewpoints to walk; only the start where people choose their own way.
        heading: the direction of the first view, in radians.
        args: what the task is about, in the form that its kind defines.
        people: how many people do it in each language; at least both where the kind is for two.
        language: the only language in which it is done; None: each of the campaign's.
        path_id: the campaign's path that it is on; None: a new one, for itself alone.
        also_language: another language that whoever does it has to understand.
        instruction_id: the Guide's words that it is about, with which it is taken back.
    """

    path: tuple[str, ...]
    heading: float
    args: Mapping[str, JsonValue] = field(default_factory=dict)
    people: int = 1
    language: str | None = None
    path_id: int | None = None
    also_language: str | None = None
    instruction_id: int | None = None


class TaskType(Protocol):
    """One kind of task. Its class may say more about the kind in ``declares``, a ``Declaration``.

    Attributes:
        kind: its name in the entry-point group: small letters, digits and underscores.
        has_walk: whether people walk; if so, it is recorded where they walk and look.
        has_voice: whether they speak as well.
        static: the folder of its browser half, with ``task.js`` in it; None where it is part of the viewer's build.
    """

    kind: str
    has_walk: bool
    has_voice: bool
    static: Path | None

    def args(self, task: Task, records: RecordStore, media: Media) -> BaseModel:
        """What the page of the person who holds the task receives.

        Args:
            media: makes links to voices for this person.
        """

    def check(self, submitted: Submitted) -> None:
        """Refuse an answer that cannot be used, before anything of it is stored.

        Raises:
            SubmissionError: the answer cannot be used; it names what is missing, and what to do.
        """

    def annotation(self, submitted: Submitted, trace: Artefact | None, voice: Voice | None) -> Record:
        """The record of a checked answer. ``trace`` is given where ``has_walk``, and ``voice`` where ``has_voice``."""

    def follow_up(self, submitted: Submitted, transaction: Transaction) -> Sequence[Record]:
        """Other records to replace in the transaction that stores the annotation. This function itself only reads."""


@runtime_checkable
class CollectedTask(Protocol):
    """A kind with keys of its own in its section of the campaign file, whose tasks may be about what was collected."""

    kind: str

    def plan_faults(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment
    ) -> Iterator[CampaignFault]:
        """What is wrong with the kind's section ``tasks: KIND``."""

    def plan_collected(
        self, definition: CampaignDefinition, plan: KindPlan, environment: Environment, records: RecordStore
    ) -> Iterator[tuple[str, TaskSpec]]:
        """Each piece of work with its scan: the same for the same file and the same answers."""


@runtime_checkable
class KeepsToPlaces(Protocol):
    """A kind whose people stay at certain places, so that they need not see the others."""

    kind: str

    def places(self, task: Task, records: RecordStore) -> Sequence[str] | None:
        """The viewpoints to which the task keeps its person; None where they may walk anywhere in the scan."""


@runtime_checkable
class ChecksWhatWasSent(Protocol):
    """A kind that can refuse some answers by what the page sent alone, which costs less than reading the walk."""

    def check_sent(self, submitted: Submitted) -> None:
        """Refuse an answer before its walk is read: ``submitted`` has no trace, no walk and no scores yet.

        Raises:
            SubmissionError: as of ``TaskType.check``.
        """


@runtime_checkable
class ScoresTogether(Protocol):
    """A kind for two people some of whose scores need both answers; until then these are None."""

    kind: str

    def score_together(
        self, scan: Scan, answers: Mapping[str, Annotation]
    ) -> Mapping[str, Mapping[str, float | None]]:
        """By role, the scores that both ``answers``, by role as well, allow: called when the second one is stored."""


@runtime_checkable
class PlannedTask(Protocol):
    """A kind whose tasks do not depend on others, so that it can plan itself what there is to do in a scan.

    Guide is not such a kind, and neither are the kinds about a Guide's words, which wait for these words: see
    ``collect/planning/changes.py``.
    """

    kind: str

    def plan(self, environment: Environment, scan: Scan, count: int, seed: int) -> Sequence[TaskSpec]:
        """Work of this kind in a scan: at most ``count`` tasks (none where none is possible), the same for one seed."""
