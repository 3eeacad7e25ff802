"""Each flag has one name, on the pages and on the command line."""

from __future__ import annotations

from pathlib import Path

from pangea_server.quality.flags import FLAGS
from pangea_server.quality.flags.command import flag_name, flag_words

README = Path(__file__).parents[2] / "pangea_server/quality/flags/README.md"


def test_each_built_in_flag_has_a_name_and_a_sentence() -> None:
    assert sorted(flag_words()) == sorted(FLAGS.names())
    assert len({words["name"] for words in flag_words().values()}) == len(flag_words())
    assert all(words["about"].endswith(".") for words in flag_words().values())


def test_a_flag_of_another_package_is_called_by_its_own_word() -> None:
    assert flag_name("far_from_voice") == "not what was said"
    assert flag_name("hums_along") == "hums along"


def test_the_readme_names_each_flag_as_the_pages_do() -> None:
    text = README.read_text(encoding="utf-8")
    assert [flag for flag in flag_words() if f"| `{flag}` ({flag_name(flag)}) |" not in text] == []
