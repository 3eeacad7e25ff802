"""Attention correctness: how much of what a person looks at, or a model attends to, is what a phrase means.

AC of a word is the attention that falls into the union of its regions, between 0 and 1; of a phrase it is the largest,
or the mean, of its words (Liu, Mao, Sha and Yuille 2017, "Attention Correctness in Neural Image Captioning"). Beside it
stand three baselines: the regions' share of the sphere (theirs: of the picture), their share of what was in view, and
the same attention against other phrases of the walk.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import ceil, pi
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from align.reference.finders import WHOLE_SPHERE
from align.reference.overlaps import Boxes
from align.reference.prior import CameraPrior
from align.reference.spread import spread_points
from align.resampling import RESAMPLING_SEED, Indices, Measure, measures, unknown
from environments.errors import InvalidDataError
from environments.geometry import direction, rotation
from environments.regions import ViewBox, contains, union_area

Floats = NDArray[np.float64]
WholePhrase = Literal["max", "mean"]
PERMUTATIONS = 1000
LAGS = tuple(step / 4 for step in range(-12, 13))
"""Seconds by which a trace is moved against the words: the eyes are ahead of the voice where the peak is under 0."""
_FINE = 128  # cells along the longer side of a map, so that one on the edge of a region counts in part
_LATTICE = 20_000  # points of the sphere, to measure what was in view


class Attention(Protocol):
    """Where attention is while a word is said."""

    def inside(self, regions: Boxes) -> float | None:
        """The share in the union of regions; None if there is no attention at their viewpoint."""


@dataclass(frozen=True, slots=True)
class CameraAttention:
    """A person's: what the camera saw, as ``CameraPrior`` weighs it, at one viewpoint."""

    prior: CameraPrior
    at: str

    def inside(self, regions: Boxes) -> float | None:
        here = replace(self.prior, views=tuple(self.prior.at(self.at)))
        if not (total := here.total):
            return None
        points, steradians = spread_points(regions)
        return min(1.0, float(here.weights(self.at, points).sum()) * steradians / total)


@dataclass(frozen=True, slots=True, eq=False)
class MapAttention:
    """A model's: the attention (rows, columns) to each cell of a map, which adds up to 1.

    Attributes:
        view: of the level camera whose picture the map covers, row 0 at its top; None for a map of the whole sphere,
            row 0 straight up, column 0 from heading -pi on.
    """

    shares: Floats
    view: ViewBox | None = None

    @classmethod
    def of(cls, weights: Floats, view: ViewBox | None = None) -> MapAttention:
        """A map of any scale.

        Raises:
            InvalidDataError: it has not rows and columns, a value is negative or not finite, or all are 0.
        """
        values = np.asarray(weights, dtype=np.float64)
        if values.ndim != 2 or not np.isfinite(values).all() or (values < 0).any() or not values.any():
            raise InvalidDataError(
                f"A map of attention has the shape {values.shape} and values from {values.min(initial=0.0):g}.",
                remedy="Give rows and columns of finite numbers of at least 0, not all 0.",
            )
        return cls(values / values.sum(), view)

    def inside(self, regions: Boxes) -> float | None:
        rows, columns = self.shares.shape
        return float((self.shares * _covered(rows, columns, self.view, regions)).sum())


@dataclass(frozen=True, slots=True)
class AttendedPhrase:
    """A phrase with what it means and the attention of each of its words.

    Attributes:
        at: the viewpoint of its regions and of the attention.
        in_view: the regions' share of what was in view there; None where unknown.
    """

    walk: str
    at: str
    regions: Boxes
    words: tuple[Attention, ...]
    language: str = ""
    in_view: float | None = None


