"""What a store says about the landmarks of one path: words, answers, and what was derived of them before."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from environments import Environment
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.annotations.population import Population, why_left_out
from pangea_server.annotate.annotations.records import GuideAnnotation, GuideVersion, TaskAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.landmark_rules import LandmarkRules, landmark_rules_of
from pangea_server.annotate.campaigns.records import Campaign, CampaignState, PathRecord
from pangea_server.annotate.kinds.kinds import declared, words_kind
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.annotate.landmarks.protocol.evidence import Evidence, InstructionWords, Judged
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Link,
    Mention,
    RegionRecord,
    transcript_digest,
)
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.landmarks.carry import foretelling
from pangea_server.collect.landmarks.rules import protocol_rules
from pangea_server.core.records import Record, padded
from pangea_server.stores.many import HasSeals, records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RECORD_ID, RecordStore, found

R = TypeVar("R", bound=Record)
DRAWN = (Step.DRAW, Step.CARRY)
"""The steps whose answers are regions."""
Items = Sequence["EvidenceItem"]
"""What a task asked, and what was answered."""


@dataclass(frozen=True, slots=True)
class PathState:
    """One path as the store has it.

    Attributes:
        campaign: None where it asks nothing about landmarks; then what was found before stays as it is.
        evidence: what decides about the path.
        tasks: those about its landmarks, in any state.
        reviews: of the answers to them, by task id.
        derived: what earlier answers came to, by collection and id; never what was imported or labelled.
        answered: by question, who answered it, whether the answer counts or not.
        told: the digests of the words of all instructions that the store has, whether they count or not.
    """

    path: PathRecord
    campaign: Campaign | None
    evidence: Evidence
    tasks: Sequence[Task]
    reviews: Mapping[str, Review]
    derived: Mapping[tuple[str, str], Record]
    answered: Mapping[str, frozenset[int]]
    told: Mapping[int, str]

    @property
    def asks(self) -> bool:
        """Whether anything may be asked."""
        return self.campaign is not None and self.campaign.state is not CampaignState.CLOSED


def read_path(records: RecordStore, path: PathRecord, environment: Environment, memory: Memory) -> PathState:
    """Everything that the store says about the landmarks of a path."""
    scan = environment.scan(path.scan_id)
    campaign = _campaign_of(records, path)
    asked = landmark_rules_of(campaign.definition) if campaign else None
    rules = protocol_rules(campaign.definition) if campaign else None
    if rules is None:
        campaign = None
    read = Reader(records, memory)
    tasks = [task for task in read.of(Task, [path.path_id], "path_id") if declared(task.kind).step]
    done = [task for task in tasks if task.state is TaskState.DONE]
    answers = read.of(TaskAnnotation, [TaskAnnotation.id_of(task.kind, task.number) for task in done])
    items = {each.task_id: _items(memory, each) for each in answers}
    reviews = _reviews(read, [task.record_id for task in done])
    mentions = read.of(Mention, [path.path_id], "path_id")
    guides = read.of(GuideAnnotation, [path.path_id], "path_id")
    evidence = Evidence(
        path_id=path.path_id,
        scan_id=path.scan_id,
        words=tuple(_words(read, guides, asked)),
        judged=tuple(_judged(answers, items, reviews)),
        rules=rules or Rules(steps=()),
        positions={name: place.position for name, place in scan.viewpoints.items()},
        foretell=foretelling(environment, scan, asked) if asked else None,
        left_out=frozenset(each.instruction_id for each in mentions if not each.is_from_here),
        memory=memory,
    )
    return PathState(
        path=path,
        campaign=campaign,
        evidence=evidence,
        tasks=tasks,
        reviews=reviews,
        derived={
            (each.collection, each.record_id): each
            for each in _derived(read, path, mentions, _region_ids(answers, items))
        },
        answered=_who_answered(answers, items),
        told={each.instruction_id: transcript_digest(each.transcript) for each in guides},
    )


def _campaign_of(records: RecordStore, path: PathRecord) -> Campaign | None:
    return found(records, Campaign, path.campaign_id) if path.campaign_id is not None else None


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads records of a path at each look at it. Most are as they were at the last one, which their seals tell."""

    records: RecordStore
    memory: Memory

    def of(self, kind: type[R], values: Sequence[str | int], field: str = RECORD_ID) -> list[R]:
        """As ``records_of``."""
        if not isinstance(self.records, HasSeals):
            return records_of(self.records, kind, values, field)
        seals = self.records.seals(kind, values, field) if values else {}
        # Seals first: what changes in between is found out at the next look.
        new = [name for name, sealed in seals.items() if not self.memory.has((kind, name), (sealed,))]
        read = {each.record_id: each for each in records_of(self.records, kind, new)}
        removed = {name for name in new if name not in read}
        return [
            self.memory.of((kind, name), (seals[name],), partial(read.__getitem__, name))
            for name in sorted(seals.keys() - removed)
        ]


def _reviews(read: Reader, task_ids: Sequence[str]) -> dict[str, Review]:
    return {each.task_id: each for each in read.of(Review, task_ids, "task_id")}


