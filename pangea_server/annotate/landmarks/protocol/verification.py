"""Whether all mentions of a chain mean the same; a chain that does not hold is split.

Source: Plummer et al. 2017 (Flickr30k Entities), section 3.2.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pangea_server.annotate.landmarks.protocol.asked import Asked, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.evidence import Evidence
from pangea_server.annotate.landmarks.protocol.mentions import Named
from pangea_server.annotate.landmarks.protocol.work import (
    Dispute,
    Question,
    Vote,
    accepted_of,
    one_each,
    two_of_three,
)

MOST_LANGUAGES = 2
"""That one person is asked to know. A chain in more of them is taken as its links made it."""
Whole = frozenset[MentionKey]
Votes = Mapping[Whole, Sequence[Vote[str]]]


@dataclass(frozen=True, slots=True)
class Verified:
    """A chain as it is after splits; ``sure``: nobody has to look at it again."""

    named: tuple[Named, ...]
    sure: bool
    question: Question | None = None
    dispute: Dispute | None = None


def verify(evidence: Evidence, chain: tuple[Named, ...]) -> list[Verified]:
    """The chain, or the parts into which people split it."""
    if (told := evidence.worked_out.get("verified")) is None:
        told = evidence.worked_out["verified"] = _told(evidence)
    votes, odd = told
    return _settled(chain, votes, odd)


def _told(evidence: Evidence) -> tuple[Votes, Mapping[str, frozenset[str]]]:
    """What people said of whole chains, and by answer which mentions they found odd."""
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
    return votes, odd


def _settled(chain: tuple[Named, ...], votes: Votes, odd: Mapping[str, frozenset[str]]) -> list[Verified]:
    if len(chain) == 1 or len({each.language for each in chain}) > MOST_LANGUAGES:
        return [Verified(chain, sure=True)]
    told = one_each(votes.get(frozenset(each.key for each in chain), []))
    value, more = two_of_three(told)
    against = [vote for vote in told if vote.value == "not_same"]
    if value == "same":
        return [Verified(chain, sure=True)]
    if against:
        named_odd = frozenset(name for vote in against for name in odd[vote.id])
        parts = split(chain, named_odd)
        if len(parts) > 1:
            return [each for part in parts for each in _settled(part, votes, odd)]
        if (not more and len(told) > 1) or accepted_of(told) == "not_same":
            about = tuple(vote.id for vote in told)
            dispute = Dispute(Step.VERIFY, "nobody can say which is not the same", about, _keys(chain))
            return [Verified(chain, sure=False, dispute=dispute)]
    languages = tuple(dict.fromkeys(each.language for each in chain))
    done = frozenset(vote.person for vote in told)
    return [
        Verified(
            chain, sure=False, question=Question(Step.VERIFY, Asked(mentions=_keys(chain)), languages, done)
        )
    ]


def split(chain: Sequence[Named], odd: frozenset[str]) -> list[tuple[Named, ...]]:
    """A chain that does not hold, in parts: those that a person found odd apart from the rest, each by its head nouns;
    where nobody said which, all by their head nouns. Pronouns and the like stay with the largest part."""
    apart = [each for each in chain if each.key.mention_id in odd]
    rest = [each for each in chain if each.key.mention_id not in odd]
    groups = [rest, *_by_head(apart)] if apart and rest else _by_head(chain)
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
