"""When simulated people take the steps of a path, and the pose traces of their walks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from align import PoseTrace
from environments import NavigationGraph
from tests.benchmarks.flags.material import Spoken
from tests.benchmarks.flags.sounds import with_pauses

Random = np.random.Generator
STEP = 1.5
"""Seconds for a step by somebody who does nothing else."""


@dataclass(frozen=True, slots=True)
class Performance:
    """A voice, and when each step of a walk was made."""

    style: str
    spoken: Spoken
    walked: tuple[str, ...]
    steps: tuple[float, ...]


def trace_of(walked: Sequence[str], steps: Sequence[float], duration: float) -> PoseTrace:
    """A snapshot ten times a second and at each arrival; ``steps`` has the times of all arrivals but the first."""
    arrivals = np.array(steps, dtype=np.float64)
    time = np.union1d(np.arange(0, max([duration, *steps]) + 0.2, 0.1), arrivals)
    places = np.searchsorted(arrivals, time, side="right")
    matrices = np.broadcast_to(np.eye(4, dtype=np.float32), (time.size, 4, 4)).copy()
    return PoseTrace(time, tuple(walked[place] for place in places), matrices, matrices)


# Honest Guides


def walking_and_talking(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    """Steps at any moment of the speech."""
    times = np.sort(rng.uniform(0.08, 0.95, len(path) - 1)) * spoken.duration
    return Performance("walks and talks", spoken, path, tuple(times))


def stopping_to_talk(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    """Silent on the way, then a few words in each place."""
    cuts = _word_ends(spoken, len(path) - 1, rng)
    pauses = [(time, float(rng.uniform(2, 5))) for time in cuts]
    slow = with_pauses(spoken, pauses)
    steps = np.cumsum([seconds for _, seconds in pauses]) + np.array(cuts) - 0.5
    return Performance("stops to talk", slow, path, tuple(steps))


def looking_first(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    """A third of the words before the first step."""
    times = np.sort(rng.uniform(0.33, 0.97, len(path) - 1)) * spoken.duration
    return Performance("a third before the first step", spoken, path, tuple(times))


def trying_it_first(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    """To the goal and back in silence, then walking and talking."""
    there_and_back = (*path, *reversed(path[:-1]))
    ahead = STEP * len(there_and_back)
    late = with_pauses(spoken, [(0.0, ahead)])
    again = walking_and_talking(spoken, path, rng).steps
    steps = (*(STEP * (n + 1) for n in range(len(there_and_back) - 1)), *(ahead + time for time in again))
    return Performance("tries the path first", late, (*there_and_back, *path[1:]), steps)


# Guides who read aloud


def walking_first(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    ahead = STEP * len(path)
    late = with_pauses(spoken, [(0.0, ahead)])
    return Performance("walks, then reads", late, path, _brisk(path))


def reading_first(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    last = with_pauses(spoken, [(spoken.duration - 0.01, STEP * len(path))])
    steps = tuple(spoken.duration + time for time in _brisk(path))
    return Performance("reads, then walks", last, path, steps)


def reading_with_pauses(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    ahead = STEP * len(path)
    pauses = [(time, float(rng.uniform(1, 4))) for time in _word_ends(spoken, 4, rng)]
    slow = with_pauses(with_pauses(spoken, pauses), [(0.0, ahead)])
    return Performance("walks, then reads with pauses", slow, path, _brisk(path))


def reading_half_way(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    half = len(path) // 2
    late = with_pauses(spoken, [(0.0, STEP * (half + 1))])
    steps = tuple(time if n < half else time + spoken.duration + STEP for n, time in enumerate(_brisk(path)))
    return Performance("reads half way", late, path, steps)


def a_word_on_the_way(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    """A tenth of the speech before the goal."""
    times = np.linspace(0.02, 0.1, len(path) - 1) * spoken.duration
    return Performance("a tenth on the way, then reads", spoken, path, tuple(times))


def shifting_about(spoken: Spoken, path: tuple[str, ...], rng: Random) -> Performance:
    """Walks, then reads while going to and fro between the goal and the viewpoint before it."""
    ahead = STEP * len(path)
    late = with_pauses(spoken, [(0.0, ahead)])
    times = np.arange(ahead + 3, ahead + spoken.duration, 6.0)
    to_and_fro = [path[-2 + n % 2] for n in range(len(times))]
    return Performance("reads, to and fro at the goal", late, (*path, *to_and_fro), (*_brisk(path), *times))


Style = Callable[[Spoken, tuple[str, ...], Random], Performance]
HONEST: tuple[Style, ...] = (walking_and_talking, stopping_to_talk, looking_first, trying_it_first)
READING: tuple[Style, ...] = (
    walking_first, reading_first, reading_with_pauses, reading_half_way, a_word_on_the_way, shifting_about,
)  # fmt: skip


# Other walks


def with_detour(graph: NavigationGraph, path: Sequence[str], rng: Random) -> tuple[str, ...]:
    """The path, with a step aside and back somewhere on it."""
    at = int(rng.integers(len(path)))
    aside = str(rng.choice(graph.neighbors(path[at])))
    return (*path[: at + 1], aside, *path[at:])


def around(graph: NavigationGraph, path: Sequence[str], missing: str) -> tuple[str, ...] | None:
    """From the start to the goal without one viewpoint, where there is another way."""
    import networkx

    rest = graph.nx.subgraph([name for name in graph.viewpoint_ids if name != missing])
    try:
        return tuple(networkx.shortest_path(rest, path[0], path[-1], weight="weight"))
    except networkx.NetworkXNoPath:
        return None


def wandering(graph: NavigationGraph, start: str, steps: int, rng: Random) -> tuple[str, ...]:
    walked = [start]
    for _ in range(steps):
        walked.append(str(rng.choice(graph.neighbors(walked[-1]))))
    return tuple(walked)


def paced(count: int, seconds: float, rng: Random) -> tuple[float, ...]:
    """Times of steps that take about so long each."""
    return tuple(np.cumsum(rng.uniform(0.8, 1.2, count) * seconds) + 0.5)


def _brisk(path: Sequence[str]) -> tuple[float, ...]:
    return tuple(STEP * (n + 1) - 0.2 for n in range(len(path) - 1))


def _word_ends(spoken: Spoken, count: int, rng: Random) -> list[float]:
    """Moments between words, spread over the recording."""
    between = [(end + start) / 2 for (_, end), (start, _) in pairwise(spoken.times)]
    if not between:
        return list(np.linspace(0.1, 0.9, count) * spoken.duration)
    wanted = (np.arange(count) + rng.uniform(0.3, 0.9, count)) / count * len(between)
    return [between[min(int(place), len(between) - 1)] for place in wanted]
