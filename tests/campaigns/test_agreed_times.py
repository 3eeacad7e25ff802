"""When tasks for two are given out: the rule, what a campaign file may say of it, and the faults of what it may not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from pangea_server.annotate.campaigns.agreed_times import (
    AgreedTime,
    end_of_this,
    is_given_out,
    next_beginning,
    still_to_come,
)
from pangea_server.annotate.campaigns.file import faults_of, read_campaign_file
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.collect.planning.faults import time_faults
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.campaigns.texts import file_text

MORNING = AgreedTime(
    begins=datetime(2026, 12, 2, 9, tzinfo=UTC),
    ends=datetime(2026, 12, 2, 11, tzinfo=UTC),
)
EVENING = AgreedTime(
    begins=datetime(2026, 12, 2, 18, tzinfo=UTC),
    ends=datetime(2026, 12, 2, 19, tzinfo=UTC),
)
AGREED = {"guide_two": (MORNING, EVENING)}
MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("at", "given_out", "begins", "ends", "to_come"),
    [
        (MORNING.begins - MOMENT, False, MORNING.begins, None, 2),
        (MORNING.begins, True, EVENING.begins, MORNING.ends, 2),
        (MORNING.ends - MOMENT, True, EVENING.begins, MORNING.ends, 2),
        (MORNING.ends, False, EVENING.begins, None, 1),
        (EVENING.begins, True, None, EVENING.ends, 1),
        (EVENING.ends, False, None, None, 0),
    ],
)
def test_a_time_is_from_its_beginning_until_before_its_end(
    at: datetime, given_out: bool, begins: datetime | None, ends: datetime | None, to_come: int
) -> None:
    assert is_given_out(AGREED, "guide_two", at) is given_out
    assert next_beginning(AGREED, "guide_two", at) == begins
    assert end_of_this(AGREED, "guide_two", at) == ends
    assert len(still_to_come(AGREED["guide_two"], at)) == to_come


def test_a_kind_without_agreed_times_is_always_given_out() -> None:
    assert is_given_out(AGREED, "find_two", MORNING.ends)
    assert next_beginning(AGREED, "find_two", MORNING.ends) is None
    assert end_of_this(AGREED, "find_two", MORNING.begins) is None


FILE = """\
id: c
languages: [en-US]
tasks: {guide_two: {}}
agreed_times:
  guide_two:
"""


def read(folder: Path, *times: str) -> CampaignDefinition:
    file = folder / "campaign.yaml"
    file.write_text(FILE + "".join(f"    - {{{time}}}\n" for time in times))
    return read_campaign_file(file).definition


def test_any_zone_may_be_written_and_the_file_comes_back_the_same(tmp_path: Path) -> None:
    definition = read(
        tmp_path,
        "begins: 2026-12-02T14:30:00+05:30, ends: 2026-12-02T11:00:00Z",
        "begins: '2026-12-02T18:00Z', ends: 2026-12-02 19:00:00Z",
    )
    assert definition.agreed_times == AGREED
    file = tmp_path / "again.yaml"
    file.write_text(file_text(definition))
    assert read_campaign_file(file).definition == definition
    assert CampaignDefinition.model_validate_json(definition.model_dump_json()) == definition


def test_a_time_in_another_zone_is_the_same_time() -> None:
    india = timezone(timedelta(hours=5, minutes=30))
    moved = AgreedTime(begins=MORNING.begins.astimezone(india), ends=MORNING.ends)
    assert moved.model_dump_json() == MORNING.model_dump_json()


@pytest.mark.parametrize("written", ["2026-12-02T09:00:00", "2026-12-02", "20261202", "'20261202'", "soon"])
def test_what_is_no_time_with_a_zone_is_refused_with_its_line(tmp_path: Path, written: str) -> None:
    with pytest.raises(CampaignFileError) as refused:
        read(tmp_path, f"begins: {written}, ends: 2026-12-02T11:00:00Z")
    (fault,) = faults_of(refused.value)
    assert (fault.line, fault.key) == (6, "agreed_times.guide_two[0].begins")
    assert "zone; write 2026-12-02T09:00:00Z" in fault.message
    assert "TimeStamp" not in fault.message


def faults(tasks: list[str], **agreed: list[tuple[int, int]]) -> list[tuple[str, str, str]]:
    """Key, fault and remedy, for hours of one day."""
    times = {
        kind: [{"begins": f"2026-12-02T{a:02}:00Z", "ends": f"2026-12-02T{b:02}:00Z"} for a, b in hours]
        for kind, hours in agreed.items()
    }
    base: dict[str, Any] = {"id": "c", "languages": ["en-US"], "tasks": {kind: {} for kind in tasks}}
    definition = CampaignDefinition.model_validate(base | {"agreed_times": times})
    return [(".".join(map(str, each.where)), each.message, each.remedy) for each in time_faults(definition)]


def test_times_that_follow_each_other_have_no_fault() -> None:
    assert (
        faults(["guide_two", "find_two"], guide_two=[(9, 11), (11, 12), (18, 19)], find_two=[(9, 10)]) == []
    )


@pytest.mark.parametrize(
    ("tasks", "agreed", "found"),
    [
        (
            ["guide_two", "tour"],
            {"tour": [(9, 11)], "gide_two": [(9, 11)]},
            [
                ("agreed_times.tour", "'tour' is no kind of task for two people", "Known are find_two"),
                (
                    "agreed_times.gide_two",
                    "'gide_two' is no kind of task for two people",
                    "Perhaps guide_two was meant.",
                ),
            ],
        ),
        (
            ["guide_two"],
            {"find_two": [(9, 11)]},
            [
                (
                    "agreed_times.find_two",
                    "the campaign asks for no tasks of kind 'find_two'",
                    "Add it under tasks",
                )
            ],
        ),
        (
            ["guide_two"],
            {"guide_two": []},
            [("agreed_times.guide_two", "no time is listed", "List one, or leave the kind out.")],
        ),
        (
            ["guide_two"],
            {"guide_two": [(11, 9), (12, 12)]},
            [
                (
                    "agreed_times.guide_two.0.ends",
                    "2026-12-02T09:00:00Z is not after the beginning, 2026-12-02T11:00:00Z",
                    "Write a later end.",
                ),
                (
                    "agreed_times.guide_two.1.ends",
                    "2026-12-02T12:00:00Z is not after the beginning, 2026-12-02T12:00:00Z",
                    "Write a later end.",
                ),
            ],
        ),
        (
            ["guide_two"],
            {"guide_two": [(18, 19), (9, 11), (10, 12)]},
            [
                (
                    "agreed_times.guide_two.1",
                    "it begins before the one above it, at 2026-12-02T09:00:00Z",
                    "Put the earliest first.",
                ),
                (
                    "agreed_times.guide_two.2.begins",
                    "2026-12-02T10:00:00Z is before the end of the one above it, 2026-12-02T11:00:00Z",
                    "Make one of the two",
                ),
            ],
        ),
    ],
)
def test_each_fault_has_its_key_and_its_remedy(
    tasks: list[str], agreed: dict[str, list[tuple[int, int]]], found: list[tuple[str, str, str]]
) -> None:
    said = faults(tasks, **agreed)
    assert [each[:2] for each in said] == [each[:2] for each in found]
    for (_, _, remedy), (_, _, begins) in zip(said, found, strict=True):
        assert remedy.startswith(begins)