def _words(
    read: Reader, guides: Iterable[GuideAnnotation], asked: LandmarkRules | None
) -> Iterator[InstructionWords]:
    """The instructions that count."""
    if asked is None:
        return
    guides = [
        guide
        for guide in guides
        if guide.transcript
        if asked.languages is None or guide.language in asked.languages
    ]
    reviews = _reviews(read, [f"{words_kind()}-{padded(guide.instruction_id)}" for guide in guides])
    for guide in guides:
        review = reviews.get(f"{words_kind()}-{padded(guide.instruction_id)}")
        wanted = Population.ACCEPTED if asked.of == "accepted" else Population.DATA
        if why_left_out(wanted, guide, review.state if review else None):
            continue
        alignment = alignment_of(read.records, guide.instruction_id)
        timed = alignment.timed_instruction if alignment and alignment.state == "aligned" else ()
        yield InstructionWords(
            instruction_id=guide.instruction_id,
            language=guide.language,
            guide=guide.annotator_id,
            transcript=guide.transcript,
            earlier=_earlier(read.records, guide),
            timed=tuple(timed),
        )


def _earlier(records: RecordStore, guide: GuideAnnotation) -> tuple[str, ...]:
    """Its transcripts before it was corrected, the newest first."""
    if guide.version == 1:
        return ()
    versions = every(records, GuideVersion, {"instruction_id": guide.instruction_id})
    texts = [each.transcript for each in versions if each.transcript]
    return tuple(dict.fromkeys(reversed(texts)))


def _judged(
    answers: Iterable[TaskAnnotation], items: Mapping[str, Items], reviews: Mapping[str, Review]
) -> Iterator[Judged]:
    """The answers that count, item by item."""
    for annotation in answers:
        review = reviews.get(annotation.task_id)
        if why_left_out(Population.DATA, annotation, review.state if review else None):
            continue
        step = Step(declared(annotation.kind).step)
        for item in items[annotation.task_id]:
            yield Judged(
                step=step,
                number=annotation.annotation_id,
                place=item.place,
                person=annotation.annotator_id,
                asked=item.asked,
                answer=item.answer,
                at=annotation.submitted_at,
                accepted=review is not None and review.state is ReviewState.ACCEPTED,
            )


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """What a page asked at one place, and what was answered; ``key`` as of its question."""

    place: int
    asked: Asked
    key: str
    answer: Mapping[str, object]


def items_of(annotation: TaskAnnotation) -> Iterator[EvidenceItem]:
    """The items that were answered."""
    asked, answered = annotation.args["items"], annotation.answer["answers"]
    assert isinstance(asked, list)
    assert isinstance(answered, list)
    step = Step(declared(annotation.kind).step)
    for place, (told, answer) in enumerate(zip(asked, answered, strict=True)):
        if answer is not None:
            assert isinstance(answer, dict)
            item = Asked.model_validate(told)
            yield EvidenceItem(place, item, key_of(step, item), answer)


def _items(memory: Memory, annotation: TaskAnnotation) -> tuple[EvidenceItem, ...]:
    """The same, read once: answers are read at each look at their path, and hardly ever change."""
    told = annotation.args["items"], annotation.answer["answers"]
    return memory.of(("items", annotation.record_id), told, lambda: tuple(items_of(annotation)))


def _who_answered(answers: Iterable[TaskAnnotation], items: Mapping[str, Items]) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = defaultdict(set)
    for annotation in answers:
        for item in items[annotation.task_id]:
            found[item.key].add(annotation.annotator_id)
    return {key: frozenset(people) for key, people in found.items()}


def key_of(step: Step, asked: Asked) -> str:
    """``ItemToAsk.key`` of an item."""
    return ItemToAsk(step, asked, ()).key


def _derived(
    read: Reader, path: PathRecord, mentions: Sequence[Mention], drawn: Iterable[str]
) -> Iterator[Record]:
    yield from (each for each in mentions if each.is_from_here)
    links = read.of(Link, [path.path_id], "path_id")
    yield from (each for each in links if each.link_id.startswith(f"{Step.LINK}-"))
    chains = [each for each in read.of(Chain, [path.path_id], "path_id") if each.source == "judged"]
    regions = read.of(RegionRecord, list(drawn))
    things = {each for chain in chains for each in chain.entities}
    things |= {each.entity_id for each in regions if each.entity_id is not None}
    own = f"{path.scan_id}-e-"  # other things have a number there, or a label's name
    yield from chains
    yield from regions
    yield from read.of(Entity, sorted(name for name in things if name.startswith(own)))


def _region_ids(answers: Iterable[TaskAnnotation], items: Mapping[str, Items]) -> Iterator[str]:
    """Those that drawn and carried regions may have."""
    for annotation in answers:
        if declared(annotation.kind).step in DRAWN:
            for item in items[annotation.task_id]:
                yield f"{annotation.kind}-{padded(annotation.annotation_id)}-{item.place}"
