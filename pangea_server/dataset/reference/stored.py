"""What the words of a store's instructions mean, as ``pangea evaluate`` compares it: the same as from files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from math import atan2, dist
from operator import itemgetter
from pathlib import Path

from align import PoseTrace, TimedWord
from align.reference.candidates import Candidates, ProposedRegion
from align.reference.overlaps import Boxes
from align.reference.phrases import GroundedPhrase
from align.reference.prior import CameraPrior, camera_prior, seconds_at
from align.reference.selection import Candidate, SelectionItem, TimedSighting
from environments import Scan, open_environment
from environments.regions import area, centre
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.landmarks.lookups import holding, regions_at
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord, mention_id
from pangea_server.core.settings import read_settings
from pangea_server.dataset.entries.dataset import Dataset, Guide
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.dataset.landmarks.stored import path_entry, refuse_without_landmarks
from pangea_server.dataset.reference.attention_files import SpokenPhrase
from pangea_server.dataset.reference.chain_files import WrittenChains
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from pangea_server.stores.many import records_of
from pangea_server.stores.opening import open_store


@contextmanager
def stored_dataset(data_dir: Path | None, store: str | None, environment: str | None) -> Iterator[Dataset]:
    """The dataset of a store that has landmarks, and the environment that its settings name.

    Raises:
        RecordNotFoundError: it has none.
    """
    settings = read_settings(data_dir=data_dir, store=store, environment=environment)
    with closing(open_store(settings)) as opened:
        refuse_without_landmarks(opened.records)
        yield Dataset(opened, open_environment(settings.environment))


def stored_chains(dataset: Dataset) -> Iterator[WrittenChains]:
    """The chains of each path, one at a time; a mention is named by its instruction and characters."""
    for path in _paths(dataset, "Chains"):
        yield _chains(path.entry)


def stored_phrases(dataset: Dataset) -> Iterator[ReadPhrase]:
    """A phrase for each mention of a chain: the regions of what the chain means, where the camera looked while it was
    said, and all that is known to be seen from the same viewpoints. They come scan by scan."""
    around = _Surroundings(dataset)
    for path in _paths(dataset, "Phrases", near=True):
        around.leave(path.entry)
        yield from _phrases(path, around)


def stored_spoken(dataset: Dataset) -> Iterator[SpokenPhrase]:
    """The phrases whose words have times and that were said where a camera was, with the regions seen from there; a
    walk is an instruction, and its phrases come together."""
    for path in _paths(dataset, "Phrases"):
        yield from _spoken(path)


def stored_selection(dataset: Dataset) -> Iterator[SelectionItem]:
    """For each path the things that its viewpoints see, and those that its instructions name; scan by scan."""
    around = _Surroundings(dataset)
    for path in _paths(dataset, "Paths", near=True):
        around.leave(path.entry)
        yield _selection(path, around)


def stored_traces(dataset: Dataset) -> Callable[[str], PoseTrace | None]:
    """The pose trace of an instruction by its number, None where there is none; one at a time is in memory."""

    @lru_cache(maxsize=1)
    def trace_of(name: str) -> PoseTrace | None:
        return _trace_of(dataset, dataset.guide(int(name)))

    return trace_of


@dataclass(frozen=True)
class _PathMeanings:
    """What the instructions of one path mean."""

    dataset: Dataset
    entry: LandmarkEntry
    guides: Mapping[int, Guide]

    @property
    def name(self) -> str:
        return str(self.entry.path_id)

    @cached_property
    def chains(self) -> list[tuple[Mention, Chain]]:
        """Each mention that is in a chain, with the first one; in the order in which they are said."""
        known = {each.mention_id: each for each in self.entry.mentions}
        first: dict[str, Chain] = {}
        for chain in self.entry.chains:
            for said in chain.mentions:
                first.setdefault(said, chain)
        ordered = sorted(first, key=lambda said: (known[said].instruction_id, known[said].start_char))
        return [(known[said], first[said]) for said in ordered]

    def seen(self, chain: Chain) -> dict[str, Boxes]:
        """The regions of what a chain means, by viewpoint."""
        found: dict[str, list[RegionRecord]] = defaultdict(list)
        several = len({*chain.entities}) > 1
        meant = [each for name in dict.fromkeys(chain.entities) for each in self._regions[name]]
        for _, each in sorted(meant, key=itemgetter(0)) if several else meant:
            found[each.viewpoint_id].append(each)
        return {at: tuple(each.shape for each in some) for at, some in found.items()}

    @cached_property
    def _regions(self) -> Mapping[str | None, list[tuple[int, RegionRecord]]]:
        """The regions of each thing, with their places in the entry."""
        found: dict[str | None, list[tuple[int, RegionRecord]]] = defaultdict(list)
        for place, each in enumerate(self.entry.regions):
            found[each.entity_id].append((place, each))
        return found

    def words(self, mention: Mention) -> list[TimedWord]:
        """The words of a mention, where they have times."""
        return [
            word
            for word in self.guides[mention.instruction_id].words
            if word.start_char is not None
            and word.end_char is not None
            and word.start_char < mention.end_char
            and mention.start_char < word.end_char
        ]

    @cached_property
    def traces(self) -> Mapping[int, PoseTrace]:
        """Where the cameras of these Guides were."""
        found = {number: _trace_of(self.dataset, guide) for number, guide in self.guides.items()}
        return {number: trace for number, trace in found.items() if trace is not None}

    def prior(self, mention: Mention) -> CameraPrior:
        """Where the Guide's camera looked while they said it; empty where unknown."""
        words, trace = self.words(mention), self.traces.get(mention.instruction_id)
        if not words or trace is None:
            return CameraPrior(())
        return camera_prior(trace, *_times(words))

    def said_from(self, mention: Mention) -> str | None:
        """The viewpoint at which most of it was said."""
        words, trace = self.words(mention), self.traces.get(mention.instruction_id)
        if not words or trace is None:
            return None
        seconds = seconds_at(trace, *_times(words))
        return max(seconds, key=lambda at: seconds[at], default=None)


