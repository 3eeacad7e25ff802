"""How good the landmarks are that a simulated crowd came to, what they cost, and who was found to work badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from align.reference.chains import Document, Partition
from align.reference.coreference import score_coreference
from align.spoken_routes import SpokenPath
from environments.regions import ViewBox, iou
from pangea_server.annotate.landmarks.lookups import PathLandmarks
from pangea_server.annotate.landmarks.protocol.asked import PER_PAGE, Step
from pangea_server.annotate.landmarks.protocol.mentions import SENTENCE_ENDS
from pangea_server.annotate.landmarks.records import Mention, mention_id
from pangea_server.collect.landmarks.simulation.crowd import SECONDS, Worker
from pangea_server.collect.landmarks.simulation.truth import SHOWS


@dataclass(frozen=True, slots=True)
class Path:
    """What was said about a path, under which numbers the server has it, and what people came to."""

    spoken: SpokenPath
    numbers: Mapping[int, int]
    found: PathLandmarks


@dataclass(frozen=True, slots=True)
class StepCost:
    """What a step cost.

    Attributes:
        judgements: about real words, those that were refused later too; ``checks``: whose answer was known beforehand.
        pages: tasks that the judgements were in, so ``judgements / pages`` of ``full`` items.
        hours: of all people, at the pace that Flickr30k Entities measured; None for steps that it does not have.
    """

    step: str
    judgements: int
    checks: int
    pages: int
    full: int
    hours: float | None
    hours_of_checks: float | None


@dataclass(frozen=True, slots=True)
class Workers:
    """Who was found to work badly.

    Attributes:
        bad: people who worked badly from the beginning, at any kind; ``found``: those of them who were stopped in one.
        stopped: all people who were stopped in a kind; ``wrongly``: those of them who worked well throughout.
        pairs, pairs_found: of the bad people's kinds in which they did all opening items, and in which they were then
            stopped.
        faded, faded_found: people who worked well and then stopped caring, and those of them who were stopped.
    """

    people: int
    bad: int
    found: int
    stopped: int
    wrongly: int
    pairs: int
    pairs_found: int
    faded: int
    faded_found: int

    @property
    def precision(self) -> float | None:
        return (self.stopped - self.wrongly) / self.stopped if self.stopped else None

    @property
    def recall(self) -> float | None:
        return self.found / self.bad if self.bad else None


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one run.

    Attributes:
        conll: CoNLL F1 of the chains; ``muc``, ``b3``, ``ceaf_e``: of its parts.
        boxes, boxes_right: that people found good, and those of them that show what their chain means with an overlap
            of at least 0.5.
        things, things_drawn: that a person named and could draw, and those of them that a right box shows.
        links, pairs: pairs that were judged, once or more often, and those that exhaustive linking would judge.
        settled: disputed answers that a reviewer decided about; ``disputes``: those that still wait.
        open: questions that nobody was left to answer.
        lost: pages that were taken away from people who worked on them.
    """

    instructions: int
    conll: float
    muc: float
    b3: float
    ceaf_e: float
    mentions_f1: float
    boxes: int
    boxes_right: int
    things: int
    things_drawn: int
    links: int
    pairs: int
    settled: int
    disputes: int
    open: int
    lost: int
    workers: Workers
    costs: tuple[StepCost, ...]
    seconds: float

    @property
    def box_share(self) -> float:
        return self.boxes_right / max(1, self.boxes)


def documents(paths: Iterable[Path]) -> Iterator[Document]:
    """Chains of each path, and the true ones. Mentions in several languages that mean a thing are in one chain, since
    sight joins them; of what cannot be drawn each language has a chain of its own, and words that nothing visible
    answers to are linked with nothing (``protocol/links.py``)."""
    for path in paths:
        chains = {each.chain_id: each for each in path.spoken.chains}
        true: dict[tuple[str, str], list[str]] = {}
        for said in path.spoken.instructions:
            for mention in said.mentions:
                chain = chains[mention.chain_id]
                name = mention_id(path.numbers[said.instruction_id], mention.start_char, mention.end_char)
                drawn = any(_seen(path.spoken, entity) for entity in chain.entities)
                apart = "" if drawn else name if chain.need == "not_visual" else said.language
                true.setdefault((chain.chain_id, apart), []).append(name)
        yield Document(
            str(path.spoken.path_id),
            Partition.of(true.values()),
            Partition.of(each.mentions for each in path.found.chains),
        )


