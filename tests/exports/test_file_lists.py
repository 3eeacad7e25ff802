"""Lists of files in about.json: short where files are numbered, and the same files again."""

from __future__ import annotations

from pangea_server.dataset.exports.export import in_full, in_short


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
