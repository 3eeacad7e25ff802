"""Viterbi search: the most likely path through a network, frame by frame.

The search follows the junctions (with all their states) that have a state within a beam of the best state. They lie
around one place of the transcript, so that a second of a long recording costs no more than a second of a short one.
Only their back pointers are kept, one bit per state, and compressed, state by state: they are very similar from frame
to frame.

Source: Viterbi 1967; in connected speech: Ney 1984, Rabiner 1989.
"""

from __future__ import annotations

import os
import tempfile
import weakref
import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.viterbi import kernels
from align.viterbi.kernels import IMPOSSIBLE, NOWHERE, Arrays, Hypotheses, Limits, Pointers

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from align.viterbi.network import Network

BEAMS = 3000.0, 12_000.0, 48_000.0
"""A junction is dropped when all its states are less likely than the best one by this much (natural logarithm): the
first is for some fifteen words that are written and not said, the others for when the path is lost (``lost.py``)."""
FILLER_BEAM = 500.0
"""The same for the fillers of a junction, which are most of its states."""
BACK_BEAM = 400.0
"""The same for stepping back, which would otherwise spread over all words said so far."""
TRACE_FRAMES = 64
"""Number of frames whose back pointers are kept together; in longer blocks the search moves on, and more is kept than
needed."""
ROOM = 40
"""Number of junctions beyond those followed for which there is room in the back pointers of a block."""
MOST_TRACE_BYTES = 2**20
"""Back pointers of more bytes are kept in a temporary file: an hour has some 100 MB for each search."""
MOST_JUNCTIONS = 400
"""Largest number of words that are followed with the first beam, about three minutes of speech, and in proportion with
the others: it bounds the memory when nothing fits."""


class StatePath(NamedTuple):
    """The most likely path.

    Attributes:
        states: (t,) the state of each frame.
        entered: (t,) whether the frame begins an arc.
        log_probability: of the whole path.
    """

    states: NDArray[np.int32]
    entered: NDArray[np.bool_]
    log_probability: float


class _Trace(NamedTuple):
    """Where the file has the compressed back pointers of a block of frames: ``moved``, then ``came_by``."""

    n_frames: int
    first_state: int
    n_states: int
    first_junction: int
    start: int
    moved_bytes: int
    came_by_bytes: int


