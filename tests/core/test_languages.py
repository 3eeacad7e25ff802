"""Language tags have one spelling, since they are compared letter by letter."""

from __future__ import annotations

import pytest

from environments.errors import InvalidDataError
from pangea_server.core.languages import check_tags, fault_of_tag


@pytest.mark.parametrize("tag", ["en", "en-IN", "te-IN", "zh-Hant-TW", "de-1996"])
def test_a_usual_tag_has_no_fault(tag: str) -> None:
    assert fault_of_tag(tag) is None


@pytest.mark.parametrize(
    ("tag", "fault"),
    [
        ("en_US", "'en_US' is usually written 'en-US'"),
        ("EN-us", "'EN-us' is usually written 'en-US'"),
        ("English", "'English' is not a language"),
        ("", "'' is not a language"),
        ("x" * 101, f"{'x' * 100!r} is not a language"),
    ],
)
def test_another_spelling_and_no_language_are_named(tag: str, fault: str) -> None:
    found = fault_of_tag(tag)
    assert found
    assert found.what == fault


def test_of_several_tags_the_first_bad_one_is_refused() -> None:
    check_tags()
    check_tags("en-US", "hi")
    with pytest.raises(InvalidDataError) as raised:
        check_tags("en-US", "en_GB", "xx")
    assert raised.value.message == "'en_GB' is usually written 'en-GB'."
