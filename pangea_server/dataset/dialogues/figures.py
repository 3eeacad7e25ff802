"""How a dialogue went: who spoke how much, how quickly they answered each other, and how far each answer took them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from statistics import median

import numpy as np

from align import PoseTrace
from align.turns import floor_transfers, merged_turns, overlap, speech_seconds
from environments import NavigationGraph
from pangea_server.dataset.dialogues.together import Dialogue, Side


@dataclass(frozen=True, slots=True)
class SideFigures:
    """One person's share.

    Attributes:
        speech_seconds: None while their voice is not aligned.
        voice_delay: median seconds until they heard what their partner said; None where their page did not note it.
    """

    role: str
    words: int
    texts: int
    turns: int | None
    speech_seconds: float | None
    voice_delay: float | None


@dataclass(frozen=True, slots=True)
class ExchangeFigures:
    """What an answer of the oracle led to, until their next one.

    Attributes:
        start: when they began to answer, in seconds.
        words: what they said.
        progress: metres by which the navigator came nearer to the goal.

    Source of the progress: Thomason et al. 2019, arXiv:1907.04957.
    """

    start: float
    words: str
    progress: float


@dataclass(frozen=True, slots=True)
class DialogueFigures:
    """Of a whole dialogue.

    Attributes:
        seconds: until the last stopped recording; None where nobody knows.
        overlap: share of the time with speech in which both spoke; None unless both voices are aligned and on one line.
        floor_transfer: median seconds from one's last word to the other's first; None where the floor never changed.
        response: the same from when that last word was heard, which the network and its delay have no part in; None
            where nobody knows that.
        bound: seconds by which the two time lines may be wrong against each other.
        exchanges: None unless both voices are aligned and on one line, there is a goal, and place and walk are known.
    """

    seconds: float | None
    sides: tuple[SideFigures, ...]
    overlap: float | None
    floor_transfer: float | None
    response: float | None
    bound: float | None
    exchanges: tuple[ExchangeFigures, ...] | None


def figures(dialogue: Dialogue, place: NavigationGraph | None, walk: PoseTrace | None) -> DialogueFigures:
    """Of one dialogue; ``walk`` is that of who ends it, the navigator.

    Raises:
        GraphError: the walk or the goal is not of this place.
    """
    timed = is_timed(dialogue)
    measured = dialogue.said(measured=True) if timed else []
    transfers = [each.seconds for each in floor_transfers(measured)]
    bounds = [side.clock.bound for side in dialogue.sides if side.clock]
    return DialogueFigures(
        seconds=dialogue.seconds,
        sides=tuple(_side(side, dialogue, timed=timed) for side in dialogue.sides),
        overlap=overlap(measured),
        floor_transfer=_median(transfers),
        response=_median(dialogue.responses(measured)),
        bound=sum(bounds) if len(bounds) == len(dialogue.sides) else None,
        exchanges=_exchanges(dialogue, place, walk) if timed else None,
    )


def is_timed(dialogue: Dialogue) -> bool:
    """Whether it is known when each of the two said what they said."""
    return all(side.clock and (side.words or not side.annotation.transcript) for side in dialogue.sides)


def goal_of(dialogue: Dialogue) -> str | None:
    """Where the navigator should come to; None where the kind has no such place."""
    goal, path = (dialogue.first.args.get(key) for key in ("goal", "path"))
    if isinstance(goal, str):
        return goal
    return str(path[-1]) if isinstance(path, Sequence) and path else None


def navigator_of(dialogue: Dialogue) -> Side:
    """Who walks to the goal, and ends the dialogue."""
    return dialogue.sides[-1]


def _side(side: Side, dialogue: Dialogue, *, timed: bool) -> SideFigures:
    return SideFigures(
        role=side.role,
        words=len(side.annotation.transcript.split()),
        texts=len(side.answer.messages),
        turns=sum(turn.speaker == side.role for turn in merged_turns(dialogue.said())) if timed else None,
        speech_seconds=speech_seconds(side.said()) if side.words and side.clock else None,
        voice_delay=delay.exceeded(0.5) if (delay := dialogue.delays[side.role]) else None,
    )


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def _exchanges(
    dialogue: Dialogue, place: NavigationGraph | None, walk: PoseTrace | None
) -> tuple[ExchangeFigures, ...] | None:
    goal, navigator = goal_of(dialogue), navigator_of(dialogue)
    if place is None or walk is None or goal is None or goal not in place:
        return None
    seen_at = navigator.times(walk.time)

    def away(time: float) -> float:
        row = max(0, int(np.searchsorted(seen_at, time, side="right")) - 1)
        return place.distance(str(walk.viewpoint_ids[row]), goal)

    answers = [turn for turn in merged_turns(dialogue.said()) if turn.speaker != navigator.role]
    ends = [*(turn.start for turn in answers[1:]), inf]
    return tuple(
        ExchangeFigures(turn.start, turn.text, away(turn.start) - away(end))
        for turn, end in zip(answers, ends, strict=True)
    )
