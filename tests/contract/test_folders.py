"""Folders that we make are closed to other users, whatever the umask: they hold voices, or lie around them."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments.folders import make_folder, whole_folder
from pangea_server.app.command_line import app
from pangea_server.app.doctor import folder
from pangea_server.app.doctor.deployment import Deployment
from pangea_server.core.settings import Settings
from pangea_server.http.pages import PAGES
from tests.server.conftest import build_corridor

ROOT = Path(__file__).parents[2]
MAKERS = {
    "environments/folders.py",
    "pangea_server/dataset/archive/places.py",  # within a folder that is open, so that no link is followed
    "pangea_server/stores/local/store.py",  # which syncs each name as well
}
MAKING = {"mkdir", "makedirs", "mkdtemp"}


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """As careless as can be."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_nothing_makes_a_folder_in_another_way() -> None:
    found = {
        str(path.relative_to(ROOT))
        for package in ("environments", "align", "pangea_server")
        for path in (ROOT / package).rglob("*.py")
        if makes_folders(path.read_text(encoding="utf-8"))
    }
    assert found == MAKERS


def makes_folders(code: str) -> bool:
    return any(way in code for way in MAKING) and any(
        isinstance(node, ast.Attribute) and node.attr in MAKING for node in ast.walk(ast.parse(code))
    )


def test_every_folder_on_the_way_is_closed(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b" / "c")
    assert {path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")} == {0o700}


def test_a_folder_that_is_there_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir(mode=0o755)
    make_folder(tmp_path / "shared" / "new")
    assert (tmp_path / "shared").stat().st_mode & 0o777 == 0o755


def test_tiles_cut_before_the_first_start_leave_a_data_directory_that_serve_takes(tmp_path: Path) -> None:
    place, data = build_corridor(tmp_path / "place"), tmp_path / "data"
    built = CliRunner().invoke(app, ["env", "build", f"folder:{place}", "--output", str(data / "tiles")])
    assert built.exit_code == 0, built.output
    assert {path.stat().st_mode & 0o777 for path in (data, data / "tiles")} == {0o700}
    web = tmp_path / "web"
    web.mkdir()
    for page in PAGES:
        (web / f"{page}.html").touch()
    assert folder.rights(Deployment(Settings(data_dir=data, web_dir=web))) == str(data)


def test_a_folder_appears_when_it_is_whole_and_never_over_another(tmp_path: Path) -> None:
    output = tmp_path / "place"
    with pytest.raises(FileNotFoundError), whole_folder(output) as folder:
        (folder / "no" / "picture").touch()
    assert [*tmp_path.iterdir()] == []
    with whole_folder(output) as folder:
        (folder / "picture").touch()
        assert not output.exists()
    assert (output / "picture").is_file()
    with pytest.raises(OSError, match="not empty"), whole_folder(output) as folder:
        (folder / "other").touch()
    assert [each.name for each in tmp_path.rglob("*")] == ["place", "picture"]
    with whole_folder(output, replaces=True) as folder:
        (folder / "other").touch()
    assert [each.name for each in tmp_path.rglob("*")] == ["place", "other"]
