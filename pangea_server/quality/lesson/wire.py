"""Lessons, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Base64Bytes, Field, FiniteFloat

from align import PoseTrace
from pangea_server.annotate.media.wire import ScanView
from pangea_server.core.wire import Wire
from pangea_server.quality.lesson.examples import ExampleWord
from pangea_server.quality.lesson.scripts import ExampleFault

MOST_SECONDS = 60
MOST_RATE = 12_000
"""Hz: pages send a learner's voice at this rate at most."""

RowMajor = tuple[FiniteFloat, ...]


class LessonTrace(Wire):
    """Where an example's camera was, in columns of equal length, as in pose traces; 16 numbers a matrix."""

    time: tuple[FiniteFloat, ...]
    viewpoint_id: tuple[str, ...]
    extrinsic_matrix: tuple[RowMajor, ...]
    intrinsic_matrix: tuple[RowMajor, ...]
    audio_time: None


def trace_view(trace: PoseTrace) -> LessonTrace:
    """A pose trace as it is sent."""
    return LessonTrace(
        audio_time=None,
        time=tuple(trace.time.tolist()),
        viewpoint_id=trace.viewpoint_ids,
        extrinsic_matrix=tuple(map(tuple, trace.extrinsic_matrix.reshape(-1, 16).tolist())),
        intrinsic_matrix=tuple(map(tuple, trace.intrinsic_matrix.reshape(-1, 16).tolist())),
    )


class LessonExample(Wire):
    """An example. ``part`` is its name among the lesson's parts; ``synthetic``: a machine speaks."""

    part: str
    language: str
    synthetic: bool
    scan_id: str
    voice_url: str
    duration: FiniteFloat
    words: tuple[ExampleWord, ...]
    trace: LessonTrace


class LessonView(Wire):
    """A lesson: the good example first, then those with a fault, then a walk along ``own_path`` in ``scan``.

    ``scan`` is the demo house. A campaign's own recording may be in another scan, which is read as all scans are.

    ``done``: the parts that this person has done. ``passed``: they may do tasks of the kind. ``faults``: what may be
    wrong in an example. ``most_seconds`` and ``most_rate`` (Hz) limit the voice of the walk.
    """

    scan: ScanView
    examples: tuple[LessonExample, ...]
    faults: tuple[ExampleFault, ...]
    own_path: tuple[str, ...]
    own_heading: FiniteFloat
    most_seconds: int
    most_rate: int
    done: tuple[str, ...]
    passed: bool


class LessonPart(Wire):
    """``fault``: what the person says is wrong in the example; null for the good one."""

    fault: ExampleFault | None = None


class LessonPartResult(Wire):
    """Whether the part is done; if not, another answer may be given."""

    done: bool


class LessonVisit(Wire):
    """When a viewpoint was reached, in seconds of the voice."""

    time: Annotated[FiniteFloat, Field(ge=0, le=2 * MOST_SECONDS)]
    viewpoint_id: Annotated[str, Field(max_length=200)]


class LessonWalk(Wire):
    """A learner's walk: ``voice`` is 16-bit PCM, little-endian, one channel, in base64. Nothing of it is kept."""

    visits: Annotated[tuple[LessonVisit, ...], Field(min_length=1, max_length=200)]
    sample_rate: Annotated[int, Field(ge=8000, le=MOST_RATE)]
    voice: Annotated[Base64Bytes, Field(min_length=2, max_length=2 * MOST_RATE * MOST_SECONDS * 4 // 3 + 4)]


class LessonFinding(Wire):
    """What a flag says about the walk; ``good`` null: it could not be told, and the page says how to help it."""

    flag: str
    good: bool | None


class LessonWalkResult(Wire):
    """Feedback to a walk; ``passed``: this person may do tasks of the kind now."""

    passed: bool
    findings: tuple[LessonFinding, ...]