@dataclass(frozen=True, slots=True)
class AttentionScore:
    """Attention correctness of some phrases, with walks as units.

    Attributes:
        correctness: mean AC.
        uniform, in_view: mean share of the sphere, and of what was in view.
        over_uniform, over_in_view: how much the correctness is above each.
        left_out: phrases without a region, without attention at the region's viewpoint, or whose regions are all there
            is.
    """

    correctness: Measure
    uniform: Measure
    over_uniform: Measure
    in_view: Measure
    over_in_view: Measure
    left_out: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The same attention against the regions of other phrases of the walk that are seen from the same viewpoint.

    Attributes:
        correctness: mean AC of the phrases that can be exchanged, ``phrases`` in number.
        shuffled: its mean over permutations.
        p: how often a permutation is as good, the true order counted as one; None where nothing can be exchanged.
    """

    correctness: float | None
    shuffled: float | None
    p: float | None
    phrases: int
    reason: str = ""


def correctness(
    phrase: AttendedPhrase, whole: WholePhrase = "max", regions: Boxes | None = None
) -> float | None:
    """AC of a phrase; None if no word has attention at the viewpoint.

    Args:
        regions: instead of its own.
    """
    known = [share for word in phrase.words if (share := word.inside(regions or phrase.regions)) is not None]
    if not known:
        return None
    return max(known) if whole == "max" else float(np.mean(known))


def is_all_in_view(phrase: AttendedPhrase) -> bool:
    """Whether a phrase means all that was in view."""
    return phrase.in_view is not None and phrase.in_view > 1 - 1e-6


def scored(phrase: AttendedPhrase, whole: WholePhrase = "max") -> float | None:
    """AC of a phrase that can be scored; None of one without regions, or whose regions are all there is."""
    if not phrase.regions or is_all_in_view(phrase) or share_of_sphere(phrase.regions) > 1 - 1e-9:
        return None
    return correctness(phrase, whole)


def share_of_sphere(regions: Boxes) -> float:
    """The share of the sphere that regions cover together."""
    return union_area(regions) / (4 * pi)


def as_floats(values: Iterable[float | None]) -> Floats:
    """The values (n,), with NaN for None."""
    return np.array([np.nan if each is None else each for each in values], dtype=np.float64)


def region_map(regions: Boxes, rows: int) -> NDArray[np.float32] | None:
    """Where attention to a phrase should be: a map (rows, 2 rows) of the sphere, as ``MapAttention`` has it, that adds
    up to 1: uniform over the cells whose middles lie in the union of its regions.

    Returns:
        None if the regions hold the middle of no cell.
    """
    looks = _sphere_cells(rows, 2 * rows)
    held = np.any([contains(region, looks) for region in regions], axis=0)
    if not held.any():
        return None
    edges = np.sin(np.linspace(pi / 2, -pi / 2, rows + 1))
    weights = held * (edges[:-1] - edges[1:])[:, None]
    return np.asarray(weights / weights.sum(), dtype=np.float32)


def score_attention(phrases: Sequence[AttendedPhrase], whole: WholePhrase = "max") -> AttentionScore:
    """Score the phrases that can be scored."""
    values = as_floats(scored(each, whole) for each in phrases)
    uniform = as_floats(share_of_sphere(each.regions) for each in phrases)
    return attention_score(_numbers(phrases), values, uniform, as_floats(each.in_view for each in phrases))


def attention_score(
    walks: NDArray[np.intp], values: Floats, uniform: Floats, in_view: Floats
) -> AttentionScore:
    """As ``score_attention``, of AC (n,), which is NaN where there is none.

    Args:
        walks: the number (n,) of each phrase's walk, in order of the walks' names.
        uniform, in_view: shares (n,) of the sphere, and of what was in view, NaN where unknown.
    """
    known = ~np.isnan(values)
    left_out = len(values) - int(known.sum())
    if not known.any():
        nothing = unknown("No phrase has a region and attention at its viewpoint.")
        return AttentionScore(nothing, nothing, nothing, nothing, nothing, left_out)
    columns = np.column_stack([values, uniform, values - uniform, in_view, values - in_view])[known]
    value, sphere, above_sphere, view, above_view = _means(
        columns, walks[known], "Nobody knows what was in view."
    )
    return AttentionScore(value, sphere, above_sphere, view, above_view, left_out)


class Exchanges:
    """The regions of the phrases of one walk and viewpoint, exchanged at random; one walk after the other."""

    def __init__(self, whole: WholePhrase = "max", permutations: int = PERMUTATIONS) -> None:
        self._whole = whole
        self._chance = np.random.default_rng(RESAMPLING_SEED)
        self._true, self._drawn, self._count = 0.0, np.zeros(permutations), 0

    def add(self, phrases: Sequence[AttendedPhrase]) -> None:
        """All phrases of a walk."""
        for group in _exchangeable(phrases, self._whole):
            if len(group) > 1:
                table, rows = _table(group, self._whole), np.arange(len(group))
                self._drawn += [
                    float(table[rows, self._chance.permutation(len(group))].sum()) for _ in self._drawn
                ]
                self._true += float(np.trace(table))
                self._count += len(group)

    def found(self) -> Shuffled:
        """What they show so far."""
        if not self._count:
            return Shuffled(None, None, None, 0, "No two phrases of a walk have regions at one viewpoint.")
        true, drawn = self._true / self._count, self._drawn / self._count
        as_good = int((drawn >= true - 1e-12).sum())
        return Shuffled(true, float(drawn.mean()), (1 + as_good) / (1 + len(drawn)), self._count)


def shuffle(
    phrases: Sequence[AttendedPhrase], whole: WholePhrase = "max", permutations: int = PERMUTATIONS
) -> Shuffled:
    """Exchange the regions of the phrases of one walk and viewpoint at random."""
    walks: dict[str, list[AttendedPhrase]] = defaultdict(list)
    for each in phrases:
        walks[each.walk].append(each)
    exchanges = Exchanges(whole, permutations)
    for some in walks.values():
        exchanges.add(some)
    return exchanges.found()


def lag_curve(
    by_lag: Mapping[float, Sequence[AttendedPhrase]], whole: WholePhrase = "max"
) -> dict[float, Measure]:
    """Mean AC at each lag, of the same phrases with their attention moved by so many seconds.

    A phrase counts at all lags or at none: else the curve would compare different phrases.
    """
    some = next(iter(by_lag.values()))
    values = {
        lag: as_floats(correctness(each, whole) if each.regions else None for each in phrases)
        for lag, phrases in by_lag.items()
    }
    return lag_means(_numbers(some), {lag: partial(np.copy, column) for lag, column in values.items()})


def lag_means(walks: NDArray[np.intp], by_lag: Mapping[float, Callable[[], Floats]]) -> dict[float, Measure]:
    """As ``lag_curve``, of AC (n,) at each lag, NaN where there is none, which is asked for one lag at a time.

    Args:
        walks: the number (n,) of each phrase's walk, in order of the walks' names.
    """
    known = np.ones(len(walks), bool)
    for column in by_lag.values():
        known &= ~np.isnan(column())
    if not known.any():
        return dict.fromkeys(by_lag, unknown("No phrase has attention at its viewpoint at all lags."))
    return {lag: _means(column()[known, None], walks[known])[0] for lag, column in by_lag.items()}


def share_in_view(regions: Boxes, views: Sequence[ViewBox]) -> float:
    """The share of regions in all that some views show: the union of what both hold, of the union of the views."""
    seen = seen_area(tuple(views))
    points, steradians = spread_points(regions)
    held = np.any([contains(view, points) for view in _distinct(tuple(views))], axis=0)
    return min(1.0, float(held.sum()) * steradians / seen)


@lru_cache(maxsize=4096)
def seen_area(views: tuple[ViewBox, ...]) -> float:
    """Steradians that views show together, counted on a lattice."""
    points, steradians = spread_points(WHOLE_SPHERE, _LATTICE)
    held = np.any([contains(view, points) for view in _distinct(views)], axis=0)
    return float(held.sum()) * steradians


def _distinct(views: tuple[ViewBox, ...]) -> set[ViewBox]:
    """The views to a third of a degree: a camera that stands still has thousands of the same."""
    return {ViewBox(*_rounded(view)) for view in views}


def _rounded(view: ViewBox) -> tuple[float, float, float, float]:
    heading, elevation, width, height = (
        round(angle * 180) / 180 for angle in (view.heading, view.elevation, view.width, view.height)
    )
    return heading, max(-pi / 2, min(pi / 2, elevation)), width, height  # straight up rounds to beyond it


def _exchangeable(phrases: Sequence[AttendedPhrase], whole: WholePhrase) -> list[list[AttendedPhrase]]:
    groups: dict[tuple[str, str], list[AttendedPhrase]] = defaultdict(list)
    for each in phrases:
        if scored(each, whole) is not None:
            groups[each.walk, each.at].append(each)
    return list(groups.values())


def _table(group: Sequence[AttendedPhrase], whole: WholePhrase) -> Floats:
    """The AC of each phrase's attention in the regions of each phrase."""
    values = [[correctness(one, whole, other.regions) or 0.0 for other in group] for one in group]
    return np.array(values)


