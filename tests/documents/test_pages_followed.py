"""Every page that shows commands, followed to the letter in an empty folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from docs.site.examples import commands
from docs.site.pages import ROOT, pages
from tests.documents.following import STEP, Follower
from tests.documents.steps import STEPS, WITH_REAL_DATA
from tests.documents.warm import WarmPangea

MATTERPORT = "/data/mp3d"
ON_A_SERVER = ("/srv/places", "/srv/consent", "/var/lib/pangea", "/var/backups/pangea")
"""Folders outside a page's own, which lie beside it in the test."""


@pytest.fixture(scope="session")
def warm() -> Iterator[WarmPangea]:
    with closing(WarmPangea(os.environ)) as process:
        yield process


def has_commands(page: Path) -> bool:
    return any(not command.mark for command in commands((ROOT / page).read_text()))


def needs_real_data(page: Path) -> bool:
    text = (ROOT / page).read_text()
    named = any(MATTERPORT in command.text for command in commands(text) if not command.mark)
    return named or not WITH_REAL_DATA.keys().isdisjoint(STEP.findall(text))


FOLLOWED = [page for page in pages() if has_commands(page)]


@pytest.mark.parametrize("page", [page for page in FOLLOWED if not needs_real_data(page)], ids=str)
def test_a_page_can_be_followed(page: Path, tmp_path: Path, warm: WarmPangea) -> None:
    places = {place: tmp_path / place[1:].replace("/", "-") for place in ON_A_SERVER}
    follow(Follower(tmp_path, STEPS, places, warm=warm), page)


@pytest.mark.shared_data
@pytest.mark.parametrize("page", [page for page in FOLLOWED if needs_real_data(page)], ids=str)
def test_a_page_with_real_data_can_be_followed(
    page: Path, tmp_path: Path, shared: Path, warm: WarmPangea
) -> None:
    places = {MATTERPORT: shared / "data" / "matterport3d"}
    follow(Follower(tmp_path, STEPS | WITH_REAL_DATA, places, warm=warm), page)


def follow(follower: Follower, page: Path) -> None:
    """Every command that has no mark is run."""
    shown = sum(not command.mark for command in commands((ROOT / page).read_text()))
    try:
        assert follower.follow(ROOT / page) == shown
    finally:
        follower.stop()
