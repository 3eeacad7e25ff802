"""Whether all mentions of a chain mean the same; a chain that does not hold is split, and chains on which people worked
are joined once somebody has verified the whole.

Source: Plummer et al. 2017 (Flickr30k Entities), section 3.2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pangea_server.annotate.landmarks.protocol.asked import Asked, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.evidence import Evidence
from pangea_server.annotate.landmarks.protocol.mentions import Named
from pangea_server.annotate.landmarks.protocol.work import (
    Dispute,
    ItemToAsk,
    Vote,
    accepted_of,
    one_each,
    two_of_three,
)

MOST_LANGUAGES = 2
"""That one person is asked to know. A chain in more of them is taken as its links made it."""
Whole = frozenset[MentionKey]


@dataclass(frozen=True, slots=True)
class ChainVotes:
    """What people said of whole chains.

    Attributes:
        votes: whether one holds.
        odd: by answer, the ids of mentions that its person found odd.
        earlier: chains that were sure when somebody was asked what there is to draw of them, the largest first.
    """

    votes: Mapping[Whole, Sequence[Vote[str]]]
    odd: Mapping[str, frozenset[str]]
    earlier: Sequence[Whole]


@dataclass(frozen=True, slots=True)
class Verified:
    """A chain as it is after splits.

    Attributes:
        sure: nobody has to look at it again.
        waits: the mentions of all chains that are one with it once somebody has verified that.
    """

    named: tuple[Named, ...]
    sure: bool
    question: ItemToAsk | None = None
    dispute: Dispute | None = None
    waits: Whole = frozenset()


def verify(evidence: Evidence, chain: tuple[Named, ...]) -> list[Verified]:
    """The chain, or the parts into which people split it."""
    return _settled(chain, _all_told(evidence))


def unverified(evidence: Evidence, chain: tuple[Named, ...]) -> list[Verified]:
    """The chain, of which nobody has verified the whole: what people worked on is as it was then."""
    return _waiting(chain, _as_before(chain, _all_told(evidence).earlier), None)


def _all_told(evidence: Evidence) -> ChainVotes:
    if (told := evidence.worked_out.get("verified")) is None:
        told = evidence.worked_out["verified"] = _told(evidence)
    return told


def _told(evidence: Evidence) -> ChainVotes:
    votes: dict[Whole, list[Vote[str]]] = defaultdict(list)
    odd: dict[str, frozenset[str]] = {}
    for each in evidence.of(Step.VERIFY):
        now = [evidence.current(key) for key in each.asked.mentions]
        if all(key is not None for key in now):
            votes[frozenset(key for key in now if key)].append(
                Vote(each.person, each.answer["verdict"], each.id, each.accepted)
            )
            renamed = {
                key.mention_id: new.mention_id
                for key, new in zip(each.asked.mentions, now, strict=True)
                if new
            }
            odd[each.id] = frozenset(renamed.get(name, name) for name in each.answer.get("odd", ()))
    return ChainVotes(votes, odd, _earlier(evidence))


def _earlier(evidence: Evidence) -> list[Whole]:
    found: set[Whole] = set()
    for step in (Step.NEED, Step.DRAW):
        for each in evidence.of(step):
            now = [evidence.current(key) for key in each.asked.mentions]
            found.add(frozenset(key for key in now if key))
    return sorted(found - {frozenset()}, key=lambda whole: (-len(whole), sorted(key.order for key in whole)))


def _settled(chain: tuple[Named, ...], all_told: ChainVotes) -> list[Verified]:
    if len(chain) == 1 or len({each.language for each in chain}) > MOST_LANGUAGES:
        return [Verified(chain, sure=True)]
    told = one_each(all_told.votes.get(frozenset(each.key for each in chain), []))
    value, more = two_of_three(told)
    against = [vote for vote in told if vote.value == "not_same"]
    if value == "same":
        return [Verified(chain, sure=True)]
    if against:
        named_odd = frozenset(name for vote in against for name in all_told.odd[vote.id])
        parts = split(chain, named_odd, all_told.earlier)
        if len(parts) > 1:
            return [each for part in parts for each in _settled(part, all_told)]
        if (not more and len(told) > 1) or accepted_of(told) == "not_same":
            about = tuple(vote.id for vote in told)
            dispute = Dispute(Step.VERIFY, "nobody can say which is not the same", about, _keys(chain))
            return [Verified(chain, sure=False, dispute=dispute)]
    languages = tuple(dict.fromkeys(each.language for each in chain))
    done = frozenset(vote.person for vote in told)
    question = ItemToAsk(Step.VERIFY, Asked(mentions=_keys(chain)), languages, done)
    return _waiting(chain, [chain] if told else _as_before(chain, all_told.earlier), question)


def _waiting(
    chain: tuple[Named, ...], parts: Sequence[tuple[Named, ...]], question: ItemToAsk | None
) -> list[Verified]:
    first, *others = parts
    waits = frozenset(each.key for each in chain) if others else Whole()
    return [
        Verified(first, sure=False, question=question, waits=waits),
        *(Verified(each, sure=False, waits=waits) for each in others),
    ]


def _as_before(chain: tuple[Named, ...], earlier: Sequence[Whole]) -> list[tuple[Named, ...]]:
    """The chains that links have joined to this one since people worked on them, and each mention that came to them;
    or the chain itself, where nobody did."""
    parts, left = _earlier_parts(chain, earlier)
    alone = [(each,) for each in left]
    return sorted([*parts, *alone], key=lambda part: part[0].key.order) if parts else [chain]


def _earlier_parts(
    named: Sequence[Named], earlier: Iterable[Whole]
) -> tuple[list[tuple[Named, ...]], list[Named]]:
    """Chains on which people worked that are wholly among these mentions, and the other mentions."""
    left, parts = list(named), list[tuple[Named, ...]]()
    for whole in earlier:
        if whole <= {each.key for each in left}:
            parts.append(tuple(each for each in left if each.key in whole))
            left = [each for each in left if each.key not in whole]
    return parts, left


def split(
    chain: Sequence[Named], odd: frozenset[str], earlier: Sequence[Whole] = ()
) -> list[tuple[Named, ...]]:
    """A chain that does not hold, in parts: those that a person found odd apart from the rest, as they were when people
    worked on them, else each by its head nouns; where nobody said which, all of them in this way. Pronouns and the like
    stay with the largest part."""
    apart = [each for each in chain if each.key.mention_id in odd]
    rest = [each for each in chain if each.key.mention_id not in odd]
    if not apart or not rest:
        apart, rest = list(chain), []
        earlier = [whole for whole in earlier if len(whole) < len(chain)]
    parts, left = _earlier_parts(apart, earlier)
    groups = [*([rest] if rest else []), *parts, *(_by_head(left) if left else [])]
    return sorted((tuple(group) for group in groups), key=lambda group: group[0].key.order)


def _by_head(named: Sequence[Named]) -> list[list[Named]]:
    groups: dict[tuple[str, str], list[Named]] = defaultdict(list)
    for each in named:
        if each.is_plain:
            groups[each.language, each.head].append(each)
    others = [each for each in named if not each.is_plain]
    if not groups:
        return [others]
    largest = max(
        groups.values(), key=lambda group: (len(group), [-place for place in group[0].key.order[:3]])
    )
    largest += others
    return [sorted(group, key=lambda each: each.key.order) for group in groups.values()]


def _keys(chain: Sequence[Named]) -> tuple[MentionKey, ...]:
    return tuple(each.key for each in chain)
