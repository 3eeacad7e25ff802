"""From a path's evidence to its records, and to the work that is to be asked next.

The result depends on the evidence alone: the same answers in any order give the same records under the same ids, and an
answer that is taken out leaves everything as if it had never been given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from environments.carrying.carry import WorldPosition
from pangea_server.annotate.landmarks.protocol.asked import WITHOUT_WORDS, Asked, Foretold, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.boxes import Boxed, box, representative_first
from pangea_server.annotate.landmarks.protocol.evidence import Evidence
from pangea_server.annotate.landmarks.protocol.links import Linked, link
from pangea_server.annotate.landmarks.protocol.mentions import Named, Naming, mention_of, name
from pangea_server.annotate.landmarks.protocol.shares import falls_in
from pangea_server.annotate.landmarks.protocol.sight import PathSight, see
from pangea_server.annotate.landmarks.protocol.verification import Verified, unverified, verify
from pangea_server.annotate.landmarks.protocol.work import Dispute, ItemToAsk
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, Need, RegionRecord
from pangea_server.core.records import padded

MAY_FOLLOW = {
    Step.DRAW: frozenset({Step.NEED}),
    **dict.fromkeys(WITHOUT_WORDS, frozenset(Step) - {Step.DRAW}),
}
"""Other steps of a chain of which a person may have done one: who says that it can be drawn may draw it, and whoever
did not draw may compare what is seen."""
COMMENT = "somebody wrote a comment"


@dataclass(frozen=True, slots=True)
class Derived:
    """The records of a path as they should be, each sorted by its id; the questions that are open; what is disputed."""

    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()
    chains: tuple[Chain, ...] = ()
    entities: tuple[Entity, ...] = ()
    regions: tuple[RegionRecord, ...] = ()
    work: tuple[ItemToAsk, ...] = ()
    disputes: tuple[Dispute, ...] = ()

    @property
    def records(self) -> tuple[Mention | Link | Chain | Entity | RegionRecord, ...]:
        return (*self.mentions, *self.links, *self.chains, *self.entities, *self.regions)


def derive(evidence: Evidence) -> Derived:
    """What the answers about a path come to, and what is asked next."""
    naming, linked = _named_and_linked(evidence)
    verified = [part for chain in linked.chains for part in _verified(evidence, linked, chain)]
    boxed = [_boxed(evidence, part) for part in verified]
    seen = see(evidence, boxed)
    chains, entities = _meanings(evidence, linked, boxed, seen)
    questions = [
        *naming.questions,
        *linked.questions,
        *(part.question for part in verified if part.question),
        *(question for chain in boxed for question in chain.questions),
        *seen.questions,
        *_meant(evidence, boxed),
    ]
    disputes = [
        *naming.disputes,
        *linked.disputes,
        *(part.dispute for part in verified if part.dispute),
        *(chain.dispute for chain in boxed if chain.dispute),
        *seen.disputes,
        *_comments(evidence),
    ]
    return Derived(
        mentions=_mentions(evidence, naming),
        links=tuple(sorted(linked.links, key=lambda each: each.link_id)),
        chains=tuple(sorted(chains, key=lambda each: each.chain_id)),
        entities=tuple(sorted(entities, key=lambda each: each.entity_id)),
        regions=tuple(_with_thing(each, evidence, seen) for each in seen.regions),
        work=tuple(_work(evidence, questions, disputes, boxed, verified)),
        disputes=tuple(sorted(disputes, key=lambda each: (each.step, each.answers, each.reason))),
    )


def _named_and_linked(evidence: Evidence) -> tuple[Naming, Linked]:
    """Mentions and links, which stay as they are while boxes are drawn and judged."""
    of = evidence.memory.of
    basis = evidence.path_id, evidence.words, evidence.rules, evidence.left_out
    marked, judged = tuple(evidence.of(Step.MENTION)), tuple(evidence.of(Step.LINK))
    naming = of("name", (basis, marked), lambda: name(evidence))
    return naming, of("link", (basis, naming.named, judged), lambda: link(evidence, naming.named))


def _mentions(evidence: Evidence, naming: Naming) -> tuple[Mention, ...]:
    def made() -> tuple[Mention, ...]:
        found = (mention_of(each, evidence) for each in naming.named)
        return tuple(sorted(found, key=lambda each: each.mention_id))

    return evidence.memory.of("mentions", (evidence.scan_id, evidence.words, naming.named), made)


def _verified(evidence: Evidence, linked: Linked, chain: tuple[Named, ...]) -> list[Verified]:
    """The chain as people verified it; as it is while other mentions may still come to it."""
    if any(each.key in linked.unsettled for each in chain):
        return unverified(evidence, chain)
    if Step.VERIFY not in evidence.rules.steps:
        return [Verified(chain, sure=True)]
    return verify(evidence, chain)


def _boxed(evidence: Evidence, part: Verified) -> Boxed:
    """What is drawn of a chain; nothing is asked while the chain itself is not sure."""
    found = box(evidence, part.named)
    return found if part.sure else replace(found, questions=(), dispute=None, complete=False)


# What the regions come to


def _meanings(
    evidence: Evidence, linked: Linked, boxed: Sequence[Boxed], seen: PathSight
) -> tuple[list[Chain], list[Entity]]:
    """Chains with the same things are one; each thing has the names that people gave it."""
    alike: dict[frozenset[str], list[Boxed]] = defaultdict(list)
    alone: list[list[Boxed]] = []
    for chain in boxed:
        things = frozenset(seen.things[each.region_id] for each in chain.good)
        if things and chain.complete:
            alike[things].append(chain)
        else:
            alone.append([chain])
    groups = [*alike.values(), *alone]
    id_of = {
        named.key: _chain_id(evidence, group) for group in groups for chain in group for named in chain.named
    }
    chains = [_chain(evidence, group, linked.parents, id_of, seen) for group in groups]
    return chains, _entities(evidence, groups, seen)


def _chain(
    evidence: Evidence,
    group: Sequence[Boxed],
    parents: Mapping[MentionKey, MentionKey],
    id_of: Mapping[MentionKey, str],
    seen: PathSight,
) -> Chain:
    named = _named(group)
    own = _chain_id(evidence, group)
    above = (id_of.get(parents[each.key]) for each in named if each.key in parents)
    things = sorted({seen.things[each.region_id] for chain in group for each in chain.good})
    need: Need = "box" if things else group[0].need
    return Chain(
        chain_id=own,
        path_id=evidence.path_id,
        scan_id=evidence.scan_id,
        mentions=tuple(each.key.mention_id for each in named),
        need=need,
        entities=tuple(_entity_id(evidence, thing) for thing in things),
        parent=next((each for each in above if each not in (None, own)), None),
        source="judged",
        created_at=min(each.at for each in named),
    )


def _entities(evidence: Evidence, groups: Sequence[Sequence[Boxed]], seen: PathSight) -> list[Entity]:
    said: dict[str, list[Named]] = defaultdict(list)
    for group in groups:
        for chain in group:
            for each in chain.good:
                said[seen.things[each.region_id]] += chain.named
    at = {each.region_id: each.created_at for each in seen.regions}
    return [
        Entity(
            entity_id=_entity_id(evidence, thing),
            scan_id=evidence.scan_id,
            types=tuple(sorted({each for one in named for each in one.types})),
            labels=_labels(named),
            created_at=at[thing],
            **_placed(seen.places.get(thing)),
        )
        for thing, named in said.items()
    ]


def _placed(place: WorldPosition | None) -> dict[str, Any]:
    """The fields of a thing that say where it is."""
    return place._asdict() if place else {}


def _labels(named: Iterable[Named]) -> dict[str, str]:
    """By language the longest that names by itself."""
    labels = {}
    by_language: dict[str, list[Named]] = defaultdict(list)
    for each in named:
        if each.is_plain:
            by_language[each.language].append(each)
    for language in sorted(by_language):
        labels[language] = representative_first(by_language[language])[0].text
    return labels


def _with_thing(region: RegionRecord, evidence: Evidence, seen: PathSight) -> RegionRecord:
    thing = seen.things.get(region.region_id)
    return region.model_copy(update={"entity_id": _entity_id(evidence, thing)}) if thing else region


def _entity_id(evidence: Evidence, thing: str) -> str:
    """Of the first region of the thing, so that nothing else ever has it."""
    return f"{evidence.scan_id}-e-{thing}"


def _chain_id(evidence: Evidence, group: Sequence[Boxed]) -> str:
    """Of its first mention, which is in no other chain."""
    return f"{padded(evidence.path_id)}-c{_named(group)[0].key.mention_id}"


def _named(group: Sequence[Boxed]) -> list[Named]:
    return sorted((each for chain in group for each in chain.named), key=lambda each: each.key.order)


# What is asked


def _meant(evidence: Evidence, boxed: Sequence[Boxed]) -> Iterator[ItemToAsk]:
    """Of some chains that are drawn, what another person understands by the phrase."""
    answered = {
        key
        for each in evidence.of(Step.MEANT)
        for asked in each.asked.mentions[:1]
        if (key := evidence.current(asked)) is not None
    }
    guides = {each.instruction_id: each.guide for each in evidence.words}
    for chain in boxed:
        named = representative_first(chain.named)[0]
        chosen = falls_in(f"meant {named.key.mention_id}", evidence.rules.followers_draw)
        if (
            not chosen
            or not chain.complete
            or not chain.good
            or answered & {each.key for each in chain.named}
        ):
            continue
        meant = tuple(
            Foretold(from_region=each.region_id, viewpoint_id=each.viewpoint_id, shape=each.shape)
            for each in chain.good
        )
        own = frozenset(guides[each.key.instruction_id] for each in chain.named)
        yield ItemToAsk(Step.MEANT, Asked(mentions=(named.key,), meant=meant), (named.language,), own)


def _comments(evidence: Evidence) -> Iterator[Dispute]:
    for step in Step:
        for each in evidence.of(step):
            if each.comment:
                now = (evidence.current(key) for key in each.asked.mentions)
                yield Dispute(step, COMMENT, (each.id,), tuple(key for key in now if key))


def _work(
    evidence: Evidence,
    questions: Iterable[ItemToAsk],
    disputes: Iterable[Dispute],
    boxed: Sequence[Boxed],
    verified: Sequence[Verified],
) -> Iterator[ItemToAsk]:
    """The questions that may be asked: those of the campaign's steps, and not about what is in dispute."""
    stopped = {key for dispute in disputes for key in dispute.mentions}
    of = {each.key: chain for chain in boxed for each in chain.named}
    did = _done(evidence, of, {key: part.waits for part in verified for key in part.waits})
    found = {
        question.key: _with_others(question, evidence, of, did)
        for question in questions
        if question.step in evidence.rules.steps and not stopped & _chains_of(question, of)
    }
    order = list(Step)
    yield from sorted(found.values(), key=lambda each: (order.index(each.step), each.languages, each.key))


