"""From votes to a decision: a pure function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pangea_server.annotate.campaigns.vote_rules import VoteRules


class VoteState(StrEnum):
    OPEN = "open"  # not everybody who was asked has voted yet
    FURTHER = "further"  # everybody has, and they do not agree: one more person is asked
    DECIDED = "decided"
    DISPUTED = "disputed"  # as many as may be asked have voted, and they do not agree
    SETTLED = "settled"  # staff have decided


@dataclass(frozen=True, slots=True)
class VoteOutcome:
    """What votes come to; ``value`` is the decision, None before there is one."""

    state: VoteState
    value: str | None = None


def outcome_of(votes: Sequence[str], rules: VoteRules) -> VoteOutcome:
    """What these votes come to.

    An item is decided when ``rules.agree`` people agree and no other answer has as many votes. Otherwise everybody of
    the first ``rules.judges`` is waited for, and then one more person at a time is asked, up to ``rules.most``.
    """
    leading = Counter(votes).most_common(2)
    is_tied = len(leading) == 2 and leading[0][1] == leading[1][1]
    if leading and leading[0][1] >= rules.agree and not is_tied:
        return VoteOutcome(VoteState.DECIDED, leading[0][0])
    if len(votes) < rules.judges:
        return VoteOutcome(VoteState.OPEN)
    return VoteOutcome(VoteState.FURTHER if len(votes) < rules.most else VoteState.DISPUTED)
