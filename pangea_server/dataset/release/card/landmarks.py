"""What a data card says of landmarks: counted from what leaves the store, one path at a time."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from environments.regions import iou
from pangea_server.annotate.landmarks.records import Entity, Link, Mention, RegionRecord
from pangea_server.core.counted import counted
from pangea_server.dataset.landmarks.entries import LandmarkEntry

HERE, IMPORTED, LABELS, SOFTWARE = "made here", "imported", "the environment's labels", "software"
MAKERS = (HERE, IMPORTED, LABELS, SOFTWARE)
MADE = {
    "marked": HERE,
    "drawn": HERE,
    "adjusted": HERE,
    "accepted": HERE,
    "labelled": LABELS,
    "imported": IMPORTED,
    "proposed": SOFTWARE,
}
"""By the ``source`` of a mention or a region."""
NO_TYPE = "without a type"


@dataclass(slots=True)
class LandmarkCensus:
    """The landmarks of a release.

    Attributes:
        made: by kind of record and who made it.
        languages: of mentions. ``types``: of mentions and of things, by kind of record; one may have several.
        chains: by what they need to be shown.
        quality: of regions.
        people: who made any of it here.
        linked: pairs of mentions that several people judged; ``agreed``: those on which all said the same.
        overlaps: pairs of regions of one thing from one viewpoint by two people, and the sum of their IoU.
    """

    made: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    languages: Counter[str] = field(default_factory=Counter)
    types: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    chains: Counter[str] = field(default_factory=Counter)
    quality: Counter[str] = field(default_factory=Counter)
    people: set[int] = field(default_factory=set)
    linked: int = 0
    agreed: int = 0
    pairs: int = 0
    overlaps: float = 0.0
    _things: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.made)

    def count(self, entry: LandmarkEntry) -> None:
        """Add an entry. A thing that several paths mean is counted once, with its regions."""
        for mention in entry.mentions:
            self._count_mention(mention)
        self._count_links(entry.links)
        self.chains.update(each.need for each in entry.chains)
        new = {each.entity_id for each in entry.entities} - self._things
        self._things |= new
        for entity in entry.entities:
            if entity.entity_id in new:
                self.made["things"][_maker(entity)] += 1
                self.types["things"].update(entity.types or (NO_TYPE,))
        self._count_regions([each for each in entry.regions if not each.entity_id or each.entity_id in new])

    def _count_mention(self, mention: Mention) -> None:
        self.made["mentions"][MADE[mention.source]] += 1
        self.languages[mention.language] += 1
        self.types["mentions"].update(mention.types or (NO_TYPE,))
        self._count_person(mention)

    def _count_links(self, links: Iterable[Link]) -> None:
        judged: defaultdict[frozenset[str], dict[int, str]] = defaultdict(dict)
        for link in links:
            self.made["links"][IMPORTED if link.annotator_id is None else HERE] += 1
            self._count_person(link)
            if link.annotator_id is not None:
                judged[frozenset((link.first, link.second))][link.annotator_id] = link.verdict
        several = [verdicts for verdicts in judged.values() if len(verdicts) > 1]
        self.linked += len(several)
        self.agreed += sum(len({*verdicts.values()}) == 1 for verdicts in several)

    def _count_regions(self, regions: Iterable[RegionRecord]) -> None:
        drawn: defaultdict[tuple[str, str], list[RegionRecord]] = defaultdict(list)
        for region in regions:
            self.made["regions"][MADE[region.source]] += 1
            self.quality[region.quality] += 1
            self._count_person(region)
            if region.entity_id and region.annotator_id is not None:
                drawn[region.entity_id, region.viewpoint_id].append(region)
        for together in drawn.values():
            for one, other in combinations(together, 2):
                if one.annotator_id != other.annotator_id:
                    self.pairs += 1
                    self.overlaps += iou(one.shape, other.shape)

    def _count_person(self, record: Mention | Link | RegionRecord) -> None:
        if record.annotator_id is not None:
            self.people.add(record.annotator_id)


def landmark_census(entries: Iterable[LandmarkEntry]) -> LandmarkCensus:
    """What all of these hold."""
    census = LandmarkCensus()
    for entry in entries:
        census.count(entry)
    return census


def landmarks_page(census: LandmarkCensus) -> list[str]:
    """The card's section on landmarks, in Markdown; nothing where there are none."""
    if not census:
        return []
    makers = [each for each in MAKERS if any(made[each] for made in census.made.values())]
    kinds = [kind for kind in ("mentions", "links", "things", "regions") if kind in census.made]
    rows = [
        f"| {kind} | {census.made[kind].total()} | {' | '.join(str(census.made[kind][each]) for each in makers)} |"
        for kind in kinds
    ]
    people = counted(len(census.people), "person", "people")
    by = f" Here, {people} marked, judged or drew." if census.people else ""
    return [
        "## Landmarks",
        "",
        "What words mean and where it is seen: mentions (phrases), links (judgements of two mentions), things, and "
        f"their regions from viewpoints, by where they come from.{by}",
        "What a format leaves out of them is in its `about.json`.",
        "",
        f"| | all | {' | '.join(makers)} |",
        "| " + " | ".join(["---"] * (len(makers) + 2)) + " |",
        *rows,
        "",
        *_told(census),
    ]


def _told(census: LandmarkCensus) -> Iterator[str]:
    yield from _line("Languages of mentions", census.languages)
    for kind, types in sorted(census.types.items()):
        yield from _line(f"Types of {kind}", types)
    yield from _line("Chains, by what they need to be shown", census.chains)
    if judged := Counter({name: n for name, n in census.quality.items() if name != "unjudged"}):
        yield from _line("Regions that were judged", judged)
    if census.linked:
        pairs = counted(census.linked, "pair of mentions", "pairs of mentions")
        yield f"- Agreement: of {pairs} that several people judged, all said the same of {census.agreed}."
    if census.pairs:
        pairs = counted(census.pairs, "pair of regions", "pairs of regions")
        yield f"- Agreement: {pairs} by two people share {census.overlaps / census.pairs:.3f} (mean IoU)."
    if not census.linked and not census.pairs:
        yield "- Agreement: not known, since nothing in it was judged or drawn by two people."
    yield ""


def _line(what: str, found: Counter[str]) -> Iterator[str]:
    if found:
        most = sorted(found.items(), key=lambda each: (-each[1], each[0]))
        told = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in most)
        yield f"- {what}: {told}."


def _maker(entity: Entity) -> str:
    """Things of an environment keep its ids, whoever brought them."""
    if entity.how == "labelled" or entity.entity_id.startswith("label:"):
        return LABELS
    return HERE if entity.source is None else IMPORTED
