"""What the search's path tells of each word's boundary: how well the sound fits on both of its sides, how long the
sounds beside it last, and how much likelihood is lost if the boundary is moved.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from align.viterbi.network import SILENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from align.viterbi.acoustic_model import AcousticModel
    from align.viterbi.adaptation import CepstralFeatures
    from align.viterbi.network import Network
    from align.viterbi.search import StatePath

FARTHEST = 12
"""Frames by which a boundary is moved to either side to see what that costs."""
STATES_OF_A_PHONE = 3
SHARPNESS = 0.1
"""Weight of the log likelihood of a moved boundary: frames 10 ms apart share most of their sound."""


class Boundary(NamedTuple):
    """A word's beginning.

    Attributes:
        before: the arc in front of it, as ``ArcSegment.what``; silence at the recording's beginning.
        frames_before: length of that arc.
        fit_before, fit_after: mean fit of up to 10 frames in front of it and from it on.
        phones: number of the word's phones.
        first_phone, last_phone_before: frames of the word's first phone, and of the phone in front of it.
        squeezed: share of its phones that have no more frames than states.
        longest_phone: frames of its longest phone.
        first_fit, worst_fit: mean fit of the word's first phone, and of its phone that fits worst.
        spread: expected distance in frames of the boundary from where it is, if it may move by ``FARTHEST``.
        loss: log likelihood lost per frame when the boundary moves to the better side by 5 frames.
    """

    before: int
    frames_before: int
    fit_before: float
    fit_after: float
    phones: int
    first_phone: int
    last_phone_before: int
    squeezed: float
    longest_phone: int
    first_fit: float
    worst_fit: float
    spread: float
    loss: float


class Boundaries:
    """Measures the boundaries on one path.

    Args:
        features: adapted, as the path was found in them.
        fits: (t,) the fit of each frame.
        likeliest: (t,) the score of the most likely phone.
    """

    def __init__(
        self,
        network: Network,
        model: AcousticModel,
        features: CepstralFeatures,
        path: StatePath,
        fits: NDArray[np.float64],
        likeliest: NDArray[np.float32],
    ) -> None:
        self._network, self._model, self._features = network, model, features
        self._states, self._fits, self._likeliest = path.states, fits, likeliest
        self._opens = np.flatnonzero(path.entered)
        self._phones = _phone_bounds(network, path)

    def all(self) -> list[Boundary | None]:
        """One for each arc of the path, in order; None for arcs that are no words."""
        arcs = self._network.arc[self._states[self._opens]]
        what = self._network.what[arcs]
        ends = [*self._opens[1:].tolist(), self._states.size]
        return [
            self._boundary(
                int(first), end, int(what[place - 1]) if place else SILENCE, int(self._opens[place - 1])
            )
            if what[place] >= 0
            else None
            for place, (first, end) in enumerate(zip(self._opens, ends, strict=True))
        ]

    def _boundary(self, first: int, end: int, before: int, began: int) -> Boundary:
        inside = self._phones[np.searchsorted(self._phones, first) : np.searchsorted(self._phones, end)]
        parts = list(pairwise([*inside.tolist(), end]))
        fits = [float(self._fits[a:b].mean()) for a, b in parts]
        place = int(np.searchsorted(self._phones, first))
        spread, loss = self._moved(first, end)
        return Boundary(
            before=before,
            frames_before=first - began if first else 0,
            fit_before=_mean(self._fits[max(first - 10, 0) : first]),
            fit_after=_mean(self._fits[first : min(first + 10, end)]),
            phones=len(parts),
            first_phone=parts[0][1] - parts[0][0],
            last_phone_before=first - int(self._phones[place - 1]) if place else 0,
            squeezed=sum(b - a <= STATES_OF_A_PHONE for a, b in parts) / len(parts),
            longest_phone=max(b - a for a, b in parts),
            first_fit=fits[0],
            worst_fit=min(fits),
            spread=spread,
            loss=loss,
        )

    def _moved(self, first: int, end: int) -> tuple[float, float]:
        """The expected distance of the boundary from where it is, and what 5 frames cost on the better side."""
        earliest, latest = max(first - FARTHEST, 0), min(first + FARTHEST, end - 1)
        if not first or latest <= earliest:
            return 0.0, 0.0
        frames = np.arange(earliest, latest)
        gain = self._scores(first - 1, frames) - self._scores(
            first, frames
        )  # of the left side over the right one
        place = first - earliest
        later, earlier = np.cumsum(gain[place:]), np.cumsum(-gain[:place][::-1])
        shifts = np.concatenate([np.arange(1, later.size + 1), [0], np.arange(1, earlier.size + 1)])
        worth = SHARPNESS * np.concatenate([later, [0.0], earlier])
        share = np.exp(worth - worth.max())
        near = [side[min(5, side.size) - 1] / min(5, side.size) for side in (later, earlier) if side.size]
        return float((share * shifts).sum() / share.sum()), -float(max(near))

    def _scores(self, at: int, frames: NDArray[np.intp]) -> NDArray[np.float32]:
        """The best score (n,) of these frames in the states of the phone that the path passes at a frame."""
        network, state = self._network, int(self._states[at])
        if network.column[state] == network.GARBAGE_COLUMN:
            return self._likeliest[frames] + np.float32(network.prices.garbage_frame)
        first = _first_of_arc(network, state)
        begin = state - (state - first) % STATES_OF_A_PHONE
        last = int(network.last[network.arc[state]])
        columns = network.column[begin : min(begin + STATES_OF_A_PHONE, last + 1)]
        senones = np.unique(np.concatenate([network.senones[column] for column in columns]).astype(np.int64))
        return np.asarray(self._model.scores(self._features.at(frames), senones).max(axis=0))


def _phone_bounds(network: Network, path: StatePath) -> NDArray[np.intp]:
    """The frames at which a phone of the path begins, in order."""
    first = path.states - (path.states - _first_of_arc(network, path.states)) % STATES_OF_A_PHONE
    changes = np.flatnonzero(np.diff(first, prepend=-1) != 0)
    return np.union1d(changes, np.flatnonzero(path.entered))


def _first_of_arc(network: Network, state: NDArray[np.int32] | int) -> NDArray[np.int32]:
    """The first state of the arc that a state belongs to."""
    arc = network.arc[state]
    return np.where(arc > 0, network.last[arc - 1] + 1, 0)


def _mean(fits: Sequence[float] | NDArray[np.float64]) -> float:
    return float(np.mean(fits)) if len(fits) else 0.0
