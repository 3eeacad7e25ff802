"""The inner loops of the search, compiled; ``search.py`` says what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.compilation import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

IMPOSSIBLE = -1e30
"""Log probability of an impossible event."""
_LANES = 64
NOWHERE, SKIPPED = -1, -2
"""How a junction was reached: by the arc 0, 1, ..., counted from the first arc of the previous junction; by skipping a
word (``SKIPPED``); by stepping back k words (``SKIPPED`` - k)."""


class Arrays(NamedTuple):
    """The arrays of a ``Network`` that the loops need.

    Attributes:
        column, source, first, stay, leave: of each state.
        step: (states,) log probability of coming from the state before; ``IMPOSSIBLE`` for the first of an arc.
        enter, states_of, last, destination: of each arc: the price of entering it, its first and its last state (with
            the number of all states at the end of ``states_of``), and where it leads.
        arcs_from, states_from: (junctions + 1,) the first arc and the first state of each junction.
        fillers_from, filler_arcs_from: (junctions,) the first state and the first arc of each junction's fillers, which
            are its last arcs and most of its states.
    """

    column: NDArray[np.uint32]
    source: NDArray[np.int32]
    first: NDArray[np.bool_]
    stay: NDArray[np.float32]
    leave: NDArray[np.float32]
    step: NDArray[np.float32]
    enter: NDArray[np.float32]
    states_of: NDArray[np.int32]
    last: NDArray[np.int32]
    destination: NDArray[np.int32]
    arcs_from: NDArray[np.int32]
    states_from: NDArray[np.int32]
    fillers_from: NDArray[np.int32]
    filler_arcs_from: NDArray[np.int32]


class Limits(NamedTuple):
    """Prices between words (log probabilities), and the limits of the search."""

    back: float
    most_back: int
    skip: float
    beam: float
    filler_beam: float
    back_beam: float
    most_junctions: int


class Hypotheses(NamedTuple):
    """The log probabilities of all paths that the search follows.

    Attributes:
        score: (1 + states,) of the best path that is in each state, after a place that stands before the first.
        following: (states,) room for those of the next frame.
        junction: (junctions,) of the best path that is at each junction, before the next frame.
        with_fillers: (junctions,) whether a path is in a filler of each junction.
        window: (2,) the lowest and the highest junction followed.
    """

    score: NDArray[np.float32]
    following: NDArray[np.float32]
    junction: NDArray[np.float64]
    with_fillers: NDArray[np.bool_]
    window: NDArray[np.int64]


class Pointers(NamedTuple):
    """Back pointers of a block of frames, for some junctions and their states.

    Attributes:
        moved: (frames / 8, states) a bit for each frame, the lowest first: whether the state was entered in it.
        came_by: (frames, junctions) how each junction was reached after it.
        first_state, first_junction: the numbers of the first of them.
    """

    moved: NDArray[np.uint8]
    came_by: NDArray[np.int16]
    first_state: int
    first_junction: int


@compiled
def advance(
    scores: NDArray[np.float32],
    net: Arrays,
    limits: Limits,
    paths: Hypotheses,
    pointers: Pointers,
    margin: int,
) -> tuple[int, int, int, float]:
    """Search the frames of a block; stop before a frame that could reach junctions for which there are no pointers.

    Args:
        margin: how far the followed junctions can move in one frame.

    Returns:
        How many frames were searched, the lowest and the highest junction followed in them, and the best state's log
        probability after them.
    """
    low, high, best = paths.window[0], paths.window[1], 0.0
    lowest, highest, done = low, high, 0
    bottom, top = pointers.first_junction, pointers.first_junction + pointers.came_by.shape[1] - 1
    for t in range(len(scores)):
        if (low - margin < bottom and bottom > 0) or (high + margin > top and top < paths.junction.size - 1):
            break
        filled = best - limits.filler_beam
        best = _enter_frame(scores[t], t, net, paths, low, high, filled, pointers)
        came_by = pointers.came_by[t]
        high = min(high + 1, paths.junction.size - 1)
        _leave_arcs(net, paths, low, high, came_by, bottom)
        least = best - limits.beam
        low = _step_back(paths.junction, low, high, limits, best - limits.back_beam, came_by, bottom)
        high = _skip(paths.junction, low, high, limits, least, came_by, bottom)
        lowest, highest, done = min(lowest, low), max(highest, high), t + 1
        low, high = _narrowed(net, paths, low, high, limits, least)
    paths.window[0], paths.window[1] = low, high
    return done, lowest, highest, best


@compiled
def _enter_frame(
    frame: NDArray[np.float32],
    t: int,
    net: Arrays,
    paths: Hypotheses,
    low: int,
    high: int,
    least_filled: float,
    pointers: Pointers,
) -> float:
    """One loop over junctions without calls, and unsigned indexes, which cannot count from the end: only then does the
    compiler take many states at a time."""
    score, following = paths.score, paths.following
    stay, step, column = net.stay, net.step, net.column
    moved, offset = pointers.moved[t >> 3], np.uint64(pointers.first_state)
    bit, one = np.uint8(t & 7), np.uint64(1)
    for j in range(low, high + 1):
        first, end, last_arc = (
            np.uint64(net.states_from[j]),
            np.uint64(net.states_from[j + 1]),
            net.arcs_from[j + 1],
        )
        filled = paths.junction[j] + net.enter[last_arc - 1] >= least_filled
        if paths.with_fillers[j] and not filled:
            filled = _stay_alive(score[net.fillers_from[j] + 1 : net.states_from[j + 1] + 1], least_filled)
        paths.with_fillers[j] = filled
        if not filled:
            end, last_arc = np.uint64(net.fillers_from[j]), net.filler_arcs_from[j]
        for s in range(first, end):
            staying, coming = score[s + one] + stay[s], score[s] + step[s]
            steps = coming > staying
            following[s] = coming if steps else staying
            moved[s - offset] |= np.uint8(steps) << bit
        arriving = np.float32(paths.junction[j])
        for a in range(net.arcs_from[j], last_arc):
            opening = np.uint64(net.states_of[a])
            if arriving + net.enter[a] > following[opening]:
                following[opening] = arriving + net.enter[a]
                moved[opening - offset] |= np.uint8(1) << bit
        for s in range(first, end):
            score[s + one] = following[s] + frame[column[s]]
    return _highest(score[net.states_from[low] + 1 : net.states_from[high + 1] + 1])


@compiled
def _stay_alive(fillers: NDArray[np.float32], least: float) -> bool:
    """Whether one of a junction's fillers has a path that is likely enough; if not, they lose all their paths."""
    for score in fillers:
        if score >= least:
            return True
    fillers[:] = IMPOSSIBLE
    return False


