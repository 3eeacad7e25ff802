"""When the words of a route are said, and where the camera looks meanwhile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import exp, pi, tan
from typing import TYPE_CHECKING

import numpy as np

from align.pose_trace import PoseTrace
from align.spoken_routes.speaker import middle_of
from align.timed import TimedWord
from environments.geometry import direction, extrinsic_matrix, heading_elevation, wrap_angle

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from align.spoken_routes.phrases import MentionMark
    from align.spoken_routes.speaker import Manner, PathPlace, PlacedSentence
    from environments.geometry import Vector

STEP_SECONDS = 1.2
_BEFORE, _AFTER = 0.6, 0.4
_PAUSE = (0.3, 0.9)  # seconds between sentences
_SPREAD = 0.15  # of the logarithm of a word's seconds
_LETTERS = 4.5  # of a word of mean length
_REACTION = 0.12  # seconds in which the camera does two thirds of its way to what it turns to
_FIELD_OF_VIEW, _ASPECT, _NEAR, _FAR = 1.309, 4 / 3, 0.1, 1000.0  # 75 degrees high, as on the pages


@dataclass(frozen=True, slots=True)
class Timeline:
    """The words of an instruction, when each sentence begins, and when the walk leaves each place but the last."""

    text: str
    words: tuple[TimedWord, ...]
    starts: tuple[int, ...]
    leaves: tuple[float, ...]
    end: float


def timed(sentences: Sequence[PlacedSentence], manner: Manner, random: np.random.Generator) -> Timeline:
    """Say sentences one after another; a step takes ``STEP_SECONDS``, in which nothing is said.

    Returns:
        ``starts``: each sentence's first character in the text. Times are whole milliseconds.
    """
    text, words, starts, leaves, now = "", list[TimedWord](), list[int](), list[float](), _BEFORE
    for sentence in sentences:
        text += " " if text else ""
        starts.append(len(text))
        for match in re.finditer(r"\S+", sentence.phrase.text):
            share = (1 + len(match[0]) / _LETTERS) / 2
            end = now + share / manner.words_per_second * exp(random.normal(0, _SPREAD))
            place = len(text) + match.start(), len(text) + match.end()
            words.append(
                TimedWord(
                    match[0], round(now, 3), round(end, 3), "aligned", start_char=place[0], end_char=place[1]
                )
            )
            now = end
        text += sentence.phrase.text
        if sentence.step:
            leaves.append(now)
            now += STEP_SECONDS
        now += random.uniform(*_PAUSE)
    return Timeline(text, tuple(words), tuple(starts), tuple(leaves), now + _AFTER)


@dataclass(frozen=True, slots=True)
class CameraTurn:
    """From when on the camera turns to a direction."""

    time: float
    heading: float
    elevation: float


def looks(
    marks: Sequence[tuple[MentionMark, float, int]], timeline: Timeline, places: Sequence[PathPlace], manner: Manner,
    random: np.random.Generator,
) -> list[CameraTurn]:  # fmt: skip
    """Where a speaker looks: at each thing that they mean before they name it, and else the way they go.

    Args:
        marks: mentions that no other holds, with the time of their first word and the number of their place.
    """
    found = [CameraTurn(0.0, places[0].heading, 0.0)]
    arrivals = [0.0, *(time + STEP_SECONDS for time in timeline.leaves)]
    for time, place in zip(timeline.leaves, places, strict=False):
        found.append(CameraTurn(time, place.heading if place.onwards is None else place.onwards, 0.0))
    for mark, start, number in marks:
        seen_here = places[number].seen
        things = [seen_here[thing] for thing in mark.referent.things if thing in seen_here]
        if things:
            lead = max(0.0, random.normal(manner.lead, manner.lead_spread))
            at = np.mean([direction(*middle_of(seen)) for seen in things], axis=0)
            heading, elevation = (float(angle) for angle in heading_elevation(at))
            noise = random.normal(0, manner.gaze_noise, 2)
            time = max(arrivals[number], start - lead)
            found.append(CameraTurn(time, heading + float(noise[0]), elevation + float(noise[1])))
    return sorted(found, key=lambda look: look.time)


def camera(
    found: Sequence[CameraTurn],
    timeline: Timeline,
    path: Sequence[str],
    positions: Mapping[str, Vector],
    manner: Manner,
) -> PoseTrace:
    """The camera that turns from look to look, and walks between the viewpoints as they are left."""
    times = np.arange(0, timeline.end, 1 / manner.snapshots_per_second)
    headings, elevations = _turned(found, times)
    leaves = np.array(timeline.leaves)
    number = np.searchsorted(leaves + STEP_SECONDS, times, side="right")
    where = np.array([positions[name] for name in path])
    following = np.minimum(number + 1, len(path) - 1)
    begun = np.append(leaves, np.inf)[number]
    share = np.clip((times - begun) / STEP_SECONDS, 0.0, 1.0)[:, np.newaxis]
    at = where[number] * (1 - share) + where[following] * share
    lens = np.broadcast_to(_lens(), (len(times), 4, 4))
    return PoseTrace(
        times,
        tuple(path[i] for i in number.tolist()),
        extrinsic_matrix(at, headings, elevations).astype(np.float32),
        lens.astype(np.float32),
    )


def _turned(found: Sequence[CameraTurn], times: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[
    np.ndarray[tuple[int], np.dtype[np.float64]], np.ndarray[tuple[int], np.dtype[np.float64]]
]:  # fmt: skip
    """Headings and elevations at the times: the camera nears what it turns to, ever more slowly."""
    angles = np.empty((len(times), 2))
    heading, elevation, before, at = found[0].heading, found[0].elevation, 0.0, 0
    for number, time in enumerate(times.tolist()):
        for begin, end, look in _stretches(found, at, before, time):
            share = 1 - exp(-(end - begin) / _REACTION)
            heading += share * float(wrap_angle(look.heading - heading))
            elevation += share * (look.elevation - elevation)
        at, before = sum(look.time <= time for look in found) - 1, time
        angles[number] = heading, max(-pi / 2, min(pi / 2, elevation))
    return angles[:, 0], angles[:, 1]


def _stretches(
    found: Sequence[CameraTurn], at: int, before: float, now: float
) -> Iterator[tuple[float, float, CameraTurn]]:
    """The look of each stretch of time between two moments."""
    while True:
        until = found[at + 1].time if at + 1 < len(found) else float("inf")
        yield before, min(until, now), found[at]
        if until >= now:
            return
        at, before = at + 1, until


def _lens() -> list[list[float]]:
    """OpenGL's projection of a lens of 75 degrees."""
    high = 1 / tan(_FIELD_OF_VIEW / 2)
    deep = (_FAR + _NEAR) / (_NEAR - _FAR)
    return [
        [high / _ASPECT, 0, 0, 0],
        [0, high, 0, 0],
        [0, 0, deep, 2 * _FAR * _NEAR / (_NEAR - _FAR)],
        [0, 0, -1, 0],
    ]
