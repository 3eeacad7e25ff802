"""Language tags have one spelling, since they are compared letter by letter."""

from __future__ import annotations

import pytest

from environments.errors import InvalidDataError
from pangea_server.core.languages import fault_of_tag, usual_tag


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


@pytest.mark.parametrize(("tag", "usual"), [("en", "en"), ("EN_us", "en-US"), ("zh-hant-tw", "zh-Hant-TW")])
def test_any_spelling_of_a_tag_has_a_usual_one(tag: str, usual: str) -> None:
    assert usual_tag(tag) == usual


@pytest.mark.parametrize(
    ("name", "remedy"),
    [
        ("Hindi", "Perhaps hi was meant."),
        ("english-us", "Perhaps en-US was meant."),
        ("xx", "Write a BCP 47 tag, such as en-IN or hi."),
        ("", "Write a BCP 47 tag, such as en-IN or hi."),
    ],
)
def test_what_is_no_language_is_refused_with_what_was_meant(name: str, remedy: str) -> None:
    with pytest.raises(InvalidDataError) as raised:
        usual_tag(name)
    assert raised.value.remedy == remedy
