"""A cut of ``make bench-flags``: every flag finds the bad cases, and leaves the honest ones alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.flags.__main__ import GOAL, score, simulated

pytestmark = pytest.mark.shared_data


def test_every_flag_is_as_good_as_promised(shared: Path) -> None:
    tallies, _ = score(simulated(shared / "data", quick=True))
    for name in {flag for flag, _ in tallies}:
        halves = [tally for (flag, _), tally in tallies.items() if flag == name]
        found = sum(tally.found for tally in halves)
        missed = [what for tally in halves for what in tally.missed]
        wrongly = [what for tally in halves for what in tally.wrongly]
        assert found > 0, name
        assert found / (found + len(missed)) >= GOAL, (name, missed)
        assert found / (found + len(wrongly)) >= GOAL, (name, wrongly)
