"""Check items on real paths and instructions: what ``README.md`` says of how far they can be believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks.check_items import followers, guides, read

pytestmark = pytest.mark.shared_data


def share(passed: list[bool]) -> float:
    return sum(passed) / len(passed)


def test_instructions_for_a_path_pass_more_often_than_those_for_another(shared: Path) -> None:
    """Never all, and never none: words alone cannot tell."""
    shares = {answer: share(passed) for answer, passed in guides(read(shared / "data")[:150]).items()}
    for where in ("few scans", "many scans"):
        assert 0.75 < shares[f"this path, {where}"] < 0.92
        assert 0.25 < shares[f"another path, {where}"] < 0.45


def test_a_wrong_turn_passes_and_a_blind_walk_does_not(shared: Path) -> None:
    shares = {
        answer: share(passed)
        for answer, passed in followers(read(shared / "data")[:120], shared / "data").items()
    }
    assert shares["wrong turns: 1"] > 0.9
    assert shares["wrong turns: 1"] > shares["wrong turns: 2"] > shares["blind walk"]
    assert shares["blind walk"] < 0.12
