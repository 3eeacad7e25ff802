"""Files of phrases with their words' times, of where people looked, and of maps of a model's attention."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import isfinite
from pathlib import Path

import msgspec
import numpy as np

from align import PoseTrace
from align.npz import read_columns, require
from align.reference.attention import (
    LAGS,
    AttendedPhrase,
    Attention,
    CameraAttention,
    MapAttention,
    share_in_view,
)
from align.reference.overlaps import Boxes
from align.reference.prior import SIGMA, camera_prior, trace_views
from environments import InvalidDataError
from environments.regions import ViewBox
from pangea_server.dataset.reference.path_rows import rows
from pangea_server.dataset.reference.phrase_files import RegionKeys, boxes_of, once

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


class SpokenKeys(msgspec.Struct, kw_only=True):
    """A phrase. ``regions`` are the boxes of all it means, seen from ``viewpoint_id``; ``words`` their seconds."""

    phrase: str
    walk: int | str
    viewpoint_id: str
    language: str = ""
    regions: list[RegionKeys] = []
    words: list[tuple[float, float]] = []


@dataclass(frozen=True, slots=True)
class SpokenPhrase:
    """A phrase of a file.

    Attributes:
        words: start and end of each word, in seconds.
    """

    name: str
    walk: str
    at: str
    language: str
    regions: Boxes
    words: tuple[tuple[float, float], ...]

    def attended(self, words: Sequence[Attention], in_view: float | None = None) -> AttendedPhrase:
        """The phrase with the attention of its words."""
        return AttendedPhrase(self.walk, self.at, self.regions, tuple(words), self.language, in_view)


def read_spoken(file: Path) -> list[SpokenPhrase]:
    """The phrases of a file, those of a walk together.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or a phrase is there twice; the message begins with its place.
    """
    seen = once()
    walks: dict[str, list[SpokenPhrase]] = defaultdict(list)
    for place, row in rows(file, SpokenKeys):
        seen.put(row.phrase, place)
        for start, end in row.words:
            if not (isfinite(start) and isfinite(end) and start <= end):
                raise InvalidDataError(
                    f"{place}: a word cannot be said from {start} to {end} s.", remedy="Correct its times."
                )
        regions = boxes_of(place, row.regions)
        walk, words = str(row.walk), tuple(row.words)
        walks[walk].append(SpokenPhrase(row.phrase, walk, row.viewpoint_id, row.language, regions, words))
    return [each for some in walks.values() for each in some]


def read_traces(folder: Path, phrases: Sequence[SpokenPhrase]) -> dict[str, PoseTrace]:
    """The pose trace ``WALK.npz`` of each walk that has one in a folder.

    Raises:
        PoseTraceError: one of them is damaged.
    """
    files = {name: folder / f"{name}.npz" for name in sorted({each.walk for each in phrases})}
    return {name: PoseTrace.load(file) for name, file in files.items() if file.is_file()}


class Looks:
    """Where people looked.

    Args:
        trace_of: the pose trace of a walk; None where there is none. It is asked for one walk after the other.

    Attributes:
        missing: walks without a pose trace, of those that were asked for.
    """

    def __init__(self, trace_of: Callable[[str], PoseTrace | None], sigma: float | None = SIGMA) -> None:
        self._trace_of, self._sigma = trace_of, sigma
        self.missing: set[str] = set()

    def at_lags(
        self, phrases: Sequence[SpokenPhrase], lags: Sequence[float] = LAGS
    ) -> dict[float, list[AttendedPhrase]]:
        """The phrases with what the camera saw so many seconds later than their words, by the seconds."""
        found: dict[float, list[AttendedPhrase]] = {lag: [] for lag in lags}
        for each in phrases:
            trace = self._trace_of(each.walk)
            if trace is None:
                self.missing.add(each.walk)
            in_view = _share_in_view(each, trace)
            for lag, some in found.items():
                some.append(each.attended(self._words(each, trace, lag), in_view))
        return found

    def _words(self, phrase: SpokenPhrase, trace: PoseTrace | None, lag: float) -> list[Attention]:
        if trace is None:
            return []
        prior = partial(camera_prior, trace, lead=0.0, sigma=self._sigma)
        return [CameraAttention(prior(start + lag, end + lag), phrase.at) for start, end in phrase.words]


def _share_in_view(phrase: SpokenPhrase, trace: PoseTrace | None) -> float | None:
    if trace is None or not phrase.regions:
        return None
    views = trace_views(trace, phrase.at)
    return share_in_view(phrase.regions, views) if views else None


def read_maps(file: Path, phrases: Sequence[SpokenPhrase]) -> list[AttendedPhrase]:
    """The phrases with a model's attention.

    The npz has for each word ``phrase`` (n,), the name of its phrase, and ``map`` (n, rows, columns), of the whole
    sphere; or of a camera's picture, where ``view`` (n, 4) has its heading, elevation, width and height in radians.

    Raises:
        InvalidDataError: the file is no such npz, or a word is of no phrase of the key; the message names it.
    """
    columns = read_columns(file)
    require(columns, ("phrase", "map"))
    names, weights, views = columns["phrase"], columns["map"], columns.get("view")
    if len(names) != len(weights) or (views is not None and views.shape != (len(names), 4)):
        shapes = ", ".join(f"{name} {column.shape}" for name, column in columns.items())
        raise InvalidDataError(f"{file.name} has {shapes}.", remedy="Give each word a row of each.")
    known = {each.name for each in phrases}
    maps: dict[str, list[Attention]] = defaultdict(list)
    for word, name in enumerate(map(str, names)):
        place = f"{file.name} word {word}"
        if name not in known:
            raise InvalidDataError(
                f"{place}: the key has no phrase {name}.", remedy="Leave it out, or mend its name."
            )
        maps[name].append(_map(place, weights[word], None if views is None else views[word]))
    return [each.attended(maps.get(each.name, [])) for each in phrases]


def _map(place: str, weights: Numbers, view: Numbers | None) -> MapAttention:
    try:
        return MapAttention.of(weights, None if view is None else ViewBox(*view.tolist()))
    except InvalidDataError as error:
        raise InvalidDataError(f"{place}: {error.message}", remedy=error.remedy) from error
    except (ValueError, TypeError) as error:
        raise InvalidDataError(f"{place} is no map: {error}.", remedy="Give numbers.") from error
