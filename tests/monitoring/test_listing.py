"""The annotations behind a figure: what each row says, in which order they come, and where a page ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest

from environments.errors import InvalidDataError
from pangea_server.annotate.kinds.kinds import kind_names
from pangea_server.dataset.monitoring.annotation_list import page, rows
from pangea_server.dataset.monitoring.dimensions import (
    DIMENSIONS,
    LENGTHS,
    ORDINALS,
    dimension,
    group_names,
    in_groups,
)
from pangea_server.dataset.monitoring.parts import FindingPart, ReportPart
from pangea_server.dataset.monitoring.rows import Facts
from pangea_server.dataset.monitoring.table import (
    ASIDE,
    FLAGGED,
    REVIEW_STATES,
    ROW,
    SCORES,
    StringCodes,
    Table,
    key,
    new_names,
)

GUIDE, FOLLOWER = map(kind_names().index, ("guide", "follower"))
NAN_COLUMNS = ("length", "recording", "transcription", "active", *SCORES)


def table(*given: dict[str, Any]) -> Table:
    """Rows with these values, all others unknown; names are coded."""
    made, names = np.zeros(len(given), ROW), new_names()
    for column in NAN_COLUMNS:
        made[column] = np.nan
    for row, values in zip(made, given, strict=True):
        for column, value in values.items():
            row[column] = names[column].code(value) if isinstance(value, str) else value
    empty = Table.empty()
    return Table(empty.rows, names).updated(made)


def everything(of: Table) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.ones(len(of), bool)


def numbers(of: Table, wanted: dict[str, str]) -> list[int]:
    return sorted(of.rows["number"][in_groups(of, wanted)].tolist())


def test_a_row_says_everything_that_is_known() -> None:
    guide = {"kind": "guide", "number": 4, "instruction": 4, "annotator": 2, "path": 9, "submitted_at": 1}
    walk = dict(zip(SCORES, (1.5, 1, 1, 0.75, 0.5, 0.25), strict=True))
    walked = {
        **{"kind": "follower", "number": 7, "instruction": 4, "annotator": 3, "path": 9, "outcome": 1},
        **{"campaign": "winter", "pool": "india", "scan": "corridor", "language": "hi-IN", "system": "human"},
        **{"condition": "A", "length": 12.25, "submitted_at": 3_600_000_001, "recording": 30.5, "active": 40},
        **{"transcription": 9, "review": 2, **walk},
    }
    said, spoken = rows(made := table(guide, walked), everything(made))
    assert said.model_dump() == {
        **{"kind": "follower", "annotation_id": 7, "instruction_id": 4, "annotator_id": 3, "guide_id": 2},
        **{"campaign": "winter", "pool": "india", "language": "hi-IN", "scan_id": "corridor", "path_id": 9},
        **{"system": "human", "condition": "A", "length": 12.25, "outcome": "done", "review": "accepted"},
        "submitted_at": datetime(1970, 1, 1, 1, 0, 0, 1, tzinfo=UTC),
        **{"duration": 30.5, "transcription": None, "active": 40.0, "measures": {}, **walk},
        **{"alignment": None, "flags": None, "left_out": None},
    }
    nothing = dict.fromkeys(("campaign", "pool", "language", "scan_id", "system", "condition", "outcome"))
    assert (spoken.guide_id, spoken.instruction_id, spoken.transcription) == (2, 4, None)
    assert nothing.items() <= spoken.model_dump().items()
    assert (
        dict.fromkeys(("length", "review", "duration", "active", *SCORES)).items()
        <= spoken.model_dump().items()
    )


def test_a_row_says_why_it_is_not_counted() -> None:
    made = table(
        {
            "kind": "guide",
            "number": 1,
            "instruction": 1,
            "annotator": 2,
            "review": REVIEW_STATES.index("rejected"),
        },
        {"kind": "follower", "number": 2, "instruction": 1, "aside": ASIDE["check_item"]},
        {"kind": "follower", "number": 3, "instruction": 1},
        {"kind": "follower", "number": 4, "instruction": 9},
    )
    told = {row.annotation_id: row.left_out for row in rows(made, everything(made))}
    assert told == {1: "rejected", 2: "check_item", 3: "words_left_out", 4: "words_gone"}


def test_only_who_speaks_has_a_time_of_transcription() -> None:
    made = table({"kind": "guide", "number": 1, "transcription": 2.5})
    assert [row.transcription for row in rows(made, everything(made))] == [2.5]


def test_the_scores_of_a_kinds_own_are_no_walk() -> None:
    names = new_names()
    names["score"].code("tour/rooms")
    made = np.zeros(1, ROW)
    made["kind"], made["number"], made["ne"] = names["kind"].code("tour"), 1, 4
    own = Table(Table.empty().rows, names).updated(made)
    [row] = rows(own, everything(own))
    assert (row.measures, row.ne, row.success) == ({"rooms": 4.0}, None, None)


SAME_TIME = [
    {"kind": kind, "number": number, "submitted_at": at}
    for at, kind, number in (
        (5, "guide", 9),
        (5, "follower", 1),
        (5, "follower", 2),
        (6, "guide", 1),
        (4, "tour", 3),
    )
]
NEWEST_FIRST = [("guide", 1), ("follower", 2), ("follower", 1), ("guide", 9), ("tour", 3)]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
def test_pages_of_annotations_of_one_moment_join_without_gap_or_repeat(limit: int) -> None:
    made, found, cursor = table(*SAME_TIME), list[tuple[str, int]](), None
    for _ in range(-(-5 // limit)):
        items, cursor = page(made, everything(made), cursor, limit)
        assert len(items) <= limit
        found += [(item.kind, item.annotation_id) for item in items]
    assert (found, cursor) == (NEWEST_FIRST, None)


def test_all_rows_come_in_the_same_order() -> None:
    made = table(*SAME_TIME)
    assert [(row.kind, row.annotation_id) for row in rows(made, everything(made))] == NEWEST_FIRST


@pytest.mark.parametrize("cursor", ["", "1-2", "1-2-3-4", "x-1-1", f"{'1' * 19}-1-1", "1-1000-1", "-1-1-1"])
def test_a_cursor_that_is_none_of_the_lists_is_refused(cursor: str) -> None:
    made = table(*SAME_TIME)
    if cursor:
        with pytest.raises(InvalidDataError, match="is not one of this list's"):
            page(made, everything(made), cursor, 5)
    else:
        assert len(page(made, everything(made), cursor, 5)[0]) == 5


@pytest.mark.parametrize(
    ("metres", "name"),
    [(0, "0-5"), (4.99, "0-5"), (5, "5-10"), (29.9, "25-30"), (30, "30-"), (99, "30-"), (np.nan, "")],
)
def test_lengths_are_grouped_by_five_metres(metres: float, name: str) -> None:
    made = table({"kind": "guide", "number": 1, "length": metres})
    assert (group_names(made, DIMENSIONS["length"]), numbers(made, {"length": name})) == ([name], [1])


@pytest.mark.parametrize(
    ("nth", "name"), [(1, "1"), (2, "2"), (3, "3-4"), (4, "3-4"), (5, "5-7"), (8, "8-12"), (12, "8-12")]
)
def test_experience_counts_a_persons_annotations_of_a_kind(nth: int, name: str) -> None:
    done = [
        {"kind": "guide", "number": each, "annotator": 1, "submitted_at": each} for each in range(1, nth + 1)
    ]
    others = [
        {"kind": "follower", "number": 90, "annotator": 1, "submitted_at": 0},
        {"kind": "guide", "number": 91, "annotator": 2, "submitted_at": 0},
    ]
    made = table(*others, *done)
    assert nth in numbers(made, {"experience": name, "kind": "guide"})
    assert numbers(made, {"experience": "1"}) == [1, 90, 91]
    assert (LENGTHS[-1], ORDINALS[-1]) == (30, 377)


@pytest.mark.parametrize(
    ("at", "day", "week"),
    [
        ((2026, 1, 4, 23, 59, 59), "2026-01-04", "2026-W01"),
        ((2026, 1, 5), "2026-01-05", "2026-W02"),
        ((2026, 12, 31), "2026-12-31", "2026-W53"),
        ((2027, 1, 3), "2027-01-03", "2026-W53"),
        ((2027, 1, 4), "2027-01-04", "2027-W01"),
    ],
)
def test_days_and_weeks_are_those_of_the_calendar_in_utc(at: tuple[int, ...], day: str, week: str) -> None:
    since = datetime(*at, tzinfo=UTC) - datetime(1970, 1, 1, tzinfo=UTC)  # type: ignore[misc, arg-type]
    made = table({"kind": "guide", "number": 1, "submitted_at": since // timedelta(microseconds=1)})
    assert [group_names(made, DIMENSIONS[name]) for name in ("day", "week")] == [[day], [week]]


def test_groups_by_name_are_sorted_and_what_is_not_known_comes_last() -> None:
    given = ("te-IN", "", "en-US", "hi-IN")
    made = table(*({"kind": "guide", "number": n, "language": name} for n, name in enumerate(given, 1)))
    assert group_names(made, DIMENSIONS["language"]) == ["en-US", "hi-IN", "te-IN", ""]
    assert [numbers(made, {"language": name}) for name in ("te-IN", "", "fr-FR")] == [[1], [2], []]


def test_filters_are_all_kept_and_one_that_is_not_there_is_refused() -> None:
    made = table(
        {
            "kind": "guide",
            "number": 1,
            "outcome": 1,
            "aside": ASIDE["learning"],
            "flagged": 2,
            "annotator": 7,
        },
        {"kind": "guide", "number": 2, "outcome": 2, "aside": ASIDE["check_item"], "flagged": 1, "review": 4},
        {"kind": "follower", "number": 3, "success": 1, "review": 1, "annotator": 7},
        {"kind": "follower", "number": 4, "success": 0, "path": 5},
    )
    told = {
        "kind=guide": [1, 2],
        "outcome=done": [1],
        "outcome=gave_up": [2],
        "outcome=": [3, 4],
        "left_out=learning": [1],
        "left_out=sent_back": [2],
        "left_out=words_gone": [3, 4],
        "left_out=": [],
        "flagged=true": [1],
        "flagged=false": [2],
        "flagged=": [3, 4],
        "review=sent_back": [2],
        "review=pending": [3],
        "success=true": [3],
        "success=false": [4],
        "success=": [1, 2],
        "annotator=7": [1, 3],
        "annotator=": [2, 4],
        "path=5": [4],
        "annotator=7&kind=follower": [3],
    }
    assert {text: numbers(made, dict(part.split("=") for part in text.split("&"))) for text in told} == told
    with pytest.raises(InvalidDataError, match="not grouped by 'colour'"):
        dimension("colour")


def test_a_row_that_comes_again_takes_the_place_of_the_older_one() -> None:
    made = table(*SAME_TIME)
    again = made.rows[made.rows["kind"] == FOLLOWER][:1].copy()
    again["submitted_at"], again["ne"] = 1, 2.5
    changed = made.updated(again, [key(made.names, "tour", 3), key(made.names, "tour", 9)]).at("later", ())
    assert changed.rows["submitted_at"].tolist() == [1, 5, 5, 6]
    assert (changed.cursor, changed.rows["ne"][0], made.cursor, len(made)) == ("later", 2.5, "", 5)


def test_names_that_are_coded_keep_their_codes() -> None:
    names = StringCodes()
    assert [names.code(name) for name in ("a", "b", "a", None, "")] == [1, 2, 1, 0, 0]
    assert [names.name(code) for code in (0, 1, 2)] == [None, "a", "b"]
    assert [StringCodes.of(names.names).code(name) for name in ("b", "c")] == [2, 3]


@pytest.mark.parametrize(
    ("raised", "told"), [([True, False], "true"), ([False, None], "false"), ([None], "false"), ([], "false")]
)
def test_one_finding_that_is_raised_flags_an_annotation(raised: list[bool | None], told: str) -> None:
    facts = Facts(new_names())
    facts.add_report(ReportPart("guide", 1, tuple(map(FindingPart, raised))))
    assert [FLAGGED[code] for code in facts.flags] == [told]
