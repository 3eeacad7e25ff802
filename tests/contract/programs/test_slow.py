"""What `make test-slow` says of tests that fail always, once, or cannot be run at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slow import Result, report, run_lane

OPTION = "def pytest_addoption(parser):\n    parser.addoption('--lane')\n"
TESTS = """
from pathlib import Path

def test_right():
    pass

def test_unsteady():
    first = Path(__file__).with_name("first")
    there = first.exists()
    first.touch()
    assert there

def test_broken():
    raise AssertionError
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "conftest.py").write_text(OPTION)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_what_fails_is_run_once_more(project: Path) -> None:
    (project / "test_some.py").write_text(TESTS)
    result = run_lane("faults", project)
    assert (result.broken, result.unsteady) == (
        ["test_some.py::test_broken"],
        ["test_some.py::test_unsteady"],
    )
    (project / "test_some.py").write_text("def test_right():\n    pass\n")
    result = run_lane("faults", project)
    assert (result.broken, result.unsteady) == ([], [])


def test_a_lane_that_cannot_be_run_is_broken(project: Path) -> None:
    (project / "test_some.py").write_text("import nothing_of_this_name\n")
    assert run_lane("faults", project).broken
    (project / "conftest.py").write_text("raise SystemExit(3)\n")
    assert run_lane("faults", project).broken


def test_the_last_lines_name_what_failed_twice_and_once() -> None:
    told = report([Result("fuzz", 90.0, ["a::b"], ["c::d"]), Result("quiet", 60.0, [], [])])
    assert told.splitlines() == [
        "fuzz         1.5 min", "quiet        1.0 min",
        "Failed twice:", "  a::b", "Failed once: unsteady:", "  c::d",
    ]  # fmt: skip
