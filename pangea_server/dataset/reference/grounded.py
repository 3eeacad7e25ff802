"""What is kept of phrases while they are scored: a rank and a size for each system, and how many are left out.

A phrase is read, ranked by every system and cue, and forgotten. Its walk, language and types are small numbers in
memory, all else is on the disk; intervals are resampled over one row of sums for each walk.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, pi

import numpy as np
from numpy.typing import NDArray

from align.reference.candidates import Candidates
from align.reference.finders import CUES, WHOLE_SPHERE, ranks_by
from align.reference.overlaps import Boxes, Plural, around, single
from align.reference.phrases import (
    AT,
    PointedPhrase,
    PointingCompat,
    Prediction,
    Viewpoints,
    counted,
    in_soon,
    pointed_at,
    pointing,
    pointing_as,
    rank,
    recalls,
    that_count,
    thirds,
    touchdown_pixels,
)
from align.reference.prior import CameraPrior
from align.resampling import Measure
from environments.regions import Angles, union_area
from pangea_server.dataset.reference.columns import Column, Names, in_order
from pangea_server.dataset.reference.path_rows import Missing
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from pangea_server.dataset.reference.report import Row
from pangea_server.dataset.reference.shelf import SystemAnswers

WAYS: Mapping[Plural, str] = {"components": "c-IoU", "union": "IoU"}
PRIOR, WHOLE = "camera prior", "whole sphere"
CHARTED = tuple(range(1, 11))
BEYOND, NEVER = 254, 255
"""Ranks that are larger than all that are counted; ranks of what is not found."""
Ranks = Mapping[Plural, Mapping[str, float]]
"""By viewpoint, for both ways to compare."""


class GroundedScores:
    """The scores of systems and cues, phrase by phrase."""

    def __init__(
        self,
        systems: Mapping[str, Mapping[str, Prediction]],
        viewpoints: Viewpoints,
        suppression: float | None,
        compat: Sequence[PointingCompat],
    ) -> None:
        self._systems, self._viewpoints, self._suppression = systems, viewpoints, suppression
        self._compat = compat
        self._instances = _Instances()
        names = (*systems, *CUES, WHOLE)
        self._found = {name: {way: _Ranked() for way in WAYS} for name in names}
        self._pointed = {name: _Pointed(compat) for name in (*systems, PRIOR)}
        self._left_out = _LeftOut(viewpoints, {name: Missing() for name in systems})
        self.recalls: dict[str, Mapping[float, Measure]] = {}
        self.by_third: dict[str, list[Measure]] = {}

    def add(self, read: ReadPhrase) -> None:
        """Rank one phrase."""
        phrase = read.phrase
        there = {at: phrase.regions[at] for at in counted(phrase, self._viewpoints)}
        sizes = {at: union_area(boxes) for at, boxes in there.items()}
        answers = {name: found.get(phrase.name) for name, found in self._systems.items()}
        self._left_out.add(read, answers)
        self._instances.add(read, len(sizes) if self._viewpoints == "each" else min(1, len(sizes)))
        for name, answer in answers.items():
            self._keep(name, self._ranked(there, answer or Prediction()), sizes)
            self._point(name, read, answer.points if answer else {})
        for name, ranks in self._by_cues(there, read.proposed, read.prior).items():
            self._keep(name, ranks, sizes)
        self._keep(
            WHOLE, {way: {at: _of_all(boxes, way) for at, boxes in there.items()} for way in WAYS}, sizes
        )
        looks = {at: read.prior.middle(at) for at in there}
        self._point(PRIOR, read, {at: look for at, look in looks.items() if look is not None})

    def refuse_unknown(self) -> None:
        """Raise InvalidDataError when a system's file names a phrase that the key does not have."""
        for predictions in self._systems.values():
            if isinstance(predictions, SystemAnswers):
                predictions.refuse_unasked("phrase", "Leave the row out, or mend its name.")

    def rows(self, slack: float) -> Iterator[Row]:
        """The figures; those that are drawn are ``recalls`` and ``by_third``."""
        groups = self._instances.groups()
        walks = self._instances.numbers()
        for name, ways in self._found.items():
            for way, told in WAYS.items():
                yield from self._recalls(name, told, ways[way], walks, groups)
            if name in self._pointed:
                yield from self._pointed[name].rows(name, self._instances, slack)

    def left_out(self) -> Iterator[str]:
        """Sentences about what is not compared."""
        return self._left_out.told()

    def _recalls(
        self,
        system: str,
        by: str,
        found: _Ranked,
        walks: NDArray[np.intp],
        groups: Mapping[str, NDArray[np.intp] | slice],
    ) -> Iterator[Row]:
        ranks, at = found.as_ranks(), (*AT, inf)
        by_size = {f"size {name}": some for name, some in thirds(found.sizes.values()).items()}
        all_groups = {"all": groups["all"]}
        all_groups |= {name: some for name, some in groups.items() if name.startswith("type ")} | by_size
        for group, some in {**all_groups, **groups}.items():
            shares = recalls(walks[some], ranks[some], (*CHARTED, inf) if group == "all" else at)
            if group == "all":
                self.recalls.setdefault(system, shares)
            elif group in by_size and by == WAYS["components"]:
                self.by_third.setdefault(system, []).append(shares[1])
            for k in at:
                yield Row((system, by, group, "R@all" if k == inf else f"R@{k:g}"), shares[k])

    def _keep(self, name: str, ranks: Ranks, sizes: Mapping[str, float]) -> None:
        for way, by_viewpoint in ranks.items():
            self._found[name][way].add(that_count(by_viewpoint, self._viewpoints), sizes)

    def _point(self, name: str, read: ReadPhrase, points: Mapping[str, Angles]) -> None:
        pointed = pointed_at(read.phrase, points, self._viewpoints) if points else ()
        for each in pointed:
            self._pointed[name].add(each, self._instances)

    def _ranked(self, there: Mapping[str, Boxes], answer: Prediction) -> Ranks:
        return {
            way: {
                at: rank(boxes, answer.proposals.get(at, ()), way, self._suppression)
                for at, boxes in there.items()
            }
            for way in WAYS
        }

    def _by_cues(
        self, there: Mapping[str, Boxes], proposed: Mapping[str, Candidates], prior: CameraPrior
    ) -> dict[str, Ranks]:
        found: dict[str, dict[Plural, dict[str, float]]] = {
            name: {way: dict.fromkeys(there, inf) for way in WAYS} for name in CUES
        }
        for at, boxes in there.items():
            if at in proposed and len(candidates := proposed[at]):
                for name, ranks in self._by_cues_at(candidates, boxes, at, prior).items():
                    for way, each in ranks.items():
                        found[name][way][at] = each
        return dict(found)

    def _by_cues_at(
        self, candidates: Candidates, boxes: Boxes, at: str, prior: CameraPrior
    ) -> dict[str, dict[Plural, float]]:
        found: dict[str, dict[Plural, float]] = {name: {} for name in CUES}
        before = None
        for way in WAYS:
            compared = candidates.compared(way)
            if compared is before and single(boxes) is not None:  # the same by definition
                for told in found.values():
                    told[way] = told["components"]
                continue
            before, correct = compared, compared.correct(boxes)
            for name, cue in CUES.items():
                by_place = ranks_by(candidates, way, cue, at, prior, self._suppression)
                found[name][way] = min((by_place[place] for place in correct), default=inf)
        return found


