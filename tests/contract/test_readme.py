"""What the README claims is true."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from docs.site.pages import REMOTE, ROOT, links, pages, place_in_site
from docs.site.sources import DOORS, door
from pangea_server import Settings

NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
README = (ROOT / "README.md").read_text()


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    error, success, spl, ndtw = map(float, capsys.readouterr().out.split())
    assert error > 0
    assert success in (0, 1)
    assert 0 <= spl <= success
    assert 0 < ndtw < 1


def test_the_settings_table_is_the_settings() -> None:
    rows = re.findall(r"^\| `PANGEA_(\w+)` \| (?:`(.*?)`)? ?\| (.*) \|$", README, re.MULTILINE)
    fields = Settings.model_fields
    assert [name.lower() for name, _, _ in rows] == list(fields)
    for name, default, meaning in rows:
        field = fields[name.lower()]
        assert default == ("" if field.default is None else str(field.default))
        assert meaning == field.description


@pytest.mark.parametrize("document", pages(), ids=str)
def test_every_link_and_picture_is_there(document: Path) -> None:
    page = ROOT / document
    targets = [
        target.partition("#")[0] for target in links(page.read_text()) if not target.startswith(REMOTE)
    ]
    gone = [target for target in targets if target and not _leads_somewhere(document.parent / target)]
    assert gone == []


def _leads_somewhere(target: Path) -> bool:
    inside = Path(os.path.normpath(target))
    return place_in_site(inside) is not None or (ROOT / inside).exists()


def test_the_doors_of_the_architecture_are_the_doors() -> None:
    """Names that stand alone are all that are built in; "and nine others" is the number of the rest."""
    rows = re.findall(
        r"^\| `(pangea\.\w+)` \| `[^|]*` \| (.*) \|$", (ROOT / "ARCHITECTURE.md").read_text(), re.MULTILINE
    )
    doors = {found.group: found for found in map(door, DOORS)}
    assert sorted(group for group, _ in rows) == sorted(doors)
    for group, cell in rows:
        said, _, rest = re.sub(r" \(.*\)", "", cell).partition(" and ")
        names = {name.lower() for name in said.split(", ")}
        assert names <= set(doors[group].builtin)
        if (number := rest.removesuffix(" others")) in NUMBERS:
            assert len(names) + NUMBERS.index(number) == len(doors[group].builtin), cell
        elif not rest:
            assert names == set(doors[group].builtin)


def test_every_place_that_the_architecture_names_is_there() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    places = re.findall(r"`((?:environments|align|pangea_server|static)/[\w/.]*)`", page)
    assert len(places) > 10
    assert [place for place in places if not (ROOT / place).exists()] == []
