from __future__ import annotations

from collections import Counter

from tests.structure.cycles import causes, cycles


def test_a_line_has_no_cycle() -> None:
    assert cycles([("a", "b"), ("b", "c"), ("a", "c")]) == []
    assert causes(Counter({("a", "b"): 1, ("b", "c"): 1})) == []


def test_the_lightest_import_of_a_cycle_is_its_cause() -> None:
    weights = Counter({("a", "b"): 5, ("b", "c"): 7, ("c", "a"): 1, ("d", "a"): 3})
    assert cycles(weights) == [{"a", "b", "c"}]
    assert causes(weights) == [("c", "a")]


def test_without_its_causes_a_graph_has_no_cycle() -> None:
    ring = {(str(at), str((at + step) % 7)): step for at in range(7) for step in (1, 2, 4)}
    weights = Counter(ring)
    assert cycles(edge for edge in weights if edge not in causes(weights)) == []
