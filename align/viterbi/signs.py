"""Signs, in numbers, of whether each word was said and how far its start may be off (``align.calibration``)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from align.calibration.signs import fits, paces, slow_and_fast
from align.viterbi.network import FILLER, GARBAGE, NOISE, SILENCE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from align.viterbi.decoding import ArcSegment, Decoding

WORST_FIT, BEST_FIT = -12.0, 3.0
FARTHEST = 100
"""Frames beyond which a move is no greater sign."""
LONG_PHONE = 12
"""Frames of a phone beyond which it is longer than usual."""


def signs_of(
    decoding: Decoding, chosen: Mapping[int, ArcSegment], elsewhere: Mapping[int, ArcSegment], n_words: int
) -> dict[str, NDArray[np.float64]]:
    """The signs (n,) of the chosen words, in the order of the words.

    Args:
        chosen, elsewhere: the segment of each word, and that with dearer garbage.
        n_words: number of all words.
    """
    order = sorted(chosen)
    places = {id(segment): place for place, segment in enumerate(decoding.segments)}
    at = [places[id(chosen[word])] for word in order]
    boundaries = [b for place in at if (b := decoding.boundaries[place])]
    segments = [chosen[word] for word in order]
    fit = _clipped([segment.fit for segment in segments])
    frames, phones = (
        np.array(values, np.float64)
        for values in zip(
            *((s.end - s.first, b.phones) for s, b in zip(segments, boundaries, strict=True)), strict=True
        )
    )
    pace = slow_and_fast(paces(frames, phones))
    skipped_before, skipped_after = _skipped(order, n_words)
    around = [_unwritten_frames(decoding.segments, chosen, place) for place in at]
    return {
        **fits(fit),
        **pace,
        "fit_before": _clipped([b.fit_before for b in boundaries]),
        "fit_after": _clipped([b.fit_after for b in boundaries]),
        "first_fit": _clipped([b.first_fit for b in boundaries]),
        "worst_fit": _clipped([b.worst_fit for b in boundaries]),
        "slow_before": np.r_[0.0, pace["slow"][:-1]],
        "fit_of_previous": np.r_[fit[:1], fit[:-1]],
        "fit_of_next": np.r_[fit[1:], fit[-1:]],
        "fit_of_silence": np.full(fit.size, _silence_fit(decoding.segments)),
        "squeezed": np.array([b.squeezed for b in boundaries]),
        "long_phone": np.log([max(b.longest_phone / LONG_PHONE, 1) for b in boundaries]),
        "phones": np.log(phones),
        "long_first_phone": np.log([max(b.first_phone / LONG_PHONE, 1) for b in boundaries]),
        "long_phone_before": np.log(
            [max(b.last_phone_before / LONG_PHONE, 1) if b.before >= 0 else 1 for b in boundaries]
        ),
        "after_silence": np.array([float(b.before == SILENCE) for b in boundaries]),
        "after_noise": np.array([float(b.before == NOISE) for b in boundaries]),
        "pause": np.log1p([b.frames_before if b.before in (SILENCE, NOISE) else 0 for b in boundaries]),
        "unwritten_before": np.log1p([before for before, _ in around]),
        "unwritten_after": np.log1p([after for _, after in around]),
        "spread": np.log1p([b.spread for b in boundaries]),
        "loss": np.clip([b.loss for b in boundaries], -2.0, 10.0),
        "moved": np.log1p([_moved(chosen[word], elsewhere.get(word)) for word in order]),
        "repeated": _repeated(decoding.segments, order),
        "skipped_before": skipped_before,
        "skipped_after": skipped_after,
        "unwritten": np.full(fit.size, _share(decoding.segments, (GARBAGE, FILLER))),
        "skipped": np.full(fit.size, 1 - len(order) / n_words),
    }


def _clipped(fits: Sequence[float]) -> NDArray[np.float64]:
    return np.clip(np.asarray(fits, np.float64), WORST_FIT, BEST_FIT)


def _unwritten_frames(
    segments: Sequence[ArcSegment], chosen: Mapping[int, ArcSegment], place: int
) -> tuple[int, int]:
    """Frames of speech that is not written in front of a segment and after it, silence between them aside."""
    before = _run(segments, range(place - 1, -1, -1), chosen)
    return before, _run(segments, range(place + 1, len(segments)), chosen)


def _run(segments: Sequence[ArcSegment], places: range, chosen: Mapping[int, ArcSegment]) -> int:
    frames = 0
    for segment in (segments[place] for place in places):
        if segment.what in (SILENCE, NOISE):
            continue
        if segment.what >= 0 and chosen.get(segment.what) is segment:
            break
        frames += segment.end - segment.first
    return min(frames, 3 * FARTHEST)


def _moved(segment: ArcSegment, other: ArcSegment | None) -> int:
    return min(abs(segment.first - other.first), FARTHEST) if other else FARTHEST


def _repeated(segments: Sequence[ArcSegment], order: Sequence[int]) -> NDArray[np.float64]:
    passed = Counter(segment.what for segment in segments)
    return np.array([float(passed[word] > 1) for word in order])


def _skipped(order: Sequence[int], n_words: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The number of words without a place directly in front of each chosen word and directly after it, at most 3."""
    missing = np.diff([-1, *order, n_words]) - 1
    near = np.minimum(missing, 3).astype(np.float64)
    return near[:-1], near[1:]


def _silence_fit(segments: Sequence[ArcSegment]) -> float:
    """The mean fit of the pauses, which music and other voices make worse; at most ``BEST_FIT``."""
    pauses = [
        (segment.fit, segment.end - segment.first) for segment in segments if segment.what in (SILENCE, NOISE)
    ]
    frames = sum(length for _, length in pauses)
    mean = sum(fit * length for fit, length in pauses) / frames if frames else 0.0
    return max(WORST_FIT, min(BEST_FIT, mean))


def _share(segments: Sequence[ArcSegment], kinds: tuple[int, ...]) -> float:
    frames = sum(segment.end - segment.first for segment in segments if segment.what in kinds)
    return frames / max(segments[-1].end, 1)
