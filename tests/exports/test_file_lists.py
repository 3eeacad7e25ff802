"""Lists of files in about.json, short where files are numbered; and in the head of a README."""

from __future__ import annotations

from pathlib import Path

import pytest

from pangea_server.dataset.exports.export import MOST_NUMBERED, in_full, in_short
from pangea_server.dataset.formats.hub_configs import front_matter, row_configurations


def test_numbered_files_are_told_in_a_line() -> None:
    cuts = [f"cuts/{number:06d}.jpg" for number in (1, 2, 4, 12)]
    told = in_short(["tasks.json", *cuts, "config.xml", "train-00000-of-00003.parquet"])
    assert told == {
        "tables": ["config.xml", "tasks.json", "train-00000-of-00003.parquet"],
        "numbered": [{"files": "cuts/######.jpg", "first": 1, "last": 12, "count": 4}],
    }
    assert {*cuts} <= {*in_full(told["numbered"])}
    assert len([*in_full(told["numbered"])]) == 12


def test_a_few_are_named_and_each_pattern_stands_for_itself() -> None:
    assert in_short(["b/000002.jpg", "a/000001.jpg"]) == {"tables": ["a/000001.jpg", "b/000002.jpg"]}
    names = [f"{folder}/{number:07d}.jpg" for folder in "ab" for number in range(3)]
    assert [each["files"] for each in in_short(names)["numbered"]] == ["a/#######.jpg", "b/#######.jpg"]
    assert sorted(in_full(in_short(names)["numbered"])) == names


@pytest.mark.parametrize(
    ("last", "names"),
    [(7, ["a/000007.jpg"]), (8, ["a/000007.jpg", "a/000008.jpg"])],
)
def test_a_pattern_is_its_first_to_its_last_number(last: int, names: list[str]) -> None:
    told = {"files": "a/######.jpg", "first": 7, "last": last}
    assert list(in_full([told])) == names


@pytest.mark.parametrize("last", [6, 7 + MOST_NUMBERED])
def test_a_pattern_of_none_or_of_too_many_is_refused(last: int) -> None:
    with pytest.raises(ValueError, match=r"^a/######\.jpg has too many files$"):
        next(in_full([{"files": "a/######.jpg", "first": 7, "last": last}]))


def test_three_of_a_pattern_and_of_a_length_are_told_in_a_line() -> None:
    assert in_short(["000010.jpg", "000002.jpg", "000003.jpg", "0000004.jpg", "000005.wav", "12345.jpg"]) == {
        "tables": ["0000004.jpg", "000005.wav", "12345.jpg"],
        "numbered": [{"files": "######.jpg", "first": 2, "last": 10, "count": 3}],
    }


def test_rows_of_rxr_are_configurations_with_their_splits(tmp_path: Path) -> None:
    for name in ("val_seen_follower", "train_follower", "train_guide", "a-b_guide", "train_other"):
        (tmp_path / f"rxr_{name}.jsonl.gz").touch()
    (tmp_path / "rxr_train_guide.jsonl").touch()

    def files(table: str, *splits: str) -> list[dict[str, str]]:
        return [
            {"split": split.replace("-", "_"), "path": f"rxr/rxr_{split}_{table}.jsonl.gz"}
            for split in splits
        ]

    assert row_configurations(tmp_path, "rxr/") == {
        "configs": [
            {"config_name": "guide", "default": True, "data_files": files("guide", "a-b", "train")},
            {"config_name": "follower", "data_files": files("follower", "train", "val_seen")},
        ]
    }


def test_a_head_stands_between_its_dashes_in_its_own_script() -> None:
    assert front_matter({"name": "दीपक", "tags": ["b", "a"]}) == "---\nname: दीपक\ntags:\n- b\n- a\n---\n"
