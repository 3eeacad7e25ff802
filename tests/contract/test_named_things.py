"""Pages lead to and name only what is there: else no help is built, and `make demo` does not start."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from docs.site import names, staging
from docs.site.examples import MARK, commands, examples
from docs.site.names import command_fault, unknown_names
from docs.site.pages import ROOT, pages, parts


def test_every_page_leads_to_what_is_there(tmp_path: Path) -> None:
    staging.lay_out(tmp_path / "tree")


def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "README.md"
    page.write_text("# A page\n\n[here](gone.md) and ![a picture](gone.png)\n")
    monkeypatch.setattr(staging, "ROOT", tmp_path)
    monkeypatch.setattr(staging, "pages", lambda: {Path("README.md"): "overview.md"})
    with pytest.raises(staging.DeadLinkError, match=r"README.md: gone.md is not there\nREADME.md: gone.png"):
        staging.lay_out(tmp_path / "tree")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("See `pangea_server/nowhere.py`.", "there is no pangea_server/nowhere.py"),
        ("See `environments.nowhere`.", "there is no module or name environments.nowhere"),
        ("Set `PANGEA_TILE`.", "PANGEA_TILE is no setting"),
        ("Run `make cake`.", "there is no target make cake"),
        ("Run `pangea cake`.", "there is no command 'cake': pangea cake"),
        (
            "```console\n$ pangea export x --frmat rxr\n```",
            "there is no option --frmat: pangea export x --frmat rxr",
        ),
    ],
)
def test_a_name_of_nothing_stops_the_build(
    text: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "README.md").write_text(f"# A page\n\n{text}\n")
    monkeypatch.setattr(names, "pages", lambda: {Path("README.md"): "overview.md"})
    names._paths.cache_clear()
    (tmp_path / "Makefile").write_text((ROOT / "Makefile").read_text())
    (tmp_path / "deploy").mkdir()
    monkeypatch.setattr(names, "ROOT", tmp_path)
    names._variables.cache_clear()
    try:
        assert unknown_names() == [f"README.md: {fault}"]
    finally:
        names._paths.cache_clear()
        names._variables.cache_clear()


@pytest.mark.parametrize(("name", "is_there"), [("EngineContract", True), ("NoSuchContract", False)])
def test_a_name_is_found_where_its_module_cannot_be_imported(
    name: str, is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "align.testing", raising=False)
    monkeypatch.setitem(sys.modules, "pytest", None)  # as where only the extra docs is installed
    assert names._is_named(f"align.testing.{name}") is is_there


def test_the_pages_name_nothing_that_is_not_there() -> None:
    assert unknown_names() == []


def test_a_command_is_found_behind_a_variable_and_a_pipe() -> None:
    assert command_fault("PANGEA_STORE=firebase pangea serve --stor local")
    assert command_fault("cat list | pangea cake")
    assert command_fault("useradd --system --no-create-home pangea") is None


@pytest.mark.parametrize("file", pages(), ids=str)
def test_a_marked_command_says_why(file: Path) -> None:
    """Pages whose marks all have one reason say it once, in a sentence about the mark."""
    text = (ROOT / file).read_text()
    prose = "".join(part for part, is_example in parts(text) if not is_example)
    without = [command.text for command in commands(text) if command.mark and not command.reason]
    assert without == [] or f"`{MARK}`" in prose, f"{file}: {MARK} without a reason"


@pytest.mark.parametrize("file", pages(), ids=str)
def test_no_command_hides_in_an_example_without_a_language(file: Path) -> None:
    """Only `console` and `sh` are read for commands."""
    plain = [example for example in examples((ROOT / file).read_text()) if not example.language]
    command = re.compile(r"(\$ |make |npm |pangea |pip |pytest |\S*python[\d.]* )")
    assert [line for example in plain for line in example.lines if command.match(line)] == []