class Search:
    """Takes scores block by block, then gives the path.

    Args:
        beam: one of ``BEAMS``.

    Attributes:
        log_probability: of the best path so far.
    """

    def __init__(self, network: Network, beam: float = BEAMS[0]) -> None:
        prices = network.prices
        self.beam = beam
        self._limits = Limits(
            back=prices.back,
            most_back=prices.most_back,
            skip=prices.skip,
            beam=beam,
            filler_beam=FILLER_BEAM,
            back_beam=BACK_BEAM,
            most_junctions=int(MOST_JUNCTIONS * beam / BEAMS[0]),
        )
        self._net = _arrays(network)
        self._paths = _at_the_first_junction(network)
        self._margin = 2 + prices.most_back + int(min(beam / -prices.skip, network.n_junctions))
        self.log_probability = 0.0
        self._traces: list[_Trace] = []
        self._file = tempfile.SpooledTemporaryFile(MOST_TRACE_BYTES)  # noqa: SIM115
        weakref.finalize(self, self._file.close)

    def advance(self, scores: NDArray[np.float32]) -> None:
        """Follow the states through the next frames.

        Args:
            scores: (t, columns) log density of each frame in each column of the network.
        """
        done = 0
        while done < len(scores):
            done += self._follow(scores[done : done + TRACE_FRAMES])

    def _follow(self, scores: NDArray[np.float32]) -> int:
        pointers = self._room(len(scores))
        done, low, high, best = kernels.advance(
            scores, self._net, self._limits, self._paths, pointers, self._margin
        )
        first, end = int(self._net.states_from[low]), int(self._net.states_from[high + 1])
        moved = pointers.moved[:, first - pointers.first_state : end - pointers.first_state]
        bits = zlib.compress(moved.tobytes(), level=1)
        bottom = pointers.first_junction
        arrivals = zlib.compress(pointers.came_by[:done, low - bottom : high + 1 - bottom].tobytes(), level=1)
        self._file.seek(0, os.SEEK_END)
        start = self._file.tell()
        self._file.write(bits)
        self._file.write(arrivals)
        self._traces.append(_Trace(done, first, end - first, low, start, len(bits), len(arrivals)))
        self._count_from(best)
        return done

    def _room(self, n_frames: int) -> Pointers:
        """Empty back pointers for the junctions that these frames may reach, or the first of them."""
        low, high = self._paths.window.tolist()
        around = self._margin + ROOM
        first, last = max(0, low - around), min(self._net.states_from.size - 2, high + around)
        first_state, end = int(self._net.states_from[first]), int(self._net.states_from[last + 1])
        return Pointers(
            np.zeros((TRACE_FRAMES // 8, end - first_state), np.uint8),
            np.full((n_frames, last + 1 - first), NOWHERE, np.int16),
            first_state,
            first,
        )

    def path(self, *, to_the_end: bool = True) -> StatePath:
        """The most likely path from the first junction to the last, or with ``to_the_end=False`` to any.

        Words after the last one reached are skipped, even if that leaves the beam.
        """
        final = self._final(to_the_end)
        junction = int(final.argmax())
        place = np.array([junction, -1])
        blocks = [self._trace_back(trace, place) for trace in reversed(self._traces)]
        states, entered = (np.concatenate(part[::-1]) for part in zip(*blocks, strict=True))
        return StatePath(states, entered, self.log_probability + float(final[junction]))

    @property
    def rest(self) -> float:
        """What it costs the path to reach the last junction: nothing, or the words that are left."""
        return float(self._final(to_the_end=True).max())

    def _final(self, to_the_end: bool) -> NDArray[np.float64]:
        junctions = self._paths.junction
        words_left = junctions.size - 1 - np.arange(junctions.size)
        return junctions + (self._limits.skip * words_left if to_the_end else 0.0)

    def _trace_back(
        self, trace: _Trace, place: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        self._file.seek(trace.start)
        # bytearrays, since the kernel is compiled for arrays that can be written
        bits = bytearray(zlib.decompress(self._file.read(trace.moved_bytes)))
        arrivals = bytearray(zlib.decompress(self._file.read(trace.came_by_bytes)))
        pointers = Pointers(
            np.frombuffer(bits, np.uint8).reshape(-1, trace.n_states),
            np.frombuffer(arrivals, np.int16).reshape(trace.n_frames, -1),
            trace.first_state,
            trace.first_junction,
        )
        return kernels.trace_back(self._net, pointers, place)

    def _count_from(self, best: float) -> None:
        """Keep scores near zero: single precision would not do for the log probability of many minutes."""
        low, high = self._paths.window.tolist()  # beyond them, there is nothing but ``IMPOSSIBLE``
        first, end = int(self._net.states_from[low]), int(self._net.states_from[high + 1])
        self._paths.score[first + 1 : end + 1] -= np.float32(best)
        self._paths.junction[low : high + 1] -= best
        self.log_probability += best


def _at_the_first_junction(network: Network) -> Hypotheses:
    junction = np.full(network.n_junctions, IMPOSSIBLE)
    junction[0] = 0.0
    return Hypotheses(
        np.full(1 + network.column.size, IMPOSSIBLE, np.float32),
        np.empty(network.column.size, np.float32),
        junction,
        np.zeros(network.n_junctions, np.bool_),
        np.array([0, 0]),
    )


def _arrays(network: Network) -> Arrays:
    states_of = np.concatenate([[0], network.last + 1]).astype(np.int32)
    before = np.roll(network.leave, 1)
    return Arrays(
        column=network.column,
        source=network.source,
        first=network.first,
        stay=network.stay,
        leave=network.leave,
        step=np.where(network.first, np.float32(IMPOSSIBLE), before),
        enter=network.enter[states_of[:-1]],
        states_of=states_of,
        last=network.last,
        destination=network.destination,
        arcs_from=network.arcs_from,
        states_from=states_of[network.arcs_from],
        fillers_from=states_of[network.fillers_from],
        filler_arcs_from=network.fillers_from,
    )