def _of_all(boxes: Boxes, way: Plural) -> float:
    """The rank of the whole sphere, which shares with regions all that they cover."""
    share = union_area(around(boxes) if way == "union" else boxes) / (4 * pi)
    if abs(share - 0.5) < 1e-9:  # rounding decides, as it does for other proposals
        return rank(boxes, [WHOLE_SPHERE], way, None)
    return 1.0 if share > 0.5 else inf


class _Instances:
    """The walk, language and types of each instance, as numbers."""

    def __init__(self) -> None:
        self._walks, self._languages, self._types = Names[str](), Names[str](), Names[tuple[str, ...]]()
        self.walk, self._language, self._kinds = array("I"), array("H"), array("H")
        self.phrases = 0

    def add(self, read: ReadPhrase, times: int) -> None:
        """A phrase that is so many instances."""
        phrase = read.phrase
        self.phrases += 1
        self.last_walk = self._walks.number(phrase.walk)
        for _ in range(times):
            self.walk.append(self.last_walk)
            self._language.append(self._languages.number(phrase.language))
            self._kinds.append(self._types.number(phrase.types))

    def numbers(self, of: array[int] | NDArray[np.uint32] | None = None) -> NDArray[np.intp]:
        """The numbers of walks (n,) in order of their names, as they are resampled."""
        return in_order(self._walks, np.asarray(self.walk if of is None else of))

    def groups(self) -> dict[str, NDArray[np.intp] | slice]:
        """The places of all, of each type, and of each language where there are several."""
        kinds, language = np.asarray(self._kinds), np.asarray(self._language)
        found: dict[str, NDArray[np.intp] | slice] = {"all": slice(None)}
        for name in sorted({name for some in self._types.known for name in some}):
            having = [number for some, number in self._types.known.items() if name in some]
            found[f"type {name}"] = np.flatnonzero(np.isin(kinds, having)).astype(np.int32)
        if len(np.unique(language)) > 1:
            for tag, number in sorted(self._languages.known.items()):
                found[f"language {tag or 'unknown'}"] = np.flatnonzero(language == number).astype(np.int32)
        return {name: some for name, some in found.items() if isinstance(some, slice) or len(some)}


