"""The table of a paper, counted again."""

from __future__ import annotations

import pytest

from align.reference.causes import find_causes
from tests.reference.test_causes import INPUTS, instance


def test_the_counts_of_the_papers_table() -> None:
    """Instances made so that 1,041, 378 and 300 have one cause each: what is counted must be what the paper counts."""
    caused = {"S": (4, 3, 2, 9, 1, 9, 9, 9), "C": (4, 9, 3, 2, 9, 1, 9, 9), "R": (4, 3, 9, 2, 9, 9, 1, 9)}
    instances = [instance(4, *[9] * 6, 4)] * 74
    for name, count, improved in (("S", 1041, 931), ("C", 378, 301), ("R", 300, 231)):
        instances += [
            instance(*caused[name], **{name: 5.0 if place < improved else 4.0}) for place in range(count)
        ]
    instances += [instance(4, *[9] * 7)] * (4982 - len(instances))
    instances += [instance(*[10] * 8)] * (9981 - len(instances))
    found = find_causes(instances, INPUTS, chain=True)
    assert (found.instances, found.low, found.bias, found.examined) == (9981, 4982, 74, 4908)
    assert {name: cause.instances for name, cause in found.inputs.items()} == {"S": 1041, "C": 378, "R": 300}
    assert (found.single, found.several, found.none) == (1719, 0, 4908 - 1719)
    shares = [found.inputs[name].improved.value for name in "SCR"]
    assert shares == pytest.approx([0.894, 0.797, 0.769], abs=2e-3)
    assert found.improved.value == pytest.approx(0.851, abs=5e-4)