def boxes_of(path: Path) -> tuple[int, int, set[str], set[str]]:
    """Good boxes, those that are right, things that were named and can be drawn, and those that a right box shows."""
    meant = {
        mention_id(path.numbers[said.instruction_id], each.start_char, each.end_char): each.chain_id
        for said in path.spoken.instructions
        for each in said.mentions
    }
    chains = {each.chain_id: each for each in path.spoken.chains}
    named = {
        thing
        for each in path.spoken.chains
        if each.need == "box"
        for thing in each.entities
        if _seen(path.spoken, thing)
    }
    of_entity: dict[str, Counter[str]] = {}
    for chain in path.found.chains:
        for entity in chain.entities:
            of_entity.setdefault(entity, Counter()).update(
                meant[name] for name in chain.mentions if name in meant
            )
    count = right = 0
    shown: set[str] = set()
    for region in path.found.regions:
        if region.quality != "good" or region.entity_id is None or region.replaced_by is not None:
            continue
        count += 1
        told = of_entity.get(region.entity_id, Counter())
        things = {thing for name, _ in told.most_common(1) for thing in chains[name].entities}
        overlaps = {
            thing: iou(region.shape, box)
            for thing in things
            if (box := _seen(path.spoken, thing).get(region.viewpoint_id)) is not None
        }
        hit = {thing for thing, overlap in overlaps.items() if overlap >= SHOWS}
        right += bool(hit)
        shown |= hit
    return count, right, named, named & shown


def _seen(spoken: SpokenPath, thing: str) -> dict[str, ViewBox]:
    return {
        place: seen.box
        for (name, place), seen in spoken.regions.items()
        if name == thing and seen.box is not None
    }


def exhaustive(path: Path) -> int:
    """The pairs of mentions of a path that exhaustive linking would ask about once each: those that greedy linking may
    ask about, which are in one language, may be of one type, and are not names in one sentence."""
    texts = {path.numbers[said.instruction_id]: said.text for said in path.spoken.instructions}
    invisible = {name for chain in path.found.chains if chain.need == "not_visual" for name in chain.mentions}

    def sentence(mention: Mention) -> tuple[int, int]:
        before = texts[mention.instruction_id][: mention.start_char]
        return mention.instruction_id, sum(map(before.count, SENTENCE_ENDS))

    return sum(
        first.language == second.language
        and (not first.types or not second.types or bool({*first.types} & {*second.types}))
        and (sentence(first) != sentence(second) or "name" not in (first.form, second.form))
        for first, second in combinations(
            [each for each in path.found.mentions if each.mention_id not in invisible], 2
        )
    )


def workers_of(workers: Sequence[Worker], stopped: Mapping[int, Collection[str]], opening: int) -> Workers:
    """Who was found. ``stopped``: by person, the kinds in which they are given no more tasks."""
    asked = [each for each in workers if sum(each.done.values())]
    bad = [each for each in asked if each.works_badly]
    faded = [each for each in asked if each.stopped_caring]
    caught = [each for each in asked if stopped.get(each.number)]
    pairs = [(each, step) for each in bad for step, count in each.done.items() if count >= opening]
    return Workers(
        people=len(asked),
        bad=len(bad),
        found=sum(bool(stopped.get(each.number)) for each in bad),
        stopped=len(caught),
        wrongly=sum(not each.works_badly and not each.stopped_caring for each in caught),
        pairs=len(pairs),
        pairs_found=sum(step.value in stopped.get(each.number, ()) for each, step in pairs),
        faded=len(faded),
        faded_found=sum(bool(stopped.get(each.number)) for each in faded),
    )


def costs_of(
    judged: Mapping[Step, int], checked: Mapping[Step, int], pages: Mapping[Step, int]
) -> tuple[StepCost, ...]:
    """By step, from items that count, check items, and tasks of the first."""

    def hours(step: Step, items: int) -> float | None:
        return items * SECONDS[step] / 3600 if step in SECONDS else None

    return tuple(
        StepCost(
            step.value,
            judged.get(step, 0),
            checked.get(step, 0),
            pages.get(step, 0),
            PER_PAGE[step],
            hours(step, judged.get(step, 0)),
            hours(step, checked.get(step, 0)),
        )
        for step in Step
        if judged.get(step) or checked.get(step)
    )


def figures_of(
    paths: Sequence[Path],
    workers: Workers,
    costs: tuple[StepCost, ...],
    links: int,
    settled: int,
    disputes: int,
    still_open: int,
    lost: int,
    seconds: float,
) -> Figures:
    """All figures of a run."""
    scored = score_coreference(documents(paths))
    boxes = [boxes_of(path) for path in paths]
    return Figures(
        instructions=sum(len(path.spoken.instructions) for path in paths),
        conll=_value(scored.conll.value),
        muc=_value(scored.scores["MUC"].f1.value),
        b3=_value(scored.scores["B3"].f1.value),
        ceaf_e=_value(scored.scores["CEAF-e"].f1.value),
        mentions_f1=_value(scored.scores["mentions"].f1.value),
        boxes=sum(count for count, *_ in boxes),
        boxes_right=sum(right for _, right, _, _ in boxes),
        things=sum(len(named) for _, _, named, _ in boxes),
        things_drawn=sum(len(shown) for *_, shown in boxes),
        links=links,
        pairs=sum(map(exhaustive, paths)),
        settled=settled,
        disputes=disputes,
        open=still_open,
        lost=lost,
        workers=workers,
        costs=costs,
        seconds=seconds,
    )


def _value(value: float | None) -> float:
    assert value is not None, "there are instructions"
    return value
