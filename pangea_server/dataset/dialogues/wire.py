"""Dialogues, as sent over HTTP."""

from __future__ import annotations

from pydantic import FiniteFloat, JsonValue

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.core.records import SENT_WHOLE
from pangea_server.core.wire import Wire
from pangea_server.dataset.dialogues.figures import DialogueFigures
from pangea_server.dataset.dialogues.table import DialogueSummary, KindOfDialogue


class ClockView(Wire):
    """When each moment of a recording was on the dialogue's time line: ``begins[i] + rate * (t - starts[i])`` for the
    last i with ``starts[i] <= t``, in seconds. ``bound`` is by how much that may be wrong."""

    starts: tuple[FiniteFloat, ...]
    begins: tuple[FiniteFloat, ...]
    rate: FiniteFloat
    bound: FiniteFloat


class TypedText(Wire):
    """What somebody typed, at so many seconds of their recording; null while they recorded nothing."""

    time: FiniteFloat | None
    words: str


class SideView(Wire):
    """One person's part; times of ``alignment``, ``texts`` and the pose trace are in their own recording. ``clock`` is
    null where nobody knows when that was."""

    model_config = SENT_WHOLE
    role: str
    kind: str
    annotation_id: int
    annotator_id: int
    clock: ClockView | None
    duration: FiniteFloat | None
    walked: tuple[str, ...]
    transcript: str
    texts: tuple[TypedText, ...]
    alignment: AlignmentRecord | None
    scores: dict[str, FiniteFloat | None]
    voice_url: str | None
    pose_trace_url: str | None


class TurnView(Wire):
    """What one person said or typed until the other began, in seconds on the dialogue's time line."""

    role: str
    start: FiniteFloat
    end: FiniteFloat
    words: str
    typed: bool


class DialogueView(Wire):
    """Everything that a replay of both together needs. ``path`` and ``goal`` are what was asked, where the kind has
    such; ``asked`` are all of the task's arguments. ``fault``: why figures that need the place or the walk are not
    known; "" where nothing is wrong."""

    model_config = SENT_WHOLE
    pairing_id: str
    kind: str
    scan_id: str
    path_id: int
    language: str
    heading: FiniteFloat
    path: tuple[str, ...]
    goal: str | None
    asked: dict[str, JsonValue]
    sides: tuple[SideView, ...]
    turns: tuple[TurnView, ...]
    figures: DialogueFigures
    fault: str


class DialoguesView(Wire):
    """What is typical of each kind, and the newest dialogues."""

    kinds: tuple[KindOfDialogue, ...]
    items: tuple[DialogueSummary, ...]
    total: int