def _numbers(phrases: Sequence[AttendedPhrase]) -> NDArray[np.intp]:
    """The number (n,) of each phrase's walk, in order of their names."""
    return np.asarray(np.unique([each.walk for each in phrases], return_inverse=True)[1])


def _means(columns: Floats, walks: NDArray[np.intp], reason: str = "") -> list[Measure]:
    """The mean of each column (phrases, columns), of what is known in it, resampled over walks (phrases,)."""
    _, numbers = np.unique(walks, return_inverse=True)
    units = int(numbers.max()) + 1
    known = ~np.isnan(columns)
    sums, counts = np.zeros((units, columns.shape[1])), np.zeros((units, columns.shape[1]))
    np.add.at(sums, numbers, np.where(known, columns, 0.0))
    np.add.at(counts, numbers, known)
    return measures(partial(_mean_of, sums, counts), units, len(columns), reason)


def _mean_of(sums: Floats, counts: Floats, drawn: Indices) -> Floats:
    number = counts[drawn].sum(axis=0)
    return np.asarray(np.where(number > 0, sums[drawn].sum(axis=0) / np.maximum(number, 1), np.nan))


@lru_cache(maxsize=64)
def _covered(rows: int, columns: int, view: ViewBox | None, regions: Boxes) -> Floats:
    """How much of each cell (rows, columns) of a map lies in the regions: cells are cut into smaller ones."""
    times = ceil(_FINE / max(rows, columns))
    looks = (
        _sphere_cells(rows * times, columns * times)
        if view is None
        else _view_cells(rows * times, columns * times, view)
    )
    held = np.any([contains(region, looks) for region in regions], axis=0)
    return np.asarray(held.reshape(rows, times, columns, times).mean(axis=(1, 3)))


def _sphere_cells(rows: int, columns: int) -> Floats:
    """Directions (rows, columns, 3) to the cells of an equirectangular map."""
    heading = ((np.arange(columns) + 0.5) / columns - 0.5) * 2 * pi
    elevation = (0.5 - (np.arange(rows) + 0.5) / rows) * pi
    return direction(heading, elevation[:, None])


def _view_cells(rows: int, columns: int, view: ViewBox) -> Floats:
    """Directions (rows, columns, 3) to the pixels of a level camera's picture."""
    x, y = (((np.arange(size) + 0.5) / size * 2 - 1) for size in (columns, rows))
    right, down = np.meshgrid(x * np.tan(view.width / 2), y * np.tan(view.height / 2))
    looks = np.stack([right, np.ones_like(right), -down], axis=-1)
    looks /= np.linalg.norm(looks, axis=-1, keepdims=True)
    return np.asarray(looks @ rotation(view.heading, view.elevation).T)