@compiled
def _highest(values: NDArray[np.float32]) -> float:
    """In lanes that the compiler takes at once."""
    highest = np.full(_LANES, np.float32(IMPOSSIBLE))
    whole = len(values) // _LANES * _LANES
    for first in range(0, whole, _LANES):
        some = values[first : first + _LANES]
        for lane in range(np.uint64(_LANES)):
            highest[lane] = some[lane] if some[lane] > highest[lane] else highest[lane]
    best = highest.max()
    for place in range(whole, len(values)):
        best = max(best, values[place])
    return float(best)


@compiled
def _leave_arcs(
    net: Arrays, paths: Hypotheses, low: int, high: int, came_by: NDArray[np.int16], bottom: int
) -> None:
    junction = paths.junction
    junction[low : high + 1] = IMPOSSIBLE
    for i in range(low, high + 1):
        for a in range(
            net.arcs_from[i], net.arcs_from[i + 1] if paths.with_fillers[i] else net.filler_arcs_from[i]
        ):
            j, reached = net.destination[a], paths.score[net.last[a] + 1] + net.leave[net.last[a]]
            if j <= high and reached > junction[j]:
                junction[j] = reached
                came_by[j - bottom] = a - net.arcs_from[max(j - 1, 0)]


@compiled
def _step_back(
    junction: NDArray[np.float64],
    low: int,
    high: int,
    limits: Limits,
    least: float,
    came_by: NDArray[np.int16],
    bottom: int,
) -> int:
    reached = junction[low : high + 1].copy()
    lowest = low
    for j in range(low, high + 1):
        again = reached[j - low] + limits.back
        if again > least:
            for k in range(1, min(limits.most_back, j) + 1):
                if again > junction[j - k]:
                    junction[j - k] = again
                    came_by[j - k - bottom] = SKIPPED - k
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
    bottom: int,
) -> int:
    j = low
    while j < junction.size - 1 and (j < high or junction[j] + limits.skip > least):
        if junction[j] + limits.skip > junction[j + 1]:
            junction[j + 1] = junction[j] + limits.skip
            came_by[j + 1 - bottom] = SKIPPED
        j += 1
    return max(high, j)


@compiled
def _narrowed(
    net: Arrays, paths: Hypotheses, low: int, high: int, limits: Limits, least: float
) -> tuple[int, int]:
    while high > low and _is_hopeless(net, paths, high, least):
        _forget(net, paths, high)
        high -= 1
    while high > low and (high - low >= limits.most_junctions or _is_hopeless(net, paths, low, least)):
        _forget(net, paths, low)
        low += 1
    return low, high


@compiled
def _is_hopeless(net: Arrays, paths: Hypotheses, j: int, least: float) -> bool:
    if paths.junction[j] >= least:
        return False
    for s in range(net.states_from[j], net.states_from[j + 1]):  # noqa: SIM110
        if paths.score[s + 1] >= least:
            return False
    return True


@compiled
def _forget(net: Arrays, paths: Hypotheses, j: int) -> None:
    paths.junction[j] = IMPOSSIBLE
    paths.score[net.states_from[j] + 1 : net.states_from[j + 1] + 1] = IMPOSSIBLE
    paths.with_fillers[j] = False


@compiled
def trace_back(
    net: Arrays, pointers: Pointers, place: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Trace the path through a block back from its end.

    Args:
        place: (2,) the junction, and the state or -1 when the path is at the junction; at the block's end when called,
            at its beginning afterwards.

    Returns:
        (t,) states, and (t,) whether a frame opens an arc.
    """
    junction, state = place[0], place[1]
    n_frames = len(pointers.came_by)
    states, entered = np.empty(n_frames, np.int32), np.zeros(n_frames, np.bool_)
    for t in range(n_frames - 1, -1, -1):
        if state < 0:
            junction, state = _arc_into(net, pointers.came_by[t], pointers.first_junction, junction)
        states[t] = state
        if pointers.moved[t >> 3, state - pointers.first_state] >> (t & 7) & 1:
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


@compiled
def highest_of_rows(
    table: NDArray[np.float32],
    rows: NDArray[np.int64],
    starts: NDArray[np.int64],
    highest: NDArray[np.float32],
) -> None:
    """The highest (n, t) of each group of rows of a table (r, t): group i has ``rows`` from starts[i] to
    starts[i + 1]."""
    for group in range(len(highest)):
        out = highest[group]
        out[:] = table[rows[starts[group]]]
        for place in range(starts[group] + 1, starts[group + 1]):
            other = table[rows[place]]
            for t in range(np.uint64(len(out))):
                out[t] = other[t] if other[t] > out[t] else out[t]
