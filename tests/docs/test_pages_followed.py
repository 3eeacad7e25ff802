"""The tutorial and the how-tos, followed to the letter in an empty folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.site.pages import ROOT
from tests.docs.following import Follower
from tests.docs.steps import STEPS

PAGES = [ROOT / "docs" / "tutorial.md", *sorted((ROOT / "docs" / "howto").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_can_be_followed(page: Path, tmp_path: Path) -> None:
    follower = Follower(tmp_path, STEPS)
    try:
        assert follower.follow(page) >= 3
    finally:
        follower.stop()
