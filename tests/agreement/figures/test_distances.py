"""How often the intervals of alpha hold the true one."""

from __future__ import annotations

import pytest

from tests.agreement.test_distances import intervals_that_hold


@pytest.mark.parametrize(("groups", "things", "people"), [(20, 2, 2), (10, 3, 2)])
def test_intervals_of_small_groups_hold_the_true_alpha(groups: int, things: int, people: int) -> None:
    """With pairs between copies of one item among those of chance, 62 and 77 of a hundred held it."""
    assert intervals_that_hold(groups, things, people, 40) >= 0.9