def _chains_of(question: ItemToAsk, of: Mapping[MentionKey, Boxed]) -> set[MentionKey]:
    """The mentions of the chains that a question is about."""
    return {each.key for key in question.asked.mentions if key in of for each in of[key].named}


def _done(
    evidence: Evidence, of: Mapping[MentionKey, Boxed], waits: Mapping[MentionKey, frozenset[MentionKey]]
) -> dict[MentionKey, set[tuple[Step, int]]]:
    """By the first mention of a chain, who did which step of it. Marking comes before there is a chain, and who said of
    two mentions that are in two chains that they differ made neither; of two that wait to be one they made both."""
    did: dict[MentionKey, set[tuple[Step, int]]] = defaultdict(set)
    for step in Step:
        for each in evidence.of(step):
            known = [key for asked in each.asked.mentions if (key := evidence.current(asked)) and key in of]
            chains = {of[key].named[0].key for key in known}
            if step is Step.LINK and len(chains) > 1 and not waits.get(known[0], frozenset()) >= {*known}:
                continue
            for chain in chains:
                did[chain].add((step, each.person))
    return did


def _with_others(
    question: ItemToAsk,
    evidence: Evidence,
    of: Mapping[MentionKey, Boxed],
    did: Mapping[MentionKey, set[tuple[Step, int]]],
) -> ItemToAsk:
    """The question, not for those who did another step of its chains. Comparing what is seen makes no chain and keeps
    nobody from its steps, but from drawing what they understand by it."""
    if not evidence.rules.one_step and question.step is not Step.MEANT:
        return question
    may = MAY_FOLLOW.get(question.step, frozenset()) | {question.step}
    if question.step is not Step.MEANT:
        may |= WITHOUT_WORDS
    chains = {of[key].named[0].key for key in question.asked.mentions if key in of}
    others = {person for chain in chains for step, person in did.get(chain, ()) if step not in may}
    return replace(question, not_for=question.not_for | others)
