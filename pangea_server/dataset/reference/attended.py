"""What is kept of phrases while attention to them is scored: some numbers of each, on the disk."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from align.reference.attention import (
    AttendedPhrase,
    AttentionScore,
    Exchanges,
    Floats,
    Shuffled,
    WholePhrase,
    attention_score,
    correctness,
    is_all_in_view,
    lag_means,
    scored,
    share_of_sphere,
)
from align.reference.phrases import thirds
from align.resampling import Measure
from pangea_server.dataset.reference.columns import Column, Names, in_order

WHOLES: tuple[WholePhrase, ...] = ("max", "mean")


class Attended:
    """The scores of one who attends to phrases, walk by walk.

    Args:
        lags: at which the attention is known as well.
    """

    def __init__(self, lags: Sequence[float] = ()) -> None:
        self._walks, self._languages = Names[str](), Names[str]()
        self._walk, self._language = array("I"), array("H")
        self._share, self._in_view = Column("f8"), Column("f8")
        self._values = {whole: Column("f8") for whole in WHOLES}
        self._by_lag = {lag: Column("f8") for lag in lags}
        self._exchanges = {whole: Exchanges(whole) for whole in WHOLES}
        self._left_out: Counter[str] = Counter()

    def add(
        self,
        phrases: Sequence[AttendedPhrase],
        by_lag: Mapping[float, Sequence[AttendedPhrase]] = MappingProxyType({}),
    ) -> None:
        """All phrases of a walk, and the same ones at each lag."""
        for each in phrases:
            self._walk.append(self._walks.number(each.walk))
            self._language.append(self._languages.number(each.language))
            self._share.add(_number(share_of_sphere(each.regions) if each.regions else None))
            self._in_view.add(_number(each.in_view))
            self._count_left_out(each)
        for whole in WHOLES:
            for each in phrases:
                self._values[whole].add(_number(scored(each, whole)))
            self._exchanges[whole].add(phrases)
        for lag, moved in by_lag.items():
            for each in moved:
                self._by_lag[lag].add(_number(correctness(each) if each.regions else None))

    def scores(self, whole: WholePhrase) -> dict[str, AttentionScore]:
        """Of all phrases, each third by size, and each language where there are several."""
        walks, values = self._numbers(), self._values[whole].values()
        shares, in_view = self._share.values(), self._in_view.values()
        return {
            name: attention_score(walks[some], values[some], shares[some], in_view[some])
            for name, some in self._groups(shares).items()
        }

    def shuffled(self, whole: WholePhrase) -> Shuffled:
        """With regions that are exchanged within a walk and viewpoint."""
        return self._exchanges[whole].found()

    def lag_curve(self) -> dict[float, Measure]:
        """Mean AC at each lag."""
        return lag_means(self._numbers(), {lag: each.values for lag, each in self._by_lag.items()})

    def left_out(self) -> Iterator[str]:
        """What is not compared."""
        for why, told in (
            ("undrawn", "have no region, and are not compared."),
            ("unattended", "have no attention at the viewpoint of their regions, and are not compared."),
            ("all", "mean all that was in view, and are not compared."),
        ):
            if self._left_out[why]:
                yield f"{self._left_out[why]} phrases {told}"

    def _count_left_out(self, phrase: AttendedPhrase) -> None:
        if not phrase.regions:
            self._left_out["undrawn"] += 1
            return
        self._left_out["unattended"] += correctness(phrase) is None
        self._left_out["all"] += is_all_in_view(phrase)

    def _numbers(self) -> NDArray[np.intp]:
        return in_order(self._walks, np.asarray(self._walk))

    def _groups(self, shares: Floats) -> dict[str, NDArray[np.intp] | slice]:
        drawn, language = np.flatnonzero(~np.isnan(shares)), np.asarray(self._language)
        found: dict[str, NDArray[np.intp] | slice] = {"all": slice(None)}
        found |= {f"size {name}": drawn[some] for name, some in thirds(shares[drawn]).items()}
        if len(self._languages.known) > 1:
            for tag, number in sorted(self._languages.known.items()):
                found[f"language {tag or 'unknown'}"] = np.flatnonzero(language == number)
        return found


def _number(value: float | None) -> float:
    return np.nan if value is None else value
