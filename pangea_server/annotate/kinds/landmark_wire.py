"""What the pages of the ten kinds about landmarks are told, and what they answer.

One task is a page of several items of one kind on one path: ``args`` is ``{"items": [...], "path": [...]}``, and the
answer ``{"answers": [...]}``, one for each item and in the same order. Angles are radians in the world's frame,
characters count code points, times are seconds since the first sample of the Guide's voice. Null is always unknown.

What the six steps ask: Plummer et al. 2017 (Flickr30k Entities), section 3.
"""

from __future__ import annotations

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import AfterValidator, Field, FiniteFloat, StringConstraints

from environments.errors import InvalidDataError
from environments.regions import Mask, Region, check_drawn
from pangea_server.annotate.landmarks.records import Shape, Visible
from pangea_server.annotate.landmarks.wire import ShapeView, Untimed
from pangea_server.core.wire import Sha256, Wire

Direction = Literal["ltr", "rtl"]
Unseen = Literal["no_pose_trace", "not_timed", "not_told"]
"""Why it is not said where the Guide looked: no trace of the walk, no times of these words, or it is the answer."""
Seconds = Annotated[FiniteFloat, Field(ge=0, le=86_400)]
Comment = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)]
MOST_ITEMS = 20


def _check_drawn(region: Region) -> Region:
    if isinstance(region, Mask):
        raise ValueError("A mask cannot be drawn. Draw a box or a polygon.")
    try:
        check_drawn(region)
    except InvalidDataError as error:
        raise ValueError(f"{error.message} {error.remedy}") from error
    return region


DrawnShape = Annotated[Shape, AfterValidator(_check_drawn)]
"""A region that a person drew: none under 0.2 degrees, none over half the sphere."""


class GuideLook(Wire):
    """Where the Guide's camera looked when they began to say a word, which took ``seconds``."""

    viewpoint_id: str
    heading: FiniteFloat
    elevation: FiniteFloat
    seconds: FiniteFloat


class WordTime(Wire):
    """When the characters of a word were said."""

    start_char: int
    end_char: int
    start_time: FiniteFloat
    end_time: FiniteFloat


class Sentence(Wire):
    """A Guide's words, whole.

    ``direction``: in which they are written. ``words``: those that were timed, in their order; empty with ``untimed``
    saying why. ``voice_url``: null where nobody spoke. ``stale``: the words were corrected since this task was made, so
    phrases in them cannot be shown; the page leaves the item out, and answers null.
    """

    instruction_id: int
    transcript: str
    transcript_sha256: Sha256
    language: str
    direction: Direction
    voice_url: str | None
    voice_duration: FiniteFloat | None
    words: tuple[WordTime, ...] = ()
    untimed: Untimed | None = None
    stale: bool = False


class Phrase(Wire):
    """A mention in its sentence: ``transcript[start_char:end_char]`` is ``text``, ``head`` its head noun.

    ``start_time`` and ``end_time``: what to play. ``looks``: where the Guide looked at each of its words, in the order
    of the words, so the page begins at the first; empty with ``unseen`` saying why. ``region_meant`` has none, since
    they would give the answer away.
    """

    mention_id: str
    sentence: Sentence
    start_char: int
    end_char: int
    text: str
    head: tuple[int, int] | None = None
    types: tuple[str, ...] = ()
    start_time: FiniteFloat | None = None
    end_time: FiniteFloat | None = None
    looks: tuple[GuideLook, ...] = ()
    unseen: Unseen | None = None


class ShownRegion(Wire):
    """A region that people drew or accepted; never who."""

    region_id: str
    viewpoint_id: str
    shape: ShapeView
    group: bool = False


class Drawn(Wire):
    """A region that a person draws, from any viewpoint of the item's reach.

    ``group``: one region for several things that cannot be told apart. ``from_region``: the one that it was
    made from.
    """

    viewpoint_id: Annotated[str, Field(max_length=200)]
    shape: DrawnShape
    visible: Visible = "whole"
    group: bool = False
    from_region: Annotated[str, Field(max_length=200)] | None = None


class ItemAnswer(Wire):
    """What every answer to an item has: how long it took in seconds, and what the person wants to say about it."""

    seconds: Seconds
    comment: Comment = ""


ItemT = TypeVar("ItemT", bound=Wire)
AnswerT = TypeVar("AnswerT", bound=ItemAnswer)


class Page(Wire, Generic[ItemT]):
    """Items on one path.

    ``path``: its viewpoints in order. ``reach``: all viewpoints that the person may look around from, where regions may
    be drawn. ``types``: those of things that this campaign knows.
    """

    items: tuple[ItemT, ...]
    path: tuple[str, ...]
    reach: tuple[str, ...]
    types: tuple[str, ...]


class Answers(Wire, Generic[AnswerT]):
    """One answer for each item, in the same order; null for an item whose words were corrected since it was asked."""

    answers: Annotated[tuple[AnswerT | None, ...], Field(min_length=1, max_length=MOST_ITEMS)]
