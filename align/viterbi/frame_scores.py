"""Scores of a recording's frames in the columns of a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.viterbi import kernels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from align.viterbi.acoustic_model import AcousticModel
    from align.viterbi.adaptation import CepstralFeatures
    from align.viterbi.network import Network

BLOCK_FRAMES = 128
"""Number of frames scored at a time, which a search has in memory besides its back pointers."""


class FrameScorer:
    """Scores frames for one network.

    Args:
        network, model: the network's states are scored in the model's senones.
    """

    def __init__(self, network: Network, model: AcousticModel) -> None:
        self._garbage_frame = network.prices.garbage_frame
        columns = network.senones[1:]  # the first is garbage, which has none
        wanted = np.concatenate([np.array(senones) for senones in columns])
        senones = np.unique(np.concatenate([wanted, model.speech_senones]))
        self._mixtures = model.mixtures(senones)
        self._rows = np.searchsorted(senones, wanted)
        self._starts = np.cumsum([0, *(len(senones) for senones in columns)])
        self._speech = np.searchsorted(senones, model.speech_senones)

    def blocks(
        self, features: CepstralFeatures, end: int
    ) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """For the frames before ``end``, yield blocks of scores (t, columns), and the scores (t,) of the most likely
        phone in any context."""
        return map(self._block, features.blocks(end, BLOCK_FRAMES))

    def _block(self, frames: NDArray[np.float64]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        scores = self._mixtures.scores(frames)
        likeliest = scores[self._speech].max(axis=0)
        columns = np.empty((self._starts.size, len(frames)), np.float32)
        columns[0] = likeliest + self._garbage_frame
        kernels.highest_of_rows(scores, self._rows, self._starts, columns[1:])
        return np.ascontiguousarray(columns.T), likeliest
