"""What an entry may be called, how its words lie in its text, and what is counted while entries go out."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from align import TimedWord
from environments import InvalidDataError
from pangea_server.annotate.annotations.population import LeftOut
from pangea_server.core.records import now
from pangea_server.dataset.entries.attempts import ImportedAttempt
from pangea_server.dataset.entries.carried import CarriedFields, carried, missing_from
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry, WordsEntry, placed
from pangea_server.dataset.entries.named_lists import found_in, name_parts
from pangea_server.dataset.entries.names import LARGEST_NUMBER, LONGEST_TEXT, check_names
from pangea_server.dataset.entries.tally import Counted, Tally

GUIDE = GuideEntry(
    path_id=1,
    split="train",
    scan="corridor",
    heading=0.25,
    path=("door", "lamp"),
    instruction_id=1,
    language="en-US",
    transcript="Stop.",
)
WALK = FollowerEntry(2, 1, None, ("door", "lamp"))


@pytest.mark.parametrize(
    "change",
    [
        {"instruction_id": 0, "path_id": LARGEST_NUMBER, "annotator_id": None},
        {"transcript": "a" * LONGEST_TEXT},
        {"split": "a" * 100, "language": "a" * 35},
        {"split": "val_Unseen_2", "language": "zh-Hant-TW"},
    ],
)
def test_names_within_the_rules_are_taken(change: dict[str, Any]) -> None:
    check_names(msgspec.structs.replace(GUIDE, **change))
    check_names(WALK)


@pytest.mark.parametrize(
    ("entry", "change", "told"),
    [
        (GUIDE, {"path_id": LARGEST_NUMBER + 1}, "path_id is 9007199254740992."),
        (GUIDE, {"annotator_id": -1}, "annotator_id is -1."),
        (WALK, {"demonstration_id": -1}, "demonstration_id is -1."),
        (WALK, {"instruction_id": -2}, "instruction_id is -2."),
        (GUIDE, {"transcript": "a" * (LONGEST_TEXT + 1)}, "The instruction has 20001 characters."),
        (GUIDE, {"split": "a" * 101}, f"{'a' * 100!r} is no name of a split."),
        (GUIDE, {"split": ""}, "'' is no name of a split."),
        (GUIDE, {"split": "größe"}, "'größe' is no name of a split."),
        (GUIDE, {"language": None}, "It does not say its language."),
        (GUIDE, {"language": "a" * 36}, f"{'a' * 36!r} is no language."),
        (GUIDE, {"language": "en_US"}, "'en_US' is no language."),
        (GUIDE, {"language": "en-"}, "'en-' is no language."),
        (GUIDE, {"language": "-en"}, "'-en' is no language."),
        (GUIDE, {"language": "en\n"}, "'en\\n' is no language."),
    ],
)
def test_numbers_and_names_that_could_not_go_out_again_are_refused(
    entry: Any, change: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidDataError) as error:
        check_names(msgspec.structs.replace(entry, **change))
    assert error.value.message == told


def test_words_are_placed_where_they_are_the_tokens_of_the_text() -> None:
    words = [TimedWord("Go", 0, 1, "aligned"), TimedWord("दीपक.", 1, 2, "aligned")]
    assert [(word.start_char, word.end_char) for word in placed(words, " Go\n दीपक. ")] == [(1, 3), (5, 10)]
    for text in ("Go", "Go दीपक", "दीपक. Go", "Go दीपक. Stop"):
        assert placed(words, text) == ()


class Item(msgspec.Struct):
    number: int


def entries_of(item: Item, place: str) -> Iterable[Entry]:
    if item.number < 0:
        raise InvalidDataError(f"{place} is negative.", remedy="")
    return [WordsEntry(item.number, ()), WordsEntry(item.number + 1, ())]


def test_a_broken_entry_of_a_list_stands_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_text(json.dumps({"all": [{"number": 4}, {"number": -1}, {}, {"number": 8}]}))
    found = [
        (each.place, getattr(each.entry, "instruction_id", None) or str(each.entry))
        for each in found_in(file, Item, entries_of, "all")
    ]
    assert found[:3] == [
        ("x.json entry 1", 4),
        ("x.json entry 1", 5),
        ("x.json entry 2", "x.json entry 2 is negative."),
    ]
    assert found[3][0] == "x.json entry 3"
    assert "missing required field `number`" in str(found[3][1])
    assert found[4:] == [("x.json entry 4", 8), ("x.json entry 4", 9)]


def test_a_split_is_the_whole_name_of_its_file() -> None:
    pattern = re.compile(r"R2R_(\w+)\.json")
    assert name_parts(Path("a/R2R_val_seen.json"), pattern, "R2R_train.json")[1] == "val_seen"
    with pytest.raises(InvalidDataError) as error:
        name_parts(Path("R2R_val.json.bak"), pattern, "R2R_train.json")
    assert str(error.value).startswith("The name R2R_val.json.bak does not say the split.")
    assert error.value.remedy == "Name it R2R_train.json."


def counted_guide(words: str, text: str, voice: object, trace: object) -> Any:
    return SimpleNamespace(columns=words, stored=SimpleNamespace(text=text, voice=voice, pose_trace=trace))


def test_what_each_annotation_lacks_is_counted_by_what() -> None:
    guides, walks = Counted(), Counted()
    for lacking in (("", "t", 1, 1), ("w", "", None, 1), ("w", "", None, None), ("", "", None, None)):
        guides.add_guide(counted_guide(*lacking))
    for trace in (None, 1):
        walks.add_follower(counted_guide("", "", None, trace))
    assert guides == Counted(4, Counter({"word times": 1, "transcript": 3, "voice": 3, "pose trace": 2}))
    assert walks == Counted(2, Counter({"pose trace": 1}))


def test_only_the_first_whole_reading_is_counted_until_it_begins_anew() -> None:
    tally, guide = Tally(), counted_guide("w", "t", 1, 1)
    readings: tuple[Any, ...] = (tally.of_guides, tally.of_followers, tally.of_answers)

    def counted() -> list[Any]:
        return [each and each.total for each in (tally.guides, tally.followers, tally.answers)]

    for read in readings:
        next(read([(guide, None), (guide, None)]))
    assert counted() == [None, None, None]
    for entries in ([guide], [guide, guide]):
        for read in readings:
            assert (
                list(read([(None, None), *((each, None) for each in entries), (guide, LeftOut.LATER)]))
                == entries
            )
    assert counted() == [1, 1, 1]
    assert tally.followers
    assert tally.followers.left == {LeftOut.WORDS_GONE: 1, LeftOut.LATER: 1}
    tally.begin()
    assert counted() == [None, None, None]


def test_an_imported_annotation_has_its_person_task_lease_and_recording() -> None:
    attempt = ImportedAttempt("guide", 7, 3, 16_000)
    before = now()
    person, task, lease, recording = (
        record.model_dump(exclude_defaults=True) for record in attempt.records(5, "corridor", "hi-IN", 9)
    )
    at = person.pop("created_at")
    assert before <= at <= now()
    assert person == {"annotator_id": 3, "role": "annotator", "languages": ("hi-IN",), "imported": True}
    assert task == {
        "kind": "guide",
        "number": 7,
        "path_id": 5,
        "scan_id": "corridor",
        "language": "hi-IN",
        "state": "done",
        "instruction_id": 9,
        "lease_id": "imported-guide-000007",
    }
    assert lease == {
        "lease_id": "imported-guide-000007",
        "task_id": "guide-000007",
        "kind": "guide",
        "annotator_id": 3,
        "state": "submitted",
        "created_at": at,
        "expires_at": at,
    }
    assert recording == {
        "recording_id": "imported-guide-000007",
        "lease_id": "imported-guide-000007",
        "annotator_id": 3,
        "state": "accepted",
        "sample_rate": 16_000,
        "created_at": at,
    }


def test_what_a_format_lacks_is_told_with_the_formats_that_have_it() -> None:
    assert missing_from("a package's") == {}
    told = missing_from("webvtt")  # words alone
    assert {field.partition(".")[0] for field in told} <= {
        "guide",
        "word",
        "alignment",
        "heard",
        "review",
        "flags",
    }
    for field, others in told.items():
        assert field in carried()["webvtt"].lost
        assert others == [name for name, each in carried().items() if field in {*each.kept, *each.written}]


def test_a_field_is_kept_written_derived_or_lost() -> None:
    known = CarriedFields(["a"], ["b"], ["c"], ["d"])
    assert [known.state(field) for field in "abcd"] == ["kept", "written", "derived", "lost"]
