"""Where a test lies says when it runs, and the gate has nothing that depends on the machine."""

from __future__ import annotations

import re

import pytest

from tests.lanes import LANES, TESTS, lane_of

MACHINE = re.compile(
    r"\b(?:tracemalloc|process_time|perf_counter|getrusage|small_disk|tests\.disks|SIGKILL|strace|SystemRandom)\b"
    r"|os\.kill\(|time\.sleep\(|wait_for_timeout\("
)
"""What measures or troubles the machine, or waits for time."""


@pytest.mark.parametrize(
    ("file", "lane"),
    [
        ("server/test_tiles.py", None),
        ("server/faults/test_overload.py", "faults"),
        ("browser/test_map.py", "browser"),
        ("browser/quiet/test_killed.py", "quiet"),
        ("browser/whole/test_whole_way.py", "whole"),
        ("", None),
        ("../environments/figures/nothing.py", None),
    ],
)
def test_the_innermost_folder_names_the_lane(file: str, lane: str | None) -> None:
    assert lane_of((TESTS / file).resolve()) == lane


def test_each_lane_has_tests_and_is_told_of() -> None:
    told = (TESTS / "README.md").read_text()
    found = {lane_of(file) for file in TESTS.rglob("test_*.py")}
    assert found == {None, *LANES}
    assert [lane for lane in LANES if f"| `{lane}/` |" not in told] == []


def test_the_gate_does_not_depend_on_the_machine() -> None:
    files = [
        file for file in TESTS.rglob("test_*.py") if lane_of(file) is None and file.name != "test_lanes.py"
    ]
    found = {
        str(file.relative_to(TESTS)): MACHINE.findall(file.read_text(encoding="utf-8")) for file in files
    }
    assert {name: words for name, words in found.items() if words} == {}
    assert len(files) > 200
