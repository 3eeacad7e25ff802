"""What makes an instruction from a file one that can be followed, at its limits; and the order of all of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from environments import InvalidDataError, PanoramaFolder
from pangea_server.dataset.formats.instructions import InstructionRow
from pangea_server.dataset.written.faults import CheckedInstruction, Checker
from pangea_server.dataset.written.files import Written
from pangea_server.dataset.written.order import in_rounds, shared_by_all

USUAL: dict[str, Any] = {"instruction": "Go.", "path": ("door", "lamp"), "language": "en-US"}


def checked(place: Path, *rows: dict[str, Any], **how: Any) -> list[CheckedInstruction]:
    """Of rows that differ from the usual one; path 7 is stored."""
    checker = Checker(
        PanoramaFolder(place), lambda scan, number: ("door", "lamp") if number == 7 else None, **how
    )
    told = [InstructionRow(scan="corridor", **(USUAL | row)) for row in rows]
    return [checker.check(Written(f"line {n}", row)) for n, row in enumerate(told, start=1)]


@pytest.mark.parametrize(
    ("row", "is_good"),
    [
        *(({"instruction": "go " * 1000}, True), ({"instruction": "go " * 1001}, False)),
        *(({"instruction": "x" * 20_000}, True), ({"instruction": "x" * 20_001}, False)),
        *(({"system": "s" * 100}, True), ({"system": "s" * 101}, False), ({"system": " "}, False)),
        *(
            ({"instruction": "a < b > c"}, True),
            ({"instruction": "2 ** 3"}, True),
            ({"instruction": "R&D"}, True),
        ),
        *(
            ({"instruction": f"Go {mark} on."}, False)
            for mark in ("<b>", "</p>", "&amp;", "&#39;", "<|user|>")
        ),
        *(({"instruction": f"Go {mark} on."}, False) for mark in ("[INST]", "[/INST]", "```", "**left**")),
        *(({"path": ("door",)}, False), ({"path": ("door", "sofa")}, False)),
        *(
            ({"path": None, "path_id": 7}, True),
            ({"path": None, "path_id": 8}, False),
            ({"path": None}, False),
        ),
        *(({"language": "hi-IN"}, True), ({"language": "hindi"}, False), ({"language": ""}, False)),
    ],
)
def test_an_instruction_that_cannot_be_followed_is_refused(
    row: dict[str, Any], is_good: bool, place: Path
) -> None:
    if is_good:
        assert len(checked(place, row)) == 1
    else:
        with pytest.raises(InvalidDataError):
            checked(place, row)


def test_what_a_row_does_not_say_is_known_otherwise(place: Path) -> None:
    named = {"path_id": 7, "path": ("lamp", "door")}
    rows = ({"language": None, "path": None, "path_id": 7}, {"language": "te-IN"}, named)
    found = checked(place, *rows, language="hi-IN")
    assert [(each.language, each.path) for each in found] == [
        ("hi-IN", ("door", "lamp")),
        ("te-IN", ("door", "lamp")),
        ("en-US", ("lamp", "door")),
    ]


def test_a_campaign_has_its_languages_and_a_comparison_needs_systems(place: Path) -> None:
    assert len(checked(place, {}, languages=("en-US", "hi-IN"))) == 1
    with pytest.raises(InvalidDataError, match="no language 'en-US'"):
        checked(place, {}, languages=("hi-IN",))
    with pytest.raises(InvalidDataError, match="which system"):
        checked(place, {}, needs_system=True)
    assert len(checked(place, {"system": "A"}, needs_system=True)) == 1


@pytest.mark.parametrize(
    ("first", "second", "how", "fault"),
    [
        ({}, {}, {}, "The same instruction is in line 1."),
        ({}, {"instruction": "Stop."}, {}, None),
        ({}, {"language": "en-GB"}, {}, None),
        ({}, {"system": "B"}, {}, None),
        ({}, {"path": ("lamp", "door")}, {}, None),
        (
            {"instruction_id": 1},
            {"instruction_id": 1, "system": "B"},
            {},
            "instruction_id 1 is already in line 1.",
        ),
        ({"instruction_id": 1}, {"instruction_id": 1, "system": "B"}, {"keeps_numbers": False}, None),
        ({"instruction_id": 1}, {"instruction_id": 2, "system": "B"}, {}, None),
        ({"heading": 1.0}, {"heading": 2.0, "system": "B"}, {}, "is 1.0 in line 1, and 2.0 here."),
        ({"heading": 0.0}, {"heading": 2.0, "system": "B"}, {}, "is 0.0 in line 1, and 2.0 here."),
        ({"heading": 1.0}, {"heading": 1.0, "system": "B"}, {}, None),
        ({"heading": 1.0}, {"system": "B"}, {}, None),
        ({"heading": 1.0}, {"heading": 2.0, "path": ("lamp", "door")}, {}, None),
    ],
)
def test_instructions_that_do_not_go_together_are_refused(
    first: dict[str, Any], second: dict[str, Any], how: dict[str, Any], fault: str | None, place: Path
) -> None:
    if fault is None:
        assert len(checked(place, first, second, **how)) == 2
        return
    with pytest.raises(InvalidDataError) as refused:
        checked(place, first, second, **how)
    assert fault in refused.value.message


@dataclass(frozen=True)
class Told:
    path_id: int
    system: str | None
    number: int = 0


def test_a_round_has_each_path_once_and_all_systems_alike() -> None:
    told = [Told(path, system) for path in range(6) for system in ("A", "B", None)]
    found = in_rounds(told, "seed")
    assert Counter(found) == Counter(told)
    for start in range(0, 18, 6):
        some = found[start : start + 6]
        assert {each.path_id for each in some} == set(range(6))
        assert Counter(each.system for each in some) == {"A": 2, "B": 2, None: 2}
    assert found == in_rounds(reversed(told), "seed")
    assert found != in_rounds(told, "other")


def test_several_of_one_system_on_a_path_take_turns_with_the_others() -> None:
    told = [Told(1, "A", 1), Told(1, "A", 2), Told(1, "B", 3), Told(2, "A", 4)]
    found = in_rounds(told, "seed")
    assert {each.path_id for each in found[:2]} == {1, 2}
    assert [each.path_id for each in found[2:]] == [1, 1]
    of_first = [each.system for each in found if each.path_id == 1]
    assert of_first in (["A", "B", "A"], ["B", "A", "A"])
    assert in_rounds([], "seed") == []


@pytest.mark.parametrize(
    ("pairs", "shared"),
    [
        ([], 0),
        ([(1, None)], 1),
        ([(1, "A"), (1, "B"), (2, "A"), (3, "B"), (3, "A"), (3, "A")], 2),
        ([(1, "A"), (2, "B")], 0),
    ],
)
def test_a_path_is_shared_that_has_an_instruction_of_every_system(
    pairs: list[tuple[int, str | None]], shared: int
) -> None:
    assert shared_by_all(pairs) == shared
