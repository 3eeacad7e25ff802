"""From a person's check items to what they may do: a state machine that can always be run again from the start.

learning ─► probation ─► trusted
                │           │
                ▼           ▼
                   demoted ─► appealed ─► probation again (reinstated) or demoted for good (upheld)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.kinds.kinds import declared


class StandingState(StrEnum):
    LEARNING = "learning"  # check items only, which do not count yet
    PROBATION = "probation"  # check items only
    TRUSTED = "trusted"  # a hidden check item now and then
    DEMOTED = "demoted"  # no tasks; may appeal
    APPEALED = "appealed"  # no tasks until a manager has decided
    DISMISSED = "dismissed"  # no tasks; the appeal was refused


class StandingEvent(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    APPEALED = "appealed"
    REINSTATED = "reinstated"
    UPHELD = "upheld"


CHECKED = (StandingEvent.PASSED, StandingEvent.FAILED)
ASKED_ONLY_CHECKS = (StandingState.LEARNING, StandingState.PROBATION)
WITHOUT_TASKS = (StandingState.DEMOTED, StandingState.APPEALED, StandingState.DISMISSED)


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's standing in one kind of task.

    Attributes:
        answered: check items since the beginning, or since they were reinstated.
        verdicts: those of them that count, in order.
        overall, recent: shares of them passed; None before anything counts.
        reason: why they were demoted.
    """

    state: StandingState
    answered: int = 0
    verdicts: tuple[bool, ...] = ()
    overall: float | None = None
    recent: float | None = None
    reason: str = ""

    @property
    def may_work(self) -> bool:
        return self.state not in WITHOUT_TASKS


def newcomer(rules: TrustRules) -> Standing:
    """The standing of a new person."""
    return Standing(_state_after(rules, 0))


def standing_of(events: Iterable[StandingEvent], kind: str, rules: TrustRules) -> Standing:
    """The standing after these events, from the oldest to the newest."""
    return reduce(lambda standing, event: advance(standing, event, kind, rules), events, newcomer(rules))


def advance(standing: Standing, event: StandingEvent, kind: str, rules: TrustRules) -> Standing:
    """The standing after one more event; an event without a meaning in this state changes nothing.

    For example a check item that a demoted person still had open, or an appeal of a trusted person.
    """
    if event in CHECKED and standing.may_work:
        return _checked(standing, event is StandingEvent.PASSED, kind, rules)
    if event is StandingEvent.APPEALED and standing.state is StandingState.DEMOTED:
        return replace(standing, state=StandingState.APPEALED)
    if event is StandingEvent.UPHELD and standing.state is StandingState.APPEALED:
        return replace(standing, state=StandingState.DISMISSED)
    if event is StandingEvent.REINSTATED and not standing.may_work:
        return _again(rules)
    return standing


def _checked(standing: Standing, passed: bool, kind: str, rules: TrustRules) -> Standing:
    counts = standing.state is not StandingState.LEARNING
    verdicts = (*standing.verdicts, passed) if counts else standing.verdicts
    answered = standing.answered + 1
    overall, recent = _share(verdicts), _share(verdicts[-rules.recent :])
    state, reason = _state_after(rules, answered), ""
    if state is StandingState.TRUSTED:
        reason = _shortfall(overall, recent, len(verdicts), kind, rules)
    return Standing(StandingState.DEMOTED if reason else state, answered, verdicts, overall, recent, reason)


def _state_after(rules: TrustRules, answered: int) -> StandingState:
    if answered < min(rules.learning, rules.opening):
        return StandingState.LEARNING
    return StandingState.PROBATION if answered < rules.opening else StandingState.TRUSTED


def _again(rules: TrustRules) -> Standing:
    """The standing after reinstatement: on probation again (trusted, where the rules have no probation), without a
    learning period: every check item counts."""
    learnt = min(rules.learning, rules.opening)
    return Standing(_state_after(rules, learnt), answered=learnt)


def _share(verdicts: tuple[bool, ...]) -> float | None:
    return sum(verdicts) / len(verdicts) if verdicts else None


def least_passed(kind: str, rules: TrustRules) -> float:
    """The least share of check items passed, over all, in tasks of this kind."""
    return rules.minimum.get(kind, declared(kind).least_passed)


def _shortfall(overall: float | None, recent: float | None, count: int, kind: str, rules: TrustRules) -> str:
    """Why these results are not enough; empty when they are. The newest items count once there are enough of them."""
    if overall is not None and overall < least_passed(kind, rules):
        return f"{overall:.0%} of {count} check items passed, {least_passed(kind, rules):.0%} are needed"
    if recent is not None and count >= rules.recent and recent < rules.recent_minimum:
        return f"{recent:.0%} of the newest {rules.recent} check items passed, {rules.recent_minimum:.0%} are needed"
    return ""