class _Ranked:
    """What one system makes of each instance, compared in one way."""

    def __init__(self) -> None:
        self.sizes, self._ranks = Column("f8"), Column("u1")

    def add(self, ranks: Mapping[str, float], sizes: Mapping[str, float]) -> None:
        for at, each in ranks.items():
            self.sizes.add(sizes[at])
            self._ranks.add(NEVER if each == inf else min(each, BEYOND))

    def as_ranks(self) -> NDArray[np.float64]:
        """Ranks (n,), exact as far as they are counted."""
        ranks = self._ranks.values().astype(np.float64)
        ranks[ranks == NEVER] = inf
        return ranks


class _Pointed:
    """Where the directions of one system lie."""

    def __init__(self, compat: Sequence[PointingCompat]) -> None:
        self._columns = {name: Column("f8") for name in ("middle", "nearest", *compat)}
        self._walks, self._phrases = Column("u4"), Column("u4")

    def add(self, each: PointedPhrase, instances: _Instances) -> None:
        self._walks.add(instances.last_walk)
        self._phrases.add(instances.phrases)
        told = {"middle": each.from_middle, "nearest": each.from_region}
        for name, column in self._columns.items():
            if name not in told:
                told[name] = in_soon(each) if name == "soon" else touchdown_pixels(each)
            column.add(told[name])

    def rows(self, system: str, instances: _Instances, slack: float) -> Iterator[Row]:
        walks = instances.numbers(self._walks.values())
        if not len(walks):
            return
        values = {name: column.values() for name, column in self._columns.items()}
        phrases = np.unique(self._phrases.values(), return_inverse=True)[1]
        found = pointing(walks, values.pop("middle"), values.pop("nearest"), phrases, slack)
        told = {
            "hit": found.hit,
            "hit from all viewpoints": found.consistent,
            "median degrees from the middle": found.from_middle,
            "median degrees from the region": found.from_region,
        }
        told |= {f"within {most:g}° of the middle": share for most, share in found.within.items()}
        for compat, each in values.items():
            told |= pointing_as(walks, each, "soon" if compat == "soon" else "touchdown")
        for what, value in told.items():
            yield Row((system, "direction", "all", what), value)


@dataclass
class _LeftOut:
    """How many phrases are not compared, and why."""

    viewpoints: Viewpoints
    silent: Mapping[str, Missing]
    counts: Counter[str] = field(default_factory=Counter)
    proposed: bool = False

    def add(self, read: ReadPhrase, answers: Mapping[str, Prediction | None]) -> None:
        self.proposed |= bool(read.proposed)
        if read.need != "box":
            self.counts[read.need] += 1
            return
        regions = read.phrase.regions
        if not any(regions.values()):
            self.counts["undrawn"] += 1
            return
        if self.viewpoints == "said":
            self.counts["not there"] += not regions.get(read.phrase.said_from or "", ())
        for system, answer in answers.items():
            self.silent[system].add(read.phrase.name, answer is not None)

    def told(self) -> Iterator[str]:
        for why, told in (
            ("scene", "mean a scene or place, and are not compared."),
            ("not_visual", "mean nothing that can be seen, and are not compared."),
            ("undrawn", "have no region, and are not compared."),
            ("not there", "have no region at the viewpoint at which they were said, and are not compared."),
        ):
            if self.counts[why]:
                yield f"{self.counts[why]} phrases {told}"
        if not self.proposed:
            yield "No row says what can be seen (proposals): largest, nearest, centre and camera prior find nothing."
        for system, missing in self.silent.items():
            yield from missing.told(system, "it finds nothing.", "phrases")
