"""What is said of broken entries, and that nothing is written before a whole file was checked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from environments import InvalidDataError
from pangea_server.core.equal_faults import MOST_TOLD, told_once
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.imports.landmarks.graphemes import split_at
from pangea_server.dataset.imports.report import (
    Broken,
    ImportRefusedError,
    ImportReport,
    import_file,
    refused,
)


def broken(place: str, message: str = "It is broken.", remedy: str = "Mend it.") -> Broken:
    return Broken(place, InvalidDataError(message, remedy=remedy))


class Reading:
    """A file of five entries, of which the third and the last are broken."""

    file = Path("folder/x.jsonl")

    def __init__(self) -> None:
        self.done: list[object] = []

    def checked(self) -> Iterator[Broken | None]:
        for fault in (None, None, broken("line 3"), None, broken("line 5")):
            self.done.append("checked")
            yield fault

    def write(self, broken: Collection[int], report: ImportReport, watch: Watch) -> None:
        self.done.append(("written without", sorted(broken), len(report.skipped)))


def test_nothing_of_a_file_with_faults_is_written() -> None:
    reading, report = Reading(), ImportReport()
    with pytest.raises(ImportRefusedError):
        import_file(reading, report, skip_broken=False, watch=unwatched)
    assert reading.done == ["checked"] * 5
    assert report == ImportReport()


def test_what_is_skipped_is_left_out_by_its_index_and_reported() -> None:
    reading, report = Reading(), ImportReport()
    import_file(reading, report, skip_broken=True, watch=unwatched)
    assert reading.done == ["checked"] * 5 + [("written without", [2, 4], 2)]
    assert [each.place for each in report.skipped] == ["line 3", "line 5"]


@pytest.mark.parametrize(
    ("message", "remedy", "told"),
    [
        ("It is broken.", "Mend it.", "x line 1: It is broken. Mend it."),
        ("x line 1: It is broken.", "", "x line 1: It is broken."),
        ("x line 12: It is broken.", "", "x line 1: x line 12: It is broken."),
    ],
)
def test_a_fault_is_told_with_its_place_once(message: str, remedy: str, told: str) -> None:
    assert ": ".join(broken("x line 1", message, remedy).told) == told


@pytest.mark.parametrize(("more", "end"), [(0, ""), (1, "\n... and 1 more.")])
def test_the_first_twenty_faults_are_told_and_the_others_counted(more: int, end: str) -> None:
    faults = [broken(f"line {n}", f"{n} is broken.") for n in range(1, MOST_TOLD + more + 1)]
    error = refused([Path("a/x.json"), Path("b/y.json")], faults)
    shown = "".join(f"\nline {n}: {n} is broken. Mend it." for n in range(1, 21))
    head = f"Broken entries in x.json, y.json: {20 + more}. Nothing of it was imported."
    assert error.message == f"{head}{shown}{end}"
    assert error.remedy == "Mend them, or import the others with --skip-broken."
    assert error.context["places"] == [f"line {n}" for n in range(1, 21 + more)]


def test_equal_faults_are_told_once_with_how_many_there_are() -> None:
    scans = ["kitchen"] * 1021 + ["hall"] + [f"room {n}" for n in range(30)] + ["hall"]
    lines = told_once((f"row {n}", f"There is no {scan}.") for n, scan in enumerate(scans))
    assert lines[:3] == [
        "row 0 and 1,020 more: There is no kitchen.",
        "row 1021 and 1 more: There is no hall.",
        "row 1022: There is no room 0.",
    ]
    assert lines[20:] == ["... and 12 more."]
    assert told_once([]) == []


@pytest.mark.parametrize(
    ("text", "place", "letter"),
    [
        ("ab", 1, None),
        ("a\r\nb", 2, (1, 3)),
        ("a\r\nb", 1, None),
        ("कि", 0, None),
        ("कि", 1, (0, 2)),
        ("कि", 2, None),
        ("a కి", 3, (2, 4)),
        ("x👩‍👧", 2, (1, 4)),
        ("e\u0301", 1, (0, 2)),
    ],
)
def test_a_letter_is_split_only_inside_of_it(text: str, place: int, letter: tuple[int, int] | None) -> None:
    assert split_at(text, place) == letter
