"""The file that answers what no store knows of a dataset: what is asked, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from environments import ConfigurationError
from pangea_server.dataset.release.card.datasheet import (
    MOST_BYTES,
    Datasheet,
    questions,
    read_datasheet,
    template,
)


def test_every_question_is_asked_and_an_empty_file_states_nothing(tmp_path: Path) -> None:
    file = tmp_path / "sheet.yaml"
    file.write_text(template())
    assert list(YAML(typ="safe").load(template())) == [name for name, _ in questions()]
    assert read_datasheet(file) == Datasheet()
    assert Datasheet().lacking() == [name for name, _ in questions()]


BOMB = "a: &a [x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(12)
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("titel: Corridors\n", "unknown field `titel`"),
        ("license: [CC-BY-4.0]\n", "license"),
        ("year: soon\n", "year"),
        ("doi: zenodo.123\n", "doi"),
        ("creators:\n  - {affiliation: Nowhere}\n", "a creator has a name"),
        ("creators:\n  - {name: Ada, orcid: 1}\n", "orcid"),
        ("title: [\n", "is not one"),
        ("- title\n", "is not one"),
        ("title: a\ntitle: b\n", "duplicate key"),
        (BOMB, "is not one"),
        ("[" * 100_000, "is not one"),
        ("# " + "x" * MOST_BYTES, "cannot be read"),
    ],
)
def test_what_is_no_answer_is_refused(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "sheet.yaml"
    file.write_text(text)
    with pytest.raises(ConfigurationError, match=r"sheet\.yaml is not one") as refused:
        read_datasheet(file)
    assert said in refused.value.message
    assert "pangea datasheet" in refused.value.remedy
