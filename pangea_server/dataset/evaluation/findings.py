"""What was found, in sentences that say no more than the figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pangea_server.quality.comparison import WALK_MEASURES, Difference, WalkMeasure
from pangea_server.quality.comparison.differences import SIGNIFICANCE

MEASURE = {measure.key: measure for measure in WALK_MEASURES}


def findings(differences: Mapping[str, Sequence[Difference]]) -> dict[str, list[str]]:
    """A sentence for each pair of systems, by the measure's key; success comes first."""
    return {
        key: [sentence(MEASURE[key], pair, len(pairs)) for pair in pairs]
        for key, pairs in differences.items()
        if pairs
    }


def sentence(measure: WalkMeasure, pair: Difference, pairs: int = 1) -> str:
    """What the comparison of two systems by one measure says."""
    if pair.value is None:
        return f"{_subject(measure)} of {pair.first} and {pair.second} cannot be compared: {pair.reason}"
    if pair.low is None or pair.high is None or pair.p_holm is None:
        return f"{_comparison(measure, pair)}; how sure this is cannot be said: {pair.reason}"
    if is_found(pair):
        doubt = (
            ""
            if pair.low > 0 or pair.high < 0
            else "; the interval contains 0, so another sample may not show it"
        )
        return f"{_comparison(measure, pair)} ({_support(measure, pair, pairs)}){doubt}."
    assert pair.detectable is not None
    between = f"between {pair.first} and {pair.second}"
    seen = f"{amount(measure, abs(pair.value))} in favour of {_better(measure, pair)}"
    return (
        f"No difference in {_subject(measure, starts=False)} was found {between}: {seen} "
        f"({_support(measure, pair, pairs)}); one of {amount(measure, pair.detectable)} would have been found "
        "with 80 % power."
    )


def is_found(pair: Difference) -> bool:
    """Whether the corrected test finds the two systems different."""
    return pair.p_holm is not None and pair.p_holm < SIGNIFICANCE


def amount(measure: WalkMeasure, value: float, signed: bool = False) -> str:
    """A difference with its unit, such as ``12 points`` or ``−0.8 m``."""
    return f"{number(measure, value, signed)} {measure.unit}".rstrip()


def number(measure: WalkMeasure, value: float, signed: bool = False) -> str:
    """A difference without its unit: points in percent, metres to a decimal, others to two."""
    scaled, digits = (value * 100, 0) if measure.unit == "points" else (value, 1 if measure.unit else 2)
    if measure.unit == "points" and 0 < abs(scaled) < 2:
        digits = 1
    sign = "+" if signed else ""
    text = f"{scaled:{sign}.{digits}f}"
    return text.lstrip("-+") if float(text) == 0 else text.replace("-", "−")


def level(measure: WalkMeasure, value: float) -> str:
    """A system's own value with its unit: success in percent."""
    if measure.unit == "points":
        return f"{value * 100:.0f} %"
    return f"{value:.1f} m" if measure.unit else f"{value:.2f}"


def p_text(p: float) -> str:
    """A p value as journals write it."""
    if p < 0.001:
        return "p < .001"
    return f"p = {p:.3f}".replace("0.", ".") if p < 0.1 else f"p = {min(p, 1):.2f}".replace("0.", ".")


def _comparison(measure: WalkMeasure, pair: Difference) -> str:
    assert pair.value is not None
    higher, lower = (pair.first, pair.second) if pair.value >= 0 else (pair.second, pair.first)
    told = amount(measure, abs(pair.value))
    if measure.key == "sr":
        return f"People reach the goal {told} more often with {higher} than with {lower}"
    if measure.key == "ne":
        return f"People end {told} closer to the goal with {lower} than with {higher}"
    return f"{measure.title} is {told} higher with {higher} than with {lower}"


def _better(measure: WalkMeasure, pair: Difference) -> str:
    """The system that is better in these walks, if only by chance; the first one if they are equal."""
    assert pair.value is not None
    return pair.first if pair.value == 0 or (pair.value > 0) == measure.more_is_better else pair.second


def _support(measure: WalkMeasure, pair: Difference, pairs: int) -> str:
    assert pair.value is not None
    assert pair.low is not None
    assert pair.high is not None
    assert pair.p_holm is not None
    low, high = (pair.low, pair.high) if pair.value >= 0 else (-pair.high, -pair.low)
    corrected = f" after correction for {pairs} pairs" if pairs > 1 else ""
    interval = f"{number(measure, low)} to {amount(measure, high)}"
    return f"95 % interval {interval}, {p_text(pair.p_holm)}{corrected}"


def _subject(measure: WalkMeasure, starts: bool = True) -> str:
    name = measure.title if measure.title in ("SPL", "nDTW", "sDTW") else measure.title.lower()
    return f"The {name}" if starts else name
