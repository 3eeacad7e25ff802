"""Which boxes may become one, by what their things are."""

from __future__ import annotations

import pytest

from pangea_server.annotate.landmarks.protocol.rules import Rules


@pytest.mark.parametrize(
    ("first", "second", "may_merge", "least"),
    [
        (("furniture",), ("furniture",), True, 0.7),
        (("textile",), ("structure",), True, 0.7),
        (("opening",), ("structure",), False, 0.7),
        (("furniture",), ("light", "textile"), False, 0.7),
        (("other",), ("furniture",), True, 0.95),
        (("furniture",), ("light", "other"), True, 0.95),
        ((), ("furniture",), True, 0.95),
        (("furniture",), (), True, 0.95),
    ],
)
def test_boxes_of_unknown_things_have_to_overlap_more_and_some_pairs_are_always_two(
    first: tuple[str, ...], second: tuple[str, ...], may_merge: bool, least: float
) -> None:
    rules = Rules(same_box=0.7, same_other_box=0.95)
    assert rules.may_merge(first, second) is rules.may_merge(second, first) is may_merge
    assert rules.least_overlap(first, second) == rules.least_overlap(second, first) == least
