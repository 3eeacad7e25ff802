"""The site is built whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site.pages import ROOT, pages
from docs.site.reference import summary_of
from docs.site.sources import command_line, settings
from environments.errors import ConfigurationError
from pangea_server.stores.opening import STORES
from tests.help_site import help_site


@pytest.fixture(scope="session")
def site() -> Path:
    return help_site()


def test_every_package_has_its_page(site: Path) -> None:
    for package in ("environments", "align", "pangea_server", "static", "deploy"):
        assert (site / "packages" / f"{package}.html").is_file()
    assert len(pages()) > 30
    assert all((site / page).with_suffix(".html").is_file() for page in pages().values())


def test_no_page_has_a_script_or_a_style_in_it_or_loads_one_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text()
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=\"", text), page
        assert not re.search(r"<(?:script|link|img)[^>]*(?:src|href)=\"(?:https?:)?//", text), page


def test_the_reference_has_every_command_and_every_setting(site: Path) -> None:
    written = re.sub(r"<[^>]+>", "", (site / "reference" / "commands.html").read_text())
    assert all(f"pangea {verb}" in written for verb in command_line().commands)
    table = (site / "reference" / "settings.html").read_text()
    assert all(f"PANGEA_{name.upper()}" in table for name in settings().model_fields)


def test_what_needs_an_extra_that_is_not_installed_is_described_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed = summary_of(STORES, "postgres")
    monkeypatch.delitem(sys.modules, "pangea_server.stores.postgres.store")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(ConfigurationError):
        STORES.load("postgres")
    assert summary_of(STORES, "postgres") == installed
    assert installed.startswith("Records and blobs of one campaign's database.")


def test_the_demo_builds_the_help_pages_once(tmp_path: Path) -> None:
    def recipe(pages: Path) -> str:
        command = ["make", "--dry-run", "demo", f"HELP={pages}"]
        return subprocess.run(
            command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
        ).stdout

    assert "-m docs.site" in recipe(tmp_path / "index.html")
    (tmp_path / "index.html").touch()
    assert "-m docs.site" not in recipe(tmp_path / "index.html")
