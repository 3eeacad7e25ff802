"""RxR's masks: which pixels were seen and which words were spoken at each viewpoint of the path.

Source: Ku et al. 2020, arXiv:2010.07954; README of https://github.com/google-research-datasets/RxR, "Pose Traces". It
gives shapes, types and a sentence on each mask, but no code; our decisions where it is silent are marked "Our choice".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from align.grounding import snapshots_of
from align.masks.view import image_mask
from align.masks.visits import visits
from environments.errors import InvalidDataError
from environments.geometry import heading_elevation, rotation

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from align.pose_trace import PoseTrace
    from align.timed import TimedWord

HEADINGS = 12
ELEVATIONS = (-np.pi / 6, 0.0, np.pi / 6)
"""The Matterport3D simulator's 36 views: every 30 degrees, the lowest row first, heading 0 first in each row."""

VERTICAL_FOV = np.pi / 3
ASPECT = 640 / 480
"""The lens for the usual image features of those views (scripts/precompute_img_features.py of the simulator)."""

_SAMPLES = (120, 160)


@dataclass(frozen=True, slots=True, eq=False)
class RxRMasks:
    """The masks of a pose trace, k as in ``PoseTrace.path()``.

    Attributes:
        image_mask: (k, 128, 256) bool.
        text_masks: (k, m) bool; None when no word has a time, or nobody heard the voice.
        feature_weights: (k, 36) float32 in [0, 1].
    """

    image_mask: NDArray[np.bool_]
    text_masks: NDArray[np.bool_] | None
    feature_weights: NDArray[np.float32]


def rxr_masks(
    trace: PoseTrace,
    words: Sequence[TimedWord],
    text: str,
    spans: Sequence[tuple[int, int]] | None = None,
) -> RxRMasks:
    """Compute ``image_mask``, ``feature_weights`` and, if there are words, ``text_masks``.

    Runs on one core: for such small matrices, threads cost several times more than they gain.
    """
    from threadpoolctl import threadpool_limits

    with threadpool_limits(1, "blas"):
        seen = image_mask(trace)
        spoken = text_masks(trace, words, text, spans) if words else None
        return RxRMasks(seen, spoken, feature_weights(seen))


def text_masks(
    trace: PoseTrace,
    words: Sequence[TimedWord],
    text: str,
    spans: Sequence[tuple[int, int]] | None = None,
) -> NDArray[np.bool_]:
    """Which tokens were spoken, or heard by a Follower, at each viewpoint: (k, m).

    Args:
        words: the whitespace tokens of ``text``, timed.
        text: the instruction.
        spans: (m,) start and end character of each token in ``text``, as tokenizers give them (RxR has the sub-words of
            multilingual cased BERT); whitespace tokens when left out. An empty span, such as that of [CLS], is never
            spoken.

    Raises:
        InvalidDataError: ``words`` are not the whitespace tokens of ``text``.

    Source: "mask indicating the utterances that have been spoken or heard by the guide or follower, respectively, at
    this panoramic viewpoint".
        Our choice: a word that continues during a step belongs to both viewpoints; a token belongs to each word with
            which
        it shares a character.
    """
    if [word.word for word in words] != text.split():
        raise InvalidDataError(
            f"{len(words)} words do not match the {len(text.split())} whitespace tokens of the text.",
            remedy="Give all words of an alignment together with its transcript.",
        )
    spoken = _spoken(trace, words)
    if spans is None:
        return spoken
    whole = np.array([match.span() for match in re.finditer(r"\S+", text)], np.intp).reshape(-1, 2)
    parts = np.array(spans, np.intp).reshape(-1, 2)
    shared = np.minimum(whole[:, 1:], parts[:, 1]) > np.maximum(whole[:, :1], parts[:, 0])
    return spoken @ shared


def feature_weights(image_mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The fraction of each of the simulator's 36 views that was seen: (k, 36), each in [0, 1]; they do not add up to 1.

    Args:
        image_mask: (k, rows, columns), equirectangular, heading 0 in the centre.

    Source: "an image_mask in feature space, corresponding to the typical setting in which 36 image features are
    generated at 12 heading and 3 elevation increments. Each value is a mean-pooled perspective projection of the
    image_mask for a particular heading and elevation."
        Our choice: the lens is the one of the simulator's own feature script, 60 degrees high at 4:3.
    """
    visited, *shape = image_mask.shape
    seen = image_mask.reshape(visited, -1).astype(np.float32) @ _view_samples((shape[0], shape[1])).T
    return (seen / prod(_SAMPLES, start=1.0)).astype(np.float32)


def write_rxr_trace(target: str | Path | BinaryIO, trace: PoseTrace, masks: RxRMasks) -> None:
    """Write a pose trace as ``PoseTrace.save_rxr`` does, and the masks beside its columns, under RxR's names."""
    from align.npz import write_columns

    added: dict[str, NDArray[Any]] = {
        "image_mask": masks.image_mask,
        "feature_weights": masks.feature_weights,
    }
    if masks.text_masks is not None:
        added["text_masks"] = masks.text_masks
    write_columns(target, trace.as_rxr() | added)


def _spoken(trace: PoseTrace, words: Sequence[TimedWord]) -> NDArray[np.bool_]:
    at = visits(trace)
    visit = np.repeat(np.arange(len(at)), [len(rows) for rows in at])
    spoken = np.zeros((len(at), len(words)), np.bool_)
    for index, word in enumerate(words):
        spoken[visit[snapshots_of(word, trace)], index] = True
    return spoken


@cache
def _view_samples(shape: tuple[int, int]) -> NDArray[np.float32]:
    """The number of grid points of each view that fall on each of the panorama's pixels: (36, pixels).

    They are whole numbers below 2**24, so that their sums are exact.
    """
    frames = [
        rotation(number * 2 * np.pi / HEADINGS, elevation)
        for elevation in ELEVATIONS
        for number in range(HEADINGS)
    ]
    heading, elevation = heading_elevation(_lens_rays() @ np.swapaxes(frames, 1, 2))
    rows = np.floor((0.5 - elevation / np.pi) * shape[0]).astype(np.intp).clip(0, shape[0] - 1)
    columns = np.floor((heading / (2 * np.pi) + 0.5) * shape[1]).astype(np.intp) % shape[1]
    pixels = np.ravel_multi_index((rows, columns), shape)
    return np.array([np.bincount(view, minlength=prod(shape)) for view in pixels], np.float32)


def _lens_rays() -> NDArray[np.float64]:
    """(samples, 3) rays through a grid on the simulator's picture; x right, y forward, z up."""
    height = np.tan(VERTICAL_FOV / 2)
    up, right = ((np.arange(count) + 0.5) / count * 2 - 1 for count in _SAMPLES)
    x, z = np.meshgrid(right * height * ASPECT, up * height)
    return np.stack([x, np.ones_like(x), z], axis=-1).reshape(-1, 3)
