"""Whether a check item was passed. The figures behind the constants are in ``trust/README.md``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pangea_server.annotate.kinds.wording import chrf, nearer_elsewhere

ONE_MORE_WRONG_TURN = (
    0.8  # what a step to a neighbour and back leaves of nDTW, on R2R's paths: 0.79 or more of 95 %
)
NEAREST_THIRD = 1 / 3
LEAST_LIKENESS = (
    0.15  # chrF; 99 in 100 of R2R's instructions reach 0.18 with the nearest other one of their path
)
LEAST_OTHERS = 9  # other paths; with fewer, a third of them would mean little


@dataclass(frozen=True, slots=True)
class CheckVerdict:
    """The result of a check item, and the reason, in words for the data team.

    ``passed`` is None for an answer that cannot be judged. ``marks``: of a task with several items, whether each was
    passed; they count one by one.
    """

    passed: bool | None
    reason: str
    marks: tuple[bool, ...] = ()


def follower_verdict(success: float, ndtw: float, good_ndtw: Sequence[float]) -> CheckVerdict:
    """Whether a Follower reached the goal on a way that is no worse than a good Follower's with one more wrong turn.

    Args:
        success: 1 when the walk ended less than 3 m from the goal.
        good_ndtw: the nDTW of the Followers who are known to have understood this Guide; at least one.
    """
    needed = ONE_MORE_WRONG_TURN * min(good_ndtw)
    if success < 1:
        return CheckVerdict(False, "stopped 3 m or more from the goal")
    if ndtw < needed:
        return CheckVerdict(False, f"nDTW {ndtw:.2f}, {needed:.2f} needed")
    return CheckVerdict(True, f"reached the goal, nDTW {ndtw:.2f}")


def guide_verdict(
    success: float, instruction: str, references: Sequence[str], others: Iterable[Sequence[str]]
) -> CheckVerdict:
    """Whether a Guide walked the path to its end, and wrote words that fit it better than most other paths.

    Args:
        success: 1 when the Guide's own walk ended less than 3 m from the path's end.
        references: good instructions for this path.
        others: good instructions for each of some other paths, in the same language.
    """
    if success < 1:
        return CheckVerdict(False, "did not walk the path to its end")
    return wording_verdict(instruction, references, others)


def wording_verdict(
    instruction: str, references: Sequence[str], others: Iterable[Sequence[str]]
) -> CheckVerdict:
    """Whether words fit a path better than most other paths; the arguments are those of ``guide_verdict``."""
    described = [other for other in others if other]
    share = nearer_elsewhere(instruction, references, described)
    if share is None or len(described) < LEAST_OTHERS:
        return CheckVerdict(None, "too few instructions to compare with")
    if max(chrf(instruction, reference) for reference in references) < LEAST_LIKENESS:
        return CheckVerdict(False, "the words have nothing in common with good instructions for this path")
    if share > NEAREST_THIRD:
        return CheckVerdict(False, f"the words are as near to those of {share:.0%} of other paths")
    return CheckVerdict(True, f"the words fit this path; {share:.0%} of others are as near")
