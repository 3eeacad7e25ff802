"""Which photographs are compared with which."""

from __future__ import annotations

from environments.mapping.pairs import MOST_WITH_ALL, REACH, pairs_to_compare


def test_few_are_compared_all_with_all() -> None:
    names = [str(number) for number in range(MOST_WITH_ALL)]
    pairs = {(name, other) for name, others in pairs_to_compare(names) for other in others}
    assert len(pairs) == MOST_WITH_ALL * (MOST_WITH_ALL - 1) // 2


def test_many_are_compared_with_those_just_before_them() -> None:
    names = [str(number) for number in range(200)]
    pairs = dict(pairs_to_compare(names))
    assert list(pairs["3"]) == ["0", "1", "2"]
    assert list(pairs["199"]) == names[199 - REACH : 199]
