"""The wheel has what an installed PanGEA needs, and not what only its makers need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from pangea_server.stores.migrations import newest
from tests.image import copy_context


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the contents of a wheel, built from what an image is built from; a built page holds its name."""
    folder = tmp_path_factory.mktemp("wheel")
    context = copy_context(folder / "context")
    for built in ("static/dist/guide.html", "docs/dist/index.html"):
        (context / built).parent.mkdir()
        (context / built).write_text(built)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(build, cwd=context, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def python(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=installed,
        env={"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_migrations_are_in_it(installed: Path) -> None:
    stores = installed / "pangea_server/stores"
    assert all(len([*store.glob("migrations/*.sql")]) == newest() for store in (stores, stores / "postgres"))


def test_word_lists_of_others_come_with_their_notice(installed: Path) -> None:
    words = installed / "pangea_server/dataset/personal/words"
    assert (words / "en.txt").exists()
    assert "Copyright 2000-2018 by Kevin Atkinson" in (words / "SCOWL-LICENSE").read_text(encoding="utf-8")


def test_the_pages_are_where_the_server_looks_for_them(installed: Path) -> None:
    script = "from pangea_server.http.pages import INSTALLED, find_help; print(INSTALLED / 'guide.html', find_help())"
    viewer, help_pages = python(installed, "-c", script).stdout.split()
    assert Path(viewer).read_text() == "static/dist/guide.html"
    assert (Path(help_pages) / "index.html").read_text() == "docs/dist/index.html"


def test_the_demo_house_is_in_it_and_what_makes_houses_is_not(installed: Path) -> None:
    script = "from environments.demo import DemoHouse; print(len(DemoHouse().scan('demo-house').viewpoints))"
    run = python(installed, "-c", script)
    assert (run.stdout.strip(), run.stderr) == ("27", "")
    assert len([*installed.rglob("house/*.depth.png")]) == 27
    assert not [*installed.rglob("blender"), *installed.rglob("held_out")]


def test_rendering_without_blenders_scripts_says_what_to_do(installed: Path, tmp_path: Path) -> None:
    run = python(installed, "-m", "environments.demo.render", "--output", str(tmp_path / "house"))
    assert run.returncode == 1
    assert "no module 'environments.demo.blender'" in run.stderr
    assert "clone of the repository" in run.stderr
    assert not (tmp_path / "house").exists()
