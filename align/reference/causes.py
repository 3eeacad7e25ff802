"""Which input a failure comes from: outcomes of the same instance while some of its inputs are masked.

An instance is *low* when its outcome with all inputs is under the median. A low instance whose outcome is the same
without any input is a *bias error*: it lies in the model, the data or the listener. Of the others an input is the cause
if the outcome does not rise in any intervention that keeps this input (hypothesis 4 of "Error Causal Inference for
Multi-Fusion Models", ALVR 2021). The paper's own rule is stricter: the outcomes must fall, or stay, along a chain of
interventions (``chain``). For Followers, inputs are the voice, the text and the pictures, and an outcome is a score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

import numpy as np

from align.resampling import Measure, measure, unknown

Kept = frozenset[str]
NOBODY_LOW = "No instance is under the median."


@dataclass(frozen=True, slots=True)
class MaskedInstance:
    """One instance.

    Attributes:
        outcomes: by the inputs that were kept; higher is better.
        improved: by input, the best outcome once this input was made better, where that was tried.
    """

    name: str
    outcomes: Mapping[Kept, float]
    improved: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class InputAsCause:
    """An input.

    Attributes:
        instances: of which it is the cause.
        share: of the low instances without bias errors.
        improved: the share of those for which the outcome rose once this input was made better, of those tried.
    """

    instances: int
    share: Measure
    improved: Measure


@dataclass(frozen=True, slots=True)
class Causes:
    """Where failures come from.

    Attributes:
        instances: all that have every outcome.
        threshold: the outcome under which an instance is low.
        low: how many are; ``bias`` of them are bias errors, ``examined`` are not.
        inputs: by input; an instance may have several causes.
        single, several, none: examined instances with one cause, with more, with none.
        improved: over all inputs, weighted by their instances.
        left_out: names of instances that lack an outcome.
    """

    instances: int
    threshold: float | None
    low: int
    bias: int
    bias_share: Measure
    examined: int
    inputs: Mapping[str, InputAsCause]
    single: int
    several: int
    none: int
    improved: Measure
    left_out: tuple[str, ...]


def find_causes(
    instances: Sequence[MaskedInstance],
    inputs: Sequence[str],
    *,
    chain: bool = False,
    first: Sequence[str] = (),
    tolerance: float = 1e-9,
) -> Causes:
    """Find the cause of each low instance.

    Args:
        inputs: all of them; their order is that in which ``chain`` masks them.
        chain: the paper's stricter rule.
        first: inputs that are examined before the others, which are then not asked (the paper: the style).
        tolerance: outcomes that differ by no more are the same.
    """
    subsets = [frozenset(kept) for size in range(len(inputs) + 1) for kept in combinations(inputs, size)]
    whole = [each for each in instances if all(kept in each.outcomes for kept in subsets)]
    everything = frozenset(inputs)
    threshold = median(each.outcomes[everything] for each in whole) if whole else None
    low = [each for each in whole if threshold is not None and each.outcomes[everything] < threshold]
    bias = [is_bias_error(each, inputs, tolerance) for each in low]
    examined = [each for each, is_bias in zip(low, bias, strict=True) if not is_bias]
    causes = [_causes(each, inputs, chain, first, tolerance) for each in examined]
    sizes = Counter(min(len(found), 2) for found in causes)
    return Causes(
        instances=len(whole),
        threshold=threshold,
        low=len(low),
        bias=sum(bias),
        bias_share=_share(bias, NOBODY_LOW),
        examined=len(examined),
        inputs={name: _as_cause(name, examined, causes, everything, tolerance) for name in inputs},
        single=sizes[1],
        several=sizes[2],
        none=sizes[0],
        improved=_improvement(inputs, examined, causes, everything, tolerance),
        left_out=tuple(each.name for each in instances if each not in whole),
    )


def is_bias_error(instance: MaskedInstance, inputs: Sequence[str], tolerance: float = 1e-9) -> bool:
    """Whether the outcome is the same with all inputs and with none."""
    outcomes = instance.outcomes
    return abs(outcomes[frozenset(inputs)] - outcomes[frozenset()]) <= tolerance


def is_cause(
    instance: MaskedInstance,
    name: str,
    inputs: Sequence[str],
    *,
    chain: bool = False,
    tolerance: float = 1e-9,
) -> bool:
    """Whether an input is the cause.

    Args:
        chain: outcomes must not rise from one intervention to the next: more inputs are kept before fewer, and of as
            many those without the first of ``inputs`` before. Else they must not rise above that with all inputs.
    """
    outcomes = [instance.outcomes[kept] for kept in _keeping(name, inputs)]
    highest = outcomes[0]
    for outcome in outcomes[1:]:
        if outcome > highest + tolerance:
            return False
        highest = outcome if chain else highest
    return True


def _keeping(name: str, inputs: Sequence[str]) -> list[Kept]:
    """The interventions that keep an input, from none masked to all others masked."""
    others = [each for each in inputs if each != name]
    masked = (some for size in range(len(others) + 1) for some in combinations(others, size))
    return [frozenset(inputs).difference(some) for some in masked]


def _causes(
    instance: MaskedInstance, inputs: Sequence[str], chain: bool, first: Sequence[str], tolerance: float
) -> list[str]:
    found = [name for name in inputs if is_cause(instance, name, inputs, chain=chain, tolerance=tolerance)]
    return [name for name in found if name in first] or found


def _as_cause(
    name: str,
    examined: Sequence[MaskedInstance],
    causes: Sequence[Sequence[str]],
    everything: Kept,
    tolerance: float,
) -> InputAsCause:
    caused = [name in found for found in causes]
    tried = _tried(name, examined, causes, everything, tolerance)
    reason = f"Nobody tried to improve {name} where it is the cause."
    return InputAsCause(sum(caused), _share(caused, "No instance was examined."), _share(tried, reason))


def _improvement(
    inputs: Sequence[str],
    examined: Sequence[MaskedInstance],
    causes: Sequence[Sequence[str]],
    everything: Kept,
    tolerance: float,
) -> Measure:
    tried = [risen for name in inputs for risen in _tried(name, examined, causes, everything, tolerance)]
    return _share(tried, "Nobody tried to improve an input that is a cause.")


def _tried(
    name: str,
    examined: Sequence[MaskedInstance],
    causes: Sequence[Sequence[str]],
    everything: Kept,
    tolerance: float,
) -> list[bool]:
    """Whether the outcome rose once this input was made better, where it is the cause and this was tried."""
    return [
        each.improved[name] > each.outcomes[everything] + tolerance
        for each, found in zip(examined, causes, strict=True)
        if name in found and name in each.improved
    ]


def _share(marks: Sequence[bool], reason: str) -> Measure:
    if not marks:
        return unknown(reason)
    values = np.array(marks, dtype=float)
    return measure(lambda drawn: float(values[drawn].mean()), len(values), len(values))
