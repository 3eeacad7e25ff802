"""The inner loops of the search, compiled; ``search.py`` says what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.compilation import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

IMPOSSIBLE = -1e30
"""Log probability of an impossible event."""
NOWHERE, SKIPPED = -1, -2
"""How a junction was reached: by the arc 0, 1, ..., counted from the first arc of the previous junction; by skipping a
word (``SKIPPED``); by stepping back k words (``SKIPPED`` - k)."""


class Arrays(NamedTuple):
    """The arrays of a ``Network`` that the loops need; ``states_from`` (junctions + 1,) is the first state of each
    junction."""

    column: NDArray[np.int32]
    first: NDArray[np.bool_]
    source: NDArray[np.int32]
    stay: NDArray[np.float32]
    leave: NDArray[np.float32]
    enter: NDArray[np.float32]
    last: NDArray[np.int32]
    destination: NDArray[np.int32]
    arcs_from: NDArray[np.int32]
    states_from: NDArray[np.int64]


class Limits(NamedTuple):
    """Prices between words (log probabilities), and the limits of the search."""

    back: float
    most_back: int
    skip: float
    beam: float
    back_beam: float
    most_junctions: int


@compiled
def advance(
    scores: NDArray[np.float32],
    net: Arrays,
    limits: Limits,
    score: NDArray[np.float32],
    junction: NDArray[np.float64],
    window: NDArray[np.int64],
    moved: NDArray[np.bool_],
    came_by: NDArray[np.int16],
) -> tuple[int, int, float]:
    """Search all frames of a block. Changes all arguments from ``score`` on.

    Returns:
        The lowest and the highest junction followed in the block, and the best state's log probability at its end.
    """
    low, high, best = window[0], window[1], 0.0
    lowest, highest = low, high
    for t in range(len(scores)):
        best = _enter_frame(scores[t], net, score, junction, low, high, moved[t])
        high = min(high + 1, junction.size - 1)
        _leave_arcs(net, score, junction, low, high, came_by[t])
        least = best - limits.beam
        low = _step_back(junction, low, high, limits, best - limits.back_beam, came_by[t])
        high = _skip(junction, low, high, limits, least, came_by[t])
        lowest, highest = min(lowest, low), max(highest, high)
        low, high = _narrowed(net, score, junction, low, high, limits, least)
    window[0], window[1] = low, high
    return lowest, highest, best


@compiled
def _enter_frame(
    frame: NDArray[np.float32],
    net: Arrays,
    score: NDArray[np.float32],
    junction: NDArray[np.float64],
    low: int,
    high: int,
    moved: NDArray[np.bool_],
) -> float:
    best = IMPOSSIBLE
    for s in range(net.states_from[high + 1] - 1, net.states_from[low] - 1, -1):
        before = score[s] + net.stay[s]
        if net.first[s]:
            entering = np.float32(junction[net.source[s]]) + net.enter[s]
        else:
            entering = score[s - 1] + net.leave[s - 1]
        if entering > before:
            before = entering
            moved[s] = True
        score[s] = before + frame[net.column[s]]
        best = max(best, score[s])
    return best


@compiled
def _leave_arcs(
    net: Arrays,
    score: NDArray[np.float32],
    junction: NDArray[np.float64],
    low: int,
    high: int,
    came_by: NDArray[np.int16],
) -> None:
    junction[low : high + 1] = IMPOSSIBLE
    for a in range(net.arcs_from[low], net.arcs_from[high + 1]):
        j, reached = net.destination[a], score[net.last[a]] + net.leave[net.last[a]]
        if j <= high and reached > junction[j]:
            junction[j] = reached
            came_by[j] = a - net.arcs_from[max(j - 1, 0)]


@compiled
def _step_back(
    junction: NDArray[np.float64],
    low: int,
    high: int,
    limits: Limits,
    least: float,
    came_by: NDArray[np.int16],
) -> int:
    reached = junction[low : high + 1].copy()
    lowest = low
    for j in range(low, high + 1):
        again = reached[j - low] + limits.back
        if again > least:
            for k in range(1, min(limits.most_back, j) + 1):
                if again > junction[j - k]:
                    junction[j - k] = again
                    came_by[j - k] = SKIPPED - k
                    lowest = min(lowest, j - k)
    return lowest


@compiled
def _skip(
    junction: NDArray[np.float64],
    low: int,
    high: int,
    limits: Limits,
    least: float,
    came_by: NDArray[np.int16],
) -> int:
    j = low
    while j < junction.size - 1 and (j < high or junction[j] + limits.skip > least):
        if junction[j] + limits.skip > junction[j + 1]:
            junction[j + 1] = junction[j] + limits.skip
            came_by[j + 1] = SKIPPED
        j += 1
    return max(high, j)


@compiled
def _narrowed(
    net: Arrays,
    score: NDArray[np.float32],
    junction: NDArray[np.float64],
    low: int,
    high: int,
    limits: Limits,
    least: float,
) -> tuple[int, int]:
    while high > low and _is_hopeless(net, score, junction, high, least):
        _forget(net, score, junction, high)
        high -= 1
    while high > low and (
        high - low >= limits.most_junctions or _is_hopeless(net, score, junction, low, least)
    ):
        _forget(net, score, junction, low)
        low += 1
    return low, high


@compiled
def _is_hopeless(
    net: Arrays, score: NDArray[np.float32], junction: NDArray[np.float64], j: int, least: float
) -> bool:
    if junction[j] >= least:
        return False
    for s in range(net.states_from[j], net.states_from[j + 1]):  # noqa: SIM110
        if score[s] >= least:
            return False
    return True


@compiled
def _forget(net: Arrays, score: NDArray[np.float32], junction: NDArray[np.float64], j: int) -> None:
    junction[j] = IMPOSSIBLE
    score[net.states_from[j] : net.states_from[j + 1]] = IMPOSSIBLE


@compiled
def trace_back(
    net: Arrays,
    moved: NDArray[np.bool_],
    first_state: int,
    came_by: NDArray[np.int16],
    first_junction: int,
    place: NDArray[np.int64],
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Trace the path through a block back from its end.

    Args:
        place: (2,) the junction, and the state or -1 when the path is at the junction; at the block's end when called,
            at its beginning afterwards.

    Returns:
        (t,) states, and (t,) whether a frame opens an arc.
    """
    junction, state = place[0], place[1]
    states, entered = np.empty(len(moved), np.int32), np.zeros(len(moved), np.bool_)
    for t in range(len(moved) - 1, -1, -1):
        if state < 0:
            junction, state = _arc_into(net, came_by[t], first_junction, junction)
        states[t] = state
        if moved[t, state - first_state]:
            if net.first[state]:
                entered[t] = True
                junction, state = net.source[state], -1
            else:
                state -= 1
    place[0], place[1] = junction, state
    return states, entered


@compiled
def _arc_into(net: Arrays, came_by: NDArray[np.int16], first_junction: int, junction: int) -> tuple[int, int]:
    code = came_by[junction - first_junction]
    while code < NOWHERE:
        junction += SKIPPED - code if code < SKIPPED else -1
        code = came_by[junction - first_junction]
    return junction, net.last[net.arcs_from[max(junction - 1, 0)] + code]