def _times(words: Sequence[TimedWord]) -> tuple[float, float]:
    return words[0].start_time, max(word.end_time for word in words)


def _paths(dataset: Dataset, name: str, *, near: bool = False) -> Iterator[_PathMeanings]:
    for path, guides in dataset.paths(name, near=near):
        if entry := path_entry(dataset, path, guides):
            yield _PathMeanings(dataset, entry, {each.stored.instruction_id: each for each in guides})


def _trace_of(dataset: Dataset, guide: Guide) -> PoseTrace | None:
    trace = guide.annotation.pose_trace if guide.stored.pose_trace is not None else None
    return load_trace(dataset.store.blobs, trace) if trace else None


def _chains(entry: LandmarkEntry) -> WrittenChains:
    heads = {
        each.mention_id: mention_id(each.instruction_id, *each.head) for each in entry.mentions if each.head
    }
    said = [each.mentions for each in entry.chains]
    things = [each.entities for each in entry.chains]
    return WrittenChains(str(entry.path_id), f"path {entry.path_id}", said, things, heads)


@dataclass(frozen=True)
class _SeenFrom:
    """What one viewpoint sees.

    Attributes:
        regions: by thing.
        things: those that the store describes.
        here: where the viewpoint is; None without an environment.
    """

    regions: Mapping[str, Sequence[RegionRecord]]
    things: Mapping[str, Entity]
    here: Sequence[float] | None

    @cached_property
    def candidates(self) -> Candidates:
        """The things, with the distance where it is known."""
        return Candidates(
            [
                ProposedRegion(tuple(each.shape for each in regions), self._distance(entity_id))
                for entity_id, regions in self.regions.items()
            ]
        )

    def _distance(self, entity_id: str) -> float | None:
        thing = self.things.get(entity_id)
        return dist(thing.position, self.here) if thing and thing.position and self.here else None


