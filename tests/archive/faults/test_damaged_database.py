"""Any page of the database is zeroed, and several at once: a backup goes on past them, and names what is not in it."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pangea_server.dataset.archive import write_archive
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.series_writer import save_moment
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import everything, series_in
from tests.archive.test_damaged_database import (
    PAGE_BYTES,
    UNNAMED,
    backed_up,
    damaged,
    named,
    whole,
)

__all__ = ["damaged", "whole"]


def pages_of(whole: Path, some: int) -> list[int]:
    return sorted(random.Random(7).sample(range(2, page_count(whole) + 1), some))


def test_a_backup_goes_on_past_any_page(whole: Path, damaged: Callable[..., Path], tmp_path: Path) -> None:
    with LocalStore.open(whole) as store:
        before = named(everything(store))
    readable = with_damage = 0
    for page in pages_of(whole, 40):
        folder = damaged(page)
        if not has_schema(folder):
            continue
        readable += 1
        with LocalStore.open(folder) as store:
            written = write_archive(store, tmp_path / f"{page}.tar")
        damages = [each.damaged for each in written.damaged]
        assert not any(UNNAMED in name for name in damages), "one page is never all that names a row"
        with_damage += bool(damages)
        check_restored(before, backed_up(tmp_path / f"{page}.tar"), damages)
        shutil.rmtree(folder)
    assert readable > 10
    assert with_damage > 1


@pytest.mark.parametrize("seed", range(3))
def test_a_backup_goes_on_past_several_pages(
    whole: Path, damaged: Callable[..., Path], tmp_path: Path, seed: int
) -> None:
    """Also where a page and the one that would name its rows are both gone; a series and a file have the same."""
    with LocalStore.open(whole) as store:
        before = named(everything(store))
    chance = random.Random(seed)
    while not has_schema(folder := damaged(*chance.sample(range(2, page_count(whole) + 1), 20))):
        pass
    series = Folder(tmp_path / "series")
    with LocalStore.open(folder) as store:
        written = write_archive(store, tmp_path / "one.tar")
        saved = save_moment(store, series_in(series))
    damages = [each.damaged for each in written.damaged]
    assert damages
    assert sorted(each.damaged for each in saved.damaged) == sorted(damages)
    check_restored(before, backed_up(tmp_path / "one.tar"), damages)
    assert backed_up(tmp_path / "series") == backed_up(tmp_path / "one.tar")


def page_count(folder: Path) -> int:
    return (folder / "pangea.db").stat().st_size // PAGE_BYTES


def has_schema(folder: Path) -> bool:
    """Whether SQLite can read what tables there are: without, it opens none."""
    try:
        with closing(sqlite3.connect(folder / "pangea.db")) as connection:
            connection.execute("SELECT * FROM tasks WHERE record_id = ''").fetchall()
    except sqlite3.DatabaseError:
        return False
    return True


def check_restored(whole: dict[str, Any], found: dict[str, Any], damages: Sequence[str]) -> None:
    """What is restored is as it was, and what is not is named."""
    assert found == {name: whole[name] for name in found}
    missing = whole.keys() - found.keys()
    unnamed = {name for name in missing if name not in damages}
    for name in unnamed:
        kind = name.partition(": ")[0] if ": " in name else "blobs"
        assert f"{kind}: {UNNAMED}" in damages, (name, damages)
