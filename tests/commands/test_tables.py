"""Lists on the terminal: eighty columns are enough, and a bar is full at the end."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console

from pangea_server.core.cli.progress import watched
from pangea_server.core.cli.tables import Listing

COUNTS = ("waiting", "open", "leased", "done", "withdrawn", "retired", "given back", "partly done")


def listing(kind: str = "transcribe") -> Listing:
    made = Listing("task", "language", *COUNTS, title="house: running", numbers=COUNTS)
    made.add(kind, "en-US", *map(str, range(8)))
    made.add("[/find]", "हिन्दी", *map(str, range(8)))
    return made


def printed(shown: Listing, width: int | None) -> str:
    """What a terminal of this width gets; None: a file."""
    file = StringIO()
    shown.show(Console(file=file, width=width, force_terminal=width is not None, no_color=True))
    return re.sub(r"\x1b\[\d*m", "", file.getvalue())


def test_eighty_columns_hold_each_word_of_a_campaign() -> None:
    lines = printed(listing(), 80).splitlines()
    assert max(map(cell_len, lines)) <= 80
    assert {"transcribe", "en-US", "withdrawn", "[/find]", "हिन्दी"} <= set(" ".join(lines).split())
    assert "…" not in "".join(lines)


def test_a_narrow_terminal_gets_a_line_for_each_value() -> None:
    assert "withdrawn: 4\n" in printed(listing(), 30)


def test_a_file_gets_a_line_for_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    long = " ".join(["a long sentence"] * 20)
    shown = Listing("id", "reason")
    shown.add("7", long)
    assert printed(shown, None).splitlines()[1] == f"7   {long}"


NAME = "recordings/session_2026-11-23/annotator_0012/take_0003_kitchen-to-bathroom.flac"
REASON = "The transcript does not sound like the recording: 23% of its words were found. Check it."


def aligned(name: str = NAME) -> Listing:
    """A list like that of ``pangea align``."""
    numbers = ("timed", "unwritten", "silence", "unstable", "words/s")
    shown = Listing("recording", "verdict", *numbers, "why", numbers=numbers, remark=True)
    shown.add(name, "failed", "", "", "", "", "", REASON)
    shown.add("27", "fits", "99%", "0%", "12%", "0", "3.1", "")
    return shown


@pytest.mark.parametrize("width", [60, 80, 100])
def test_long_names_and_reasons_are_readable(width: int) -> None:
    lines = printed(aligned(), width).splitlines()
    assert max(map(cell_len, lines)) <= width
    heading, *rows = lines
    assert heading.split() == ["recording", "verdict", "timed", "unwritten", "silence", "unstable", "words/s"]
    below = [line.strip() for line in rows if line.startswith("    ")]
    assert " ".join(below) == REASON
    assert len(below) <= len(REASON) // (width - 20) + 1
    first_column = [line.split()[0] for line in rows if not line.startswith(" ")]
    assert "".join(first_column).startswith(NAME)


def test_sentences_stand_beside_their_row_where_there_is_room() -> None:
    lines = printed(aligned("a.wav"), 200).splitlines()
    assert lines[0].endswith("why")
    assert len(lines) == 3


def test_a_terminal_that_is_too_narrow_for_columns_still_gets_the_sentences() -> None:
    assert f"why: {REASON}" in printed(aligned(), 30)


def test_a_row_has_a_cell_for_each_heading() -> None:
    with pytest.raises(ValueError, match="1 cells for 2 headings"):
        Listing("a", "b").add("1")


@pytest.mark.parametrize(("items", "total"), [(3, 10), (10, 3), (3, 0), (0, 5), (4, 4)])
def test_a_bar_ends_full(capsys: pytest.CaptureFixture[str], items: int, total: int) -> None:
    assert list(watched(range(items), "aligning", total)) == list(range(items))
    assert "100%" in capsys.readouterr().err


def test_a_bar_of_work_that_fails_does_not_end_full(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> None:
        for item in watched([1, 0], "aligning", 2):
            assert 1 / item

    with pytest.raises(ZeroDivisionError):
        work()
    assert "100%" not in capsys.readouterr().err
