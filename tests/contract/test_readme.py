"""What the README claims is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pangea_server import Settings

ROOT = Path(__file__).parents[2]
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


@pytest.mark.parametrize(
    "document",
    [
        "README.md",
        "ARCHITECTURE.md",
        "environments/README.md",
        "align/README.md",
        "pangea_server/README.md",
        "deploy/README.md",
    ],
)
def test_every_link_and_picture_is_there(document: str) -> None:
    page = ROOT / document
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_every_place_that_the_architecture_names_is_there() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text()
    places = re.findall(r"`((?:environments|align|pangea_server|static)/[\w/.]*)`", page)
    assert len(places) > 10
    assert [place for place in places if not (ROOT / place).exists()] == []