@dataclass
class _Surroundings:
    """What is known to be seen from viewpoints; that of the last path is kept."""

    dataset: Dataset
    _seen: dict[tuple[str, str], _SeenFrom] = field(default_factory=dict)

    def leave(self, entry: LandmarkEntry) -> None:
        """Forget what is not seen from this path."""
        here = {(entry.scan_id, at) for at in entry.path}
        self._seen = {at: seen for at, seen in self._seen.items() if at in here}

    def at(self, scan_id: str, viewpoint_id: str) -> _SeenFrom:
        """What a viewpoint sees."""
        known = self._seen.get((scan_id, viewpoint_id))
        if known is None:
            known = self._seen[scan_id, viewpoint_id] = self._read(scan_id, viewpoint_id)
        return known

    def scan(self, scan_id: str) -> Scan | None:
        """The scan; None without an environment."""
        return self.dataset.places.scan(scan_id) if self.dataset.places else None

    def _read(self, scan_id: str, viewpoint_id: str) -> _SeenFrom:
        records = self.dataset.store.records
        found: dict[str, list[RegionRecord]] = defaultdict(list)
        for each in holding(regions_at(records, scan_id, viewpoint_id)):
            if each.entity_id:
                found[each.entity_id].append(each)
        things = {each.entity_id: each for each in records_of(records, Entity, found.keys())}
        scan = self.scan(scan_id)
        return _SeenFrom(found, things, scan.viewpoints[viewpoint_id].position if scan else None)


def _phrases(path: _PathMeanings, around: _Surroundings) -> Iterator[ReadPhrase]:
    scan_id = path.entry.scan_id
    for mention, chain in path.chains:
        need = "box" if chain.need == "undecided" else chain.need
        regions = path.seen(chain) if need == "box" else {}
        phrase = GroundedPhrase(
            mention.mention_id, path.name, regions, mention.language, mention.types, path.said_from(mention)
        )
        proposed = {at: around.at(scan_id, at).candidates for at in regions}
        yield ReadPhrase(phrase, need, proposed, path.prior(mention))


def _spoken(path: _PathMeanings) -> Iterator[SpokenPhrase]:
    for mention, chain in path.chains:
        at, words = path.said_from(mention), path.words(mention)
        if at is not None and chain.need in ("box", "undecided"):
            times = tuple((word.start_time, word.end_time) for word in words)
            walk, regions = str(mention.instruction_id), path.seen(chain).get(at, ())
            yield SpokenPhrase(mention.mention_id, walk, at, mention.language, regions, times)


def _selection(path: _PathMeanings, around: _Surroundings) -> SelectionItem:
    scan_id, seen = path.entry.scan_id, defaultdict[str, list[TimedSighting]](list)
    things: dict[str, Entity] = {}
    for at in dict.fromkeys(path.entry.path):
        there = around.at(scan_id, at)
        things |= there.things
        for entity_id, regions in there.regions.items():
            seen[entity_id] += [TimedSighting(at, *centre(each.shape), area(each.shape)) for each in regions]
    candidates = [Candidate(name, _kind(things.get(name)), tuple(some)) for name, some in seen.items()]
    named: dict[int, dict[str, None]] = {number: {} for number in path.guides}
    for mention, chain in path.chains:
        named[mention.instruction_id] |= dict.fromkeys(each for each in chain.entities if each in seen)
    told = tuple(tuple(each) for each in named.values())
    return SelectionItem(path.name, tuple(candidates), told, _walking(around.scan(scan_id), path.entry.path))


def _kind(thing: Entity | None) -> str:
    """What a thing is called: a name, else its first type, else nothing."""
    names = sorted(thing.labels.items()) if thing else []
    return names[0][1] if names else (thing.types[0] if thing and thing.types else "")


def _walking(scan: Scan | None, path: Sequence[str]) -> dict[str, tuple[float | None, float | None]]:
    """By viewpoint the headings in which the walk came and left, the first time."""
    if scan is None:
        return {}
    places = [scan.viewpoints[at].position for at in path]
    headings = [atan2(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(places)]
    walking: dict[str, tuple[float | None, float | None]] = {}
    for at, came, left in zip(path, [None, *headings], [*headings, None], strict=True):
        walking.setdefault(at, (came, left))
    return walking
