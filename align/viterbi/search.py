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
from align.viterbi.kernels import IMPOSSIBLE, NOWHERE, Arrays, Limits

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from align.viterbi.network import Network

BEAM = 1500.0
"""A junction is dropped when all its states are less likely than the best one by this much (natural logarithm)."""
BACK_BEAM = 400.0
"""The same for stepping back, which would otherwise spread over all words said so far."""
TRACE_FRAMES = 64
"""Number of frames whose back pointers are kept together; in longer blocks the search moves on, and more is kept than
needed."""
MOST_TRACE_BYTES = 2**24
"""Back pointers of more bytes are kept in a temporary file: an hour has some 100 MB for each search."""
MOST_JUNCTIONS = 400
"""Largest number of words that are followed, about three minutes of speech: it bounds the memory when nothing fits."""


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
    """Where the file has the compressed back pointers of a block of frames: a bit for each state and frame (entered or
    stayed), then ``came_by``."""

    n_frames: int
    first_state: int
    n_states: int
    first_junction: int
    start: int
    moved_bytes: int
    came_by_bytes: int


class Search:
    """Takes scores block by block, then gives the path."""

    def __init__(self, network: Network) -> None:
        prices = network.prices
        self._limits = Limits(prices.back, prices.most_back, prices.skip, BEAM, BACK_BEAM, MOST_JUNCTIONS)
        self._net = _arrays(network)
        self._score = np.full(network.column.size, IMPOSSIBLE, np.float32)
        self._junction = np.full(network.n_junctions, IMPOSSIBLE)
        self._junction[0] = 0.0
        self._window = np.array([0, 0])
        self._log_probability = 0.0
        self._traces: list[_Trace] = []
        self._file = tempfile.SpooledTemporaryFile(MOST_TRACE_BYTES)  # noqa: SIM115
        weakref.finalize(self, self._file.close)

    def advance(self, scores: NDArray[np.float32]) -> None:
        """Follow the states through the next frames.

        Args:
            scores: (t, columns) log density of each frame in each column of the network.
        """
        for first in range(0, len(scores), TRACE_FRAMES):
            self._follow(scores[first : first + TRACE_FRAMES])

    def _follow(self, scores: NDArray[np.float32]) -> None:
        moved = np.zeros((len(scores), self._score.size), np.bool_)
        came_by = np.full((len(scores), self._junction.size), NOWHERE, np.int16)
        low, high, best = kernels.advance(
            scores, self._net, self._limits, self._score, self._junction, self._window, moved, came_by
        )
        first, last = int(self._net.states_from[low]), int(self._net.states_from[high + 1])
        bits = zlib.compress(np.packbits(moved[:, first:last].T).tobytes(), level=1)
        arrivals = zlib.compress(came_by[:, low : high + 1].tobytes(), level=1)
        self._file.seek(0, os.SEEK_END)
        start = self._file.tell()
        self._file.write(bits)
        self._file.write(arrivals)
        self._traces.append(_Trace(len(scores), first, last - first, low, start, len(bits), len(arrivals)))
        self._count_from(best)

    def path(self, *, to_the_end: bool = True) -> StatePath:
        """The most likely path from the first junction to the last, or with ``to_the_end=False`` to any.

        Words after the last one reached are skipped, even if that leaves the beam.
        """
        words_left = self._junction.size - 1 - np.arange(self._junction.size)
        final = self._junction + (self._limits.skip * words_left if to_the_end else 0.0)
        junction = int(final.argmax())
        place = np.array([junction, -1])
        blocks = [self._trace_back(trace, place) for trace in reversed(self._traces)]
        states, entered = (np.concatenate(part[::-1]) for part in zip(*blocks, strict=True))
        return StatePath(states, entered, self._log_probability + float(final[junction]))

    def _trace_back(
        self, trace: _Trace, place: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        self._file.seek(trace.start)
        bits = np.frombuffer(zlib.decompress(self._file.read(trace.moved_bytes)), np.uint8)
        shape = trace.n_states, trace.n_frames
        by_state = np.unpackbits(bits, count=shape[0] * shape[1]).view(np.bool_).reshape(shape)
        moved = np.ascontiguousarray(by_state.T)
        # a bytearray, since the kernel is compiled for arrays that can be written
        arrivals = bytearray(zlib.decompress(self._file.read(trace.came_by_bytes)))
        came_by = np.frombuffer(arrivals, np.int16).reshape(trace.n_frames, -1)
        return kernels.trace_back(self._net, moved, trace.first_state, came_by, trace.first_junction, place)

    def _count_from(self, best: float) -> None:
        """Keep scores near zero: single precision would not do for the log probability of many minutes."""
        self._score -= np.float32(best)
        self._junction -= best
        self._log_probability += best


def _arrays(network: Network) -> Arrays:
    states_from = np.searchsorted(network.source, np.arange(network.n_junctions + 1))
    return Arrays(
        network.column,
        network.first,
        network.source,
        network.stay,
        network.leave,
        network.enter,
        network.last,
        network.destination,
        network.arcs_from,
        states_from,
    )
