"""Which mentions mean the same: greedy links, and further people where they contradict each other.

Source: Plummer et al. 2017 (Flickr30k Entities), section 3.2, "greedy" and "greedy plus".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import networkx as nx

from pangea_server.annotate.landmarks.protocol.asked import Asked, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.evidence import Evidence, Judged
from pangea_server.annotate.landmarks.protocol.mentions import Named, overlap
from pangea_server.annotate.landmarks.protocol.work import Dispute, ItemToAsk, Vote, one_each, two_of_three
from pangea_server.annotate.landmarks.records import Link, Verdict

Pair = frozenset[MentionKey]
APART: frozenset[Verdict] = frozenset({"different", "part_of"})


@dataclass(frozen=True, slots=True)
class Linked:
    """What the links come to.

    Attributes:
        chains: each in the order of its mentions; by their first mentions.
        unsettled: mentions that may still come to another chain, or whose chain contradicts itself.
        parents: by the first mention of a pair, the second, of whose things its own are a part.
    """

    chains: tuple[tuple[Named, ...], ...]
    unsettled: frozenset[MentionKey]
    parents: Mapping[MentionKey, MentionKey]
    questions: tuple[ItemToAsk, ...]
    disputes: tuple[Dispute, ...]
    links: tuple[Link, ...]


@dataclass
class _Votes:
    """All judgements of pairs; none is added once the first was decided."""

    of: defaultdict[Pair, list[Vote[Verdict]]] = field(default_factory=lambda: defaultdict(list))
    order: dict[Pair, tuple[MentionKey, MentionKey]] = field(default_factory=dict)
    _known: dict[tuple[Pair, int], tuple[Verdict | None, bool]] = field(default_factory=dict)

    def decided(self, pair: Pair, least: int = 1) -> tuple[Verdict | None, bool]:
        """What a pair comes to, and whether another person may be asked about it. Nobody's "unclear" decides alone."""
        votes = self.of.get(pair)
        if not votes:
            return None, True
        if (pair, least) not in self._known:
            alone = len(one_each(votes)) == 1 and votes[0].value == "unclear" and not votes[0].accepted
            self._known[pair, least] = two_of_three(votes, 2 if alone else least)
        return self._known[pair, least]


def link(evidence: Evidence, named: Sequence[Named]) -> Linked:
    """Chains of mentions, and the pairs to ask about; each mention is compared with one of each chain until one is the
    same. Mentions that nothing visible answers to are compared with nothing."""
    by_key = {each.key: each for each in named}
    votes, links = _judged(evidence, by_key)
    may_ask = _may_ask(evidence)
    chains, pending, questions = _greedy([each for each in named if each.visual], votes, may_ask)
    groups = _joined([*chains, *((each,) for each in pending)], votes)
    again, broken, disputes = _contradictions(groups, votes, by_key)
    asked = {question.key: question for question in (*questions, *again)}
    open_types = [by_key[key] for key in pending_keys(pending)]
    waiting = {
        each.key
        for group in groups
        for each in group
        if any(other.key != each.key and may_ask(other, each) for other in open_types)
    }
    groups += [(each,) for each in named if not each.visual]
    return Linked(
        chains=tuple(sorted(groups, key=lambda group: group[0].key.order)),
        unsettled=frozenset({*waiting, *pending_keys(pending), *broken}),
        parents=_parents(votes),
        questions=tuple(asked.values()),
        disputes=tuple(disputes),
        links=tuple(links),
    )


def pending_keys(pending: Sequence[Named]) -> list[MentionKey]:
    return [each.key for each in pending]


def _judged(evidence: Evidence, known: Mapping[MentionKey, Named]) -> tuple[_Votes, list[Link]]:
    votes, links = _Votes(), list[Link]()
    for each in evidence.of(Step.LINK):
        now = tuple(evidence.current(key) for key in each.asked.mentions)
        if len(now) != 2 or now[0] not in known or now[1] not in known or now[0] == now[1]:
            continue
        first, second = now
        assert first is not None, "both are known"
        assert second is not None, "both are known"
        pair = frozenset({first, second})
        votes.of[pair].append(Vote(each.person, each.answer["verdict"], each.id, each.accepted))
        if each.answer["verdict"] == "part_of" or pair not in votes.order:
            votes.order[pair] = (first, second)
        links.append(_link_of(each, evidence.path_id, first, second))
    return votes, links


def _link_of(judged: Judged, path_id: int, first: MentionKey, second: MentionKey) -> Link:
    return Link(
        link_id=judged.id,
        first=first.mention_id,
        second=second.mention_id,
        path_id=path_id,
        annotator_id=judged.person,
        verdict=judged.answer["verdict"],
        seconds=judged.answer.get("seconds"),
        created_at=judged.at,
    )


def _may_ask(evidence: Evidence) -> Callable[[Named, Named], bool]:
    def may_ask(one: Named, other: Named) -> bool:
        if not one.shares_type(other) or one.holds(other) or other.holds(one):
            return False
        languages = frozenset({one.language, other.language})
        if len(languages) == 2 and languages not in evidence.rules.bilingual:
            return False
        together = (one.key.instruction_id, one.sentence) == (other.key.instruction_id, other.sentence)
        return not together or not (one.is_plain and other.is_plain) or one.head == other.head

    return may_ask


def _greedy(
    named: Sequence[Named], votes: _Votes, may_ask: Callable[[Named, Named], bool]
) -> tuple[list[tuple[Named, ...]], list[Named], list[ItemToAsk]]:
    """Chains, mentions whose chain is not known yet, and what to ask about these."""
    chains: list[list[Named]] = []
    pending: list[Named] = []
    questions: list[ItemToAsk] = []
    for mention in named:
        same = [chain for chain in chains if _with(mention, chain, votes) == "same"]
        if same:
            same[0].append(mention)
            continue
        asked = _next_question(mention, chains, votes, may_ask)
        if asked is not None:
            questions.append(asked)
        if asked is not None or any(may_ask(other, mention) for other in pending):
            pending.append(mention)
        else:
            chains.append([mention])
    return [tuple(chain) for chain in chains], pending, questions


