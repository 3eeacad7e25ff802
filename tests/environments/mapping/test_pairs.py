"""Which photographs are compared with which."""

from __future__ import annotations

from collections.abc import Sequence

from environments.mapping.gps import Fix
from environments.mapping.pairs import (
    MOST_NEAR,
    MOST_WITH_ALL,
    REACH,
    REACH_OF_FIXED,
    pairs_to_compare,
)

NAMES = [f"{number:03d}" for number in range(200)]
DEGREE = 111_320.0  # metres of a degree of longitude at the equator


def fixes_at(metres: Sequence[float], beside: float = 0.0) -> dict[str, Fix]:
    """Of ``NAMES``, metres along the equator, each second one ``beside`` it."""
    return {
        name: Fix(beside / DEGREE * (row % 2), 78 + along / DEGREE)
        for row, (name, along) in enumerate(zip(NAMES, metres, strict=True))
    }


def test_few_are_compared_all_with_all() -> None:
    names = NAMES[:MOST_WITH_ALL]
    for fixes in (None, fixes_at(range(0, 20_000, 100))):
        pairs = {(name, other) for name, others in pairs_to_compare(names, (), fixes) for other in others}
        assert len(pairs) == MOST_WITH_ALL * (MOST_WITH_ALL - 1) // 2


def test_many_are_compared_with_those_just_before_them() -> None:
    pairs = dict(pairs_to_compare(NAMES))
    assert list(pairs["003"]) == NAMES[:3]
    assert list(pairs["199"]) == NAMES[199 - REACH : 199]


def test_fixes_say_which_are_near() -> None:
    """To and fro, two metres from one to the next: at 50, 149 is again where 50 was."""
    there_and_back = [2.0 * min(row, 199 - row) for row in range(200)]
    pairs = dict(pairs_to_compare(NAMES, (), fixes_at(there_and_back, beside=10)))
    assert {"046", "048", "049", "050", "051", "053"} <= set(pairs["149"])
    assert not {"030", "070"} & set(pairs["149"])
    assert set(pairs["149"]) >= set(NAMES[149 - REACH_OF_FIXED : 149])
    assert list(pairs["060"]) == NAMES[60 - REACH_OF_FIXED : 60]


def test_where_fixes_are_wrong_or_missing_names_say_it() -> None:
    fixes = fixes_at([2.0 * row for row in range(200)])
    fixes["120"] = Fix(1.0, 79.0)
    del fixes["150"]
    pairs = dict(pairs_to_compare(NAMES, (), fixes))
    assert list(pairs["120"]) == NAMES[120 - REACH_OF_FIXED : 120]
    assert list(pairs["150"]) == NAMES[150 - REACH : 150]
    assert [name for name in NAMES[151:] if "150" in pairs[name]] == NAMES[151 : 151 + REACH]


def test_of_many_at_one_place_only_some_are_compared() -> None:
    pairs = pairs_to_compare(NAMES, (), fixes_at([0.1 * row for row in range(200)]))
    assert sum(len(others) for _, others in pairs) <= (MOST_NEAR + REACH_OF_FIXED) * len(NAMES)
