"""What written instructions name of the things that their path sees, by the labels of the environment.

A phrase that fits several things alike is not given to any of them; it is told, like an instruction in which no phrase
names a thing. Things keep the id that the environment gives them, so that they are the same in every store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from align.reference.label_matching import LabelledThing, LabelMatch, LabelMatcher, match_phrase, phrases_in
from align.spoken_routes.vocabulary import naming, types_of
from environments import ConfigurationError, Environment
from environments.labels import LabelledEnvironment, LabelledObject, Labels
from environments.sightings import Sighting, sightings
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Mention,
    Metres,
    RegionRecord,
    transcript_digest,
)
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText

LABELLED_IN = "en"
"""The language of labels (``environments/demo/README.md``)."""
UNLABELLED = "The environment does not name what the pixels of this scan show."
NOTHING_NAMED = "No phrase is like the label of a thing in view."


@dataclass(frozen=True, slots=True)
class Unmatched:
    """A phrase, or a whole instruction, that is given to no thing.

    Attributes:
        start_char, end_char: of the phrase; None for an instruction in which nothing was matched.
        things: ids of those that fit it alike.
    """

    instruction_id: int
    language: str | None
    reason: str
    start_char: int | None = None
    end_char: int | None = None
    text: str | None = None
    things: tuple[str, ...] = ()


def labelled(places: Environment) -> LabelledEnvironment:
    """The environment, which names what its pixels show.

    Raises:
        ConfigurationError: it does not, in any of its scans.
    """
    if not isinstance(places, LabelledEnvironment) or not any(map(places.labels, places.scan_ids())):
        raise ConfigurationError(
            "This environment does not name what its pixels show, so there is nothing to match.",
            remedy="Name another one, or add objects.json as environments/demo/README.md describes it.",
        )
    return places


def matched_entries(
    dataset: Dataset, places: LabelledEnvironment, matcher: LabelMatcher, tell: Callable[[Unmatched], None]
) -> Iterator[LandmarkEntry]:
    """The landmarks of each path of which an instruction names something; ``tell`` gets what was not matched."""
    view: _View | None = None
    for path, guides in dataset.paths("Instructions"):
        said = [SaidText(g.stored.instruction_id, g.stored.text, g.stored.language) for g in guides]
        if view is None or view.scan_id != path.scan_id:
            view = _View(path.scan_id, places.labels(path.scan_id))
        entry = _entry(path, said, view, matcher, tell)
        if entry.mentions:
            yield entry


@dataclass(slots=True)
class _View:
    """What the viewpoints of a scan see of its labelled things, looked up once for each viewpoint."""

    scan_id: str
    labels: Labels | None
    _seen: dict[str, tuple[Sighting, ...]] = field(default_factory=dict)

    def along(self, path: Sequence[str]) -> list[Sighting]:
        """What a path sees, from each of its viewpoints."""
        if self.labels is None:
            return []
        for at in path:
            if at not in self._seen:
                self._seen[at] = sightings(self.labels, at)
        return [each for at in dict.fromkeys(path) for each in self._seen[at]]


def _entry(
    path: PathRecord,
    said: Sequence[SaidText],
    view: _View,
    matcher: LabelMatcher,
    tell: Callable[[Unmatched], None],
) -> LandmarkEntry:
    seen = view.along(path.path)
    in_view = {each.object_id for each in seen}
    objects = [each for each in (view.labels.objects if view.labels else ()) if each.object_id in in_view]
    things = [LabelledThing(each.object_id, {LABELLED_IN: (each.label,)}) for each in objects]
    meant: dict[str, list[Mention]] = {}
    for each in said:
        unmatched = partial(Unmatched, each.instruction_id, each.language)
        named = list(phrases_in(each.text, each.language or LABELLED_IN, things, matcher))
        if not named:
            tell(unmatched(_silence(each, things, matcher) if view.labels else UNLABELLED))
        for start, end, match in named:
            if match.is_ambiguous:
                tell(unmatched(_tie(match), start, end, match.phrase, match.ranked[0]))
            else:
                meant.setdefault(match.ranked[0][0], []).append(_mention(path, each, (start, end)))
    named_things = [each for each in objects if each.object_id in meant]
    return LandmarkEntry(
        path.scan_id,
        path.path_id,
        path.path,
        tuple(said),
        tuple(mention for mentions in meant.values() for mention in mentions),
        chains=tuple(_chain(path, thing, mentions) for thing, mentions in meant.items()),
        entities=tuple(_entity(path.scan_id, each) for each in named_things),
        regions=tuple(_region(path.scan_id, each) for each in seen if each.object_id in meant),
        split=path.split,
    )


def _silence(said: SaidText, things: Sequence[LabelledThing], matcher: LabelMatcher) -> str:
    """Why an instruction names nothing: no labels in its language, or none that is like its words."""
    told = match_phrase(said.text, said.language or LABELLED_IN, things, matcher)
    return told.reason if "has a label in" in told.reason else NOTHING_NAMED


def _tie(match: LabelMatch) -> str:
    return f"{len(match.ranked[0])} things in view are called so."


def _mention(path: PathRecord, said: SaidText, span: tuple[int, int]) -> Mention:
    start, end = span
    return Mention(
        instruction_id=said.instruction_id,
        path_id=path.path_id,
        scan_id=path.scan_id,
        language=said.language or LABELLED_IN,
        start_char=start,
        end_char=end,
        text=said.text[start:end],
        source="proposed",
        transcript_sha256=transcript_digest(said.text),
    )


def _chain(path: PathRecord, object_id: str, mentions: Sequence[Mention]) -> Chain:
    return Chain(
        chain_id=f"{padded(path.path_id)}-{object_id}",
        path_id=path.path_id,
        scan_id=path.scan_id,
        mentions=tuple(each.mention_id for each in mentions),
        need="box",
        entities=(_id(path.scan_id, object_id),),
        source="imported",
    )


def _entity(scan_id: str, thing: LabelledObject) -> Entity:
    types = types_of(naming(thing.label).noun)
    position = extent = None
    if thing.box is not None:
        low, high = np.array(thing.box)
        position, extent = _metres((low + high) / 2), _metres((high - low) / 2)
    return Entity(
        entity_id=_id(scan_id, thing.object_id),
        scan_id=scan_id,
        types=() if types == ("other",) else types,
        labels={LABELLED_IN: thing.label},
        position=position,
        extent=extent,
        how="none" if position is None else "labelled",
    )


def _region(scan_id: str, seen: Sighting) -> RegionRecord:
    return RegionRecord(
        region_id=f"{_id(scan_id, seen.object_id)}-{seen.viewpoint_id}",
        entity_id=_id(scan_id, seen.object_id),
        scan_id=scan_id,
        viewpoint_id=seen.viewpoint_id,
        shape=seen.box or seen.bounds,
        visible=seen.cover or "whole",
        source="labelled",
    )


def _id(scan_id: str, object_id: str) -> str:
    return f"label:{scan_id}-{object_id}"


def _metres(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Metres:
    x, y, z = values.tolist()
    return x, y, z