def _next_question(
    mention: Named,
    chains: Sequence[Sequence[Named]],
    votes: _Votes,
    may_ask: Callable[[Named, Named], bool],
) -> ItemToAsk | None:
    """The first pair that decides whether the mention belongs to a chain; None where it belongs to none of them."""
    for chain in _candidates(mention, chains, may_ask):
        for member in chain:
            pair = frozenset({mention.key, member.key})
            value, more = votes.decided(pair)
            if votes.of.get(pair) and value is None and more:
                return _question(mention, member, votes)
        if _with(mention, chain, votes) is None and not any(
            votes.of.get(frozenset({mention.key, member.key})) for member in chain
        ):
            member = max((each for each in chain if may_ask(mention, each)), key=_fullness)
            return _question(mention, member, votes)
    return None


def _candidates(
    mention: Named, chains: Sequence[Sequence[Named]], may_ask: Callable[[Named, Named], bool]
) -> list[Sequence[Named]]:
    """Chains that the mention may belong to: first those that were said with the camera at the same place, then those
    with its head noun, then the newest."""
    possible = [
        (number, chain)
        for number, chain in enumerate(chains)
        if any(may_ask(mention, each) for each in chain)
    ]

    def rank(numbered: tuple[int, Sequence[Named]]) -> tuple[float, bool, int]:
        number, chain = numbered
        near = max(round(overlap(mention.looks, each.looks), 6) for each in chain)
        return -near, all(each.head != mention.head for each in chain), -number

    return [chain for _, chain in sorted(possible, key=rank)]


def _with(mention: Named, chain: Sequence[Named], votes: _Votes) -> Verdict | None:
    """What people said of the mention and a chain: same where one pair is; None where nothing is decided."""
    found = [votes.decided(frozenset({mention.key, member.key}))[0] for member in chain]
    known = [value for value in found if value is not None]
    return "same" if "same" in known else known[0] if known else None


def _question(first: Named, second: Named, votes: _Votes) -> ItemToAsk:
    done = frozenset(vote.person for vote in votes.of.get(frozenset({first.key, second.key}), []))
    languages = tuple(dict.fromkeys((first.language, second.language)))
    return ItemToAsk(Step.LINK, Asked(mentions=(first.key, second.key)), languages, done)


def _fullness(named: Named) -> tuple[int, int, int]:
    """The longest first; of alike ones the one that was said first."""
    return len(named.text), -named.key.instruction_id, -named.key.start_char


def _joined(groups: Sequence[tuple[Named, ...]], votes: _Votes) -> list[tuple[Named, ...]]:
    """The groups, with those joined of which any two mentions are the same."""
    graph: nx.Graph[MentionKey] = nx.Graph()
    by_key = {each.key: each for group in groups for each in group}
    graph.add_nodes_from(by_key)
    graph.add_edges_from(_same_pairs(by_key, votes))
    found = [
        sorted((by_key[key] for key in part), key=lambda each: each.key.order)
        for part in nx.connected_components(graph)
    ]
    return sorted(map(tuple, found), key=lambda group: group[0].key.order)


def _same_pairs(known: Collection[MentionKey], votes: _Votes) -> Iterator[tuple[MentionKey, MentionKey]]:
    known = frozenset(known)
    for pair in votes.of:
        if pair <= known and votes.decided(pair)[0] == "same":
            first, second = sorted(pair, key=lambda key: key.order)
            yield first, second


def _contradictions(
    groups: Sequence[tuple[Named, ...]], votes: _Votes, by_key: Mapping[MentionKey, Named]
) -> tuple[list[ItemToAsk], set[MentionKey], list[Dispute]]:
    """In each chain the pairs that people called different: all that made the two one goes to further people, until two
    of three agree; what still contradicts itself then is disputed."""
    questions: dict[str, ItemToAsk] = {}
    broken: set[MentionKey] = set()
    disputes: list[Dispute] = []
    for group in groups:
        keys = [each.key for each in group]
        graph: nx.Graph[MentionKey] = nx.Graph()
        graph.add_nodes_from(keys)
        graph.add_edges_from(
            sorted(_same_pairs(keys, votes), key=lambda pair: (pair[0].order, pair[1].order))
        )
        for first, second in combinations(keys, 2):
            if votes.decided(frozenset({first, second}))[0] not in APART:
                continue
            broken |= set(keys)
            way = nx.shortest_path(graph, first, second)
            pairs = [
                frozenset({first, second}),
                *(frozenset(each) for each in pairwise(way)),
            ]
            open_pairs = [pair for pair in pairs if all(_is_open(pair, votes))]
            for pair in open_pairs:
                one, other = (by_key[key] for key in votes.order[pair])
                asked = _question(one, other, votes)
                questions[asked.key] = asked
            if not open_pairs:
                about = tuple(vote.id for pair in pairs for vote in votes.of[pair])
                disputes.append(Dispute(Step.LINK, "links contradict each other", about, tuple(keys)))
    return [*questions.values()], broken, disputes


def _is_open(pair: Pair, votes: _Votes) -> tuple[bool, bool]:
    value, more = votes.decided(pair, least=2)
    return value is None, more


def _parents(votes: _Votes) -> dict[MentionKey, MentionKey]:
    return {
        votes.order[pair][0]: votes.order[pair][1] for pair in votes.of if votes.decided(pair)[0] == "part_of"
    }
