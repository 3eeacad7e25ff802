from __future__ import annotations

import gzip
import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

from environments import (
    ConfigurationError,
    EncodedImage,
    GraphError,
    InvalidDataError,
    NavigationGraph,
    NoPathError,
    PangeaError,
    Scan,
    ScanNotFoundError,
    ScoredFollowers,
    ViewpointNotFoundError,
    score_files,
    score_path,
)
from environments.testing import tiny_scan

GUIDE = {"instruction_id": 7, "scan": "tiny", "path": ["a", "b", "c", "d"], "language": "en-US"}
FOLLOWER = {"demonstration_id": 70, "instruction_id": 7, "path": ["a", "b", "f"], "annotator_id": 4}


class TwoOfATiny:
    """``tiny_scan`` under two names: their paths are written alike."""

    def scan_ids(self) -> list[str]:
        return ["here", "there"]

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        raise NotImplementedError

    def scan(self, scan_id: str) -> Scan:
        scan = tiny_scan()
        if scan_id == "here":
            return scan
        twice = {name: (2 * x, 2 * y, 2 * z) for name, (x, y, z) in positions_of(scan).items()}
        return replace(scan, graph=NavigationGraph(twice, [(a, b) for a, b, _ in scan.graph.edges()]))


def positions_of(scan: Scan) -> dict[str, tuple[float, float, float]]:
    return {name: viewpoint.position for name, viewpoint in scan.viewpoints.items()}


class TinyEnvironment:
    """Only ``tiny_scan``, without images."""

    def scan_ids(self) -> list[str]:
        return ["tiny"]

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        raise NotImplementedError

    def scan(self, scan_id: str) -> Scan:
        if scan_id != "tiny":
            raise ScanNotFoundError(f"There is no scan {scan_id!r}.", remedy="There is only 'tiny'.")
        return tiny_scan()


def write(file: Path, *rows: object) -> Path:
    text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    if file.suffix == ".gz":
        file.write_bytes(gzip.compress(text.encode()))
    else:
        file.write_text(text, encoding="utf-8")
    return file


def score(guides: Path, followers: Path) -> list[dict[str, Any]]:
    return rows_of(score_files(TinyEnvironment(), guides, followers))


def rows_of(scored: Iterable[ScoredFollowers]) -> list[dict[str, Any]]:
    return [asdict(row) for some in scored for row in some.rows()]


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_every_follower_has_a_row(tmp_path: Path, suffix: str) -> None:
    guides = write(tmp_path / f"guides.{suffix}", GUIDE)
    followers = write(tmp_path / f"followers.{suffix}", FOLLOWER, {**FOLLOWER, "demonstration_id": 71})
    expected = score_path(tiny_scan().graph, ["a", "b", "f"], ["a", "b", "c", "d"]).as_rxr()
    assert score(guides, followers) == [
        {"demonstration_id": 70, "instruction_id": 7, **expected},
        {"demonstration_id": 71, "instruction_id": 7, **expected},
    ]


def test_what_was_scored_before_is_passed_over(tmp_path: Path) -> None:
    guides = write(tmp_path / "guides.jsonl", GUIDE)
    followers = write(tmp_path / "followers.jsonl", FOLLOWER, "", {**FOLLOWER, "demonstration_id": 71})
    [scored] = score_files(TinyEnvironment(), guides, followers, scored=[70])
    assert scored.read == 1.0
    rows = rows_of([scored])
    assert [row["demonstration_id"] for row in rows] == [71]


MANY = [
    {**FOLLOWER, "demonstration_id": number, "path": path}
    for number, path in enumerate(
        [["a"], ["a", "b"], ["a", "b", "f"], ["a", "b", "c"], GUIDE["path"], ["a", "b"], ["d", "e"]]
    )
]


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
@pytest.mark.parametrize("at_once", [1, 70, 200])
def test_a_file_is_scored_in_parts_and_taken_up_after_any_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, at_once: int
) -> None:
    guides = write(tmp_path / f"guides.{suffix}", GUIDE, {**GUIDE, "instruction_id": 8})
    followers = write(tmp_path / f"followers.{suffix}", *MANY[:3], "", " ", *MANY[3:])
    whole = score(guides, followers)
    assert [row["demonstration_id"] for row in whole] == list(range(len(MANY)))
    monkeypatch.setattr("environments.metrics.rows._AT_ONCE", at_once)
    monkeypatch.setattr("environments.metrics.files.BLOCKS", 2)
    parts = list(score_files(TinyEnvironment(), guides, followers))
    assert len(parts) > 1
    assert [part.read for part in parts] == sorted(
        {part.read for part in parts} if suffix == "jsonl" else [1.0] * len(parts)
    )
    assert parts[-1].read == 1.0
    assert rows_of(parts) == whole
    for count in range(len(MANY) + 1):
        rest = score_files(TinyEnvironment(), guides, followers, scored=range(count))
        assert rows_of(rest) == whole[count:]


def test_faults_are_named_by_their_line_in_later_parts_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guides = write(tmp_path / "guides.jsonl", GUIDE)
    monkeypatch.setattr("environments.metrics.rows._AT_ONCE", 70)
    for wrong, message in (
        ({**FOLLOWER, "path": ["z"]}, "'z'"),
        ({**FOLLOWER, "path": 5}, "Expected `array`"),
    ):
        followers = write(tmp_path / "followers.jsonl", *MANY[:4], "", wrong, *MANY[4:])
        with pytest.raises(PangeaError, match=rf"^followers\.jsonl line 6: .*{message}"):
            score(guides, followers)


def test_the_last_line_need_not_end(tmp_path: Path) -> None:
    guides = tmp_path / "guides.jsonl"
    guides.write_text(json.dumps(GUIDE))
    (tmp_path / "followers.jsonl").write_text("\n".join(map(json.dumps, MANY)))
    assert len(score(guides, tmp_path / "followers.jsonl")) == len(MANY)


def test_two_guides_of_one_instruction_are_named_by_the_first_repeat(tmp_path: Path) -> None:
    rows = [{**GUIDE, "instruction_id": number} for number in (5, 6, 5, 6)]
    guides = write(tmp_path / "guides.jsonl", rows[0], "", *rows[1:])
    with pytest.raises(InvalidDataError, match="line 4: instruction_id 5 is already in line 1"):
        score(guides, write(tmp_path / "followers.jsonl", FOLLOWER))


def test_files_in_the_other_order_are_named(tmp_path: Path) -> None:
    guides, followers = write(tmp_path / "guides.jsonl", GUIDE), write(tmp_path / "followers.jsonl", FOLLOWER)
    with pytest.raises(
        ConfigurationError, match=r"^followers\.jsonl has the walks of Followers, and guides\.jsonl has none"
    ):
        score(followers, guides)
    with pytest.raises(InvalidDataError, match="missing required field `demonstration_id`"):
        score(guides, guides)


def test_paths_that_are_written_alike_in_two_scans_are_walked_in_their_own(tmp_path: Path) -> None:
    guides = [
        {**GUIDE, "scan": scan, "instruction_id": number} for number, scan in enumerate(("here", "there"))
    ]
    walks = [(number, path) for path in (GUIDE["path"], ["a", "b", "f"]) for number in (0, 1)]
    followers = [
        {"demonstration_id": row, "instruction_id": number, "path": path}
        for row, (number, path) in enumerate(walks)
    ]
    files = (write(tmp_path / "guides.jsonl", *guides), write(tmp_path / "followers.jsonl", *followers))
    scored = rows_of(score_files(TwoOfATiny(), *files))
    assert [row["path_length"] for row in scored] == [6.0, 12.0, 4.0, 8.0]
    assert [row["ne"] for row in scored] == [0.0, 0.0, 6.0, 12.0]


def test_a_walk_scores_the_same_alone_and_among_others(tmp_path: Path) -> None:
    guides = write(tmp_path / "guides.jsonl", GUIDE)
    walks = [["a", "b", "f", "b", "c", "d", "e", "d", "c"], ["a", "b", "c"], ["a", "b", "a", "b", "c", "d"]]
    rows = [{**FOLLOWER, "demonstration_id": row, "path": path} for row, path in enumerate(walks)]
    alone = [score(guides, write(tmp_path / "one.jsonl", row))[0] for row in rows]
    assert score(guides, write(tmp_path / "all.jsonl", *rows)) == alone


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz"])
def test_a_walk_that_is_there_twice_is_refused_with_both_lines(tmp_path: Path, suffix: str) -> None:
    guides = write(tmp_path / f"guides.{suffix}", GUIDE)
    other = {**FOLLOWER, "demonstration_id": 71}
    followers = write(tmp_path / f"followers.{suffix}", FOLLOWER, "", other, {**FOLLOWER, "path": ["a"]})
    with pytest.raises(
        InvalidDataError,
        match=rf"followers\.{suffix} line 4: demonstration_id 70 is already in line 1",
    ):
        score(guides, followers)


def test_a_walk_that_an_earlier_run_has_scored_is_refused_too(tmp_path: Path) -> None:
    guides = write(tmp_path / "guides.jsonl", GUIDE)
    followers = write(tmp_path / "followers.jsonl", FOLLOWER, FOLLOWER)
    with pytest.raises(InvalidDataError, match="line 2: demonstration_id 70 is already in line 1"):
        list(score_files(TinyEnvironment(), guides, followers, scored=[70]))


def test_walks_in_a_graph_too_large_for_a_table_score_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guides = write(tmp_path / "guides.jsonl", GUIDE)
    followers = write(
        tmp_path / "followers.jsonl", FOLLOWER, {**FOLLOWER, "demonstration_id": 71, "path": ["a", "b", "c"]}
    )
    expected = score(guides, followers)
    monkeypatch.setattr("environments.metrics.guides.ALL_PAIRS_LIMIT", 0)
    assert score(guides, followers) == [pytest.approx(row, abs=1e-9) for row in expected]


def test_a_scan_that_nobody_followed_need_not_be_there(tmp_path: Path) -> None:
    elsewhere = {**GUIDE, "instruction_id": 6, "scan": "elsewhere"}
    guides = write(tmp_path / "guides.jsonl", elsewhere, GUIDE)
    assert len(score(guides, write(tmp_path / "followers.jsonl", FOLLOWER))) == 1


BAD_FOLLOWERS: list[tuple[object, type[PangeaError], str]] = [
    ({**FOLLOWER, "instruction_id": 8}, InvalidDataError, r"instruction_id 8 is not in guides\.jsonl"),
    (
        {**FOLLOWER, "instruction_id": "7"},
        InvalidDataError,
        r"Expected `int`, got `str` - at `\$\.instruction_id`",
    ),
    ({**FOLLOWER, "path": "abc"}, InvalidDataError, r"Expected `array`, got `str` - at `\$\.path`"),
    ({**FOLLOWER, "path": []}, GraphError, "empty"),
    ({**FOLLOWER, "path": ["a", "z"]}, ViewpointNotFoundError, "'z'"),
    ({**FOLLOWER, "path": ["a", "d"]}, GraphError, "Step 1 .*from 'a' to 'd'"),
    ({**FOLLOWER, "path": ["attic"]}, NoPathError, "'attic'"),
    ({"instruction_id": 7, "path": ["a"]}, InvalidDataError, "missing required field `demonstration_id`"),
    ([1, 2], InvalidDataError, "Expected `object`, got `array`"),
    ('{"demonstration_id": 70,', InvalidDataError, "Input data was truncated"),
    (json.dumps(FOLLOWER).replace(", ", ",\n", 1), InvalidDataError, "Input data was truncated"),
]


@pytest.mark.parametrize(("row", "error", "message"), BAD_FOLLOWERS)
def test_a_bad_follower_is_named_by_file_and_line(
    tmp_path: Path, row: object, error: type[PangeaError], message: str
) -> None:
    followers = write(tmp_path / "followers.jsonl", {**FOLLOWER, "demonstration_id": 69}, "", row)
    with pytest.raises(error, match=rf"^followers\.jsonl line 3: .*{message}") as refusal:
        score(write(tmp_path / "guides.jsonl", GUIDE), followers)
    assert refusal.value.remedy


BAD_GUIDES: list[tuple[object, type[PangeaError], str]] = [
    ({**GUIDE, "scan": "elsewhere"}, ScanNotFoundError, "'elsewhere'"),
    ({**GUIDE, "scan": 5}, InvalidDataError, r"Expected `str`, got `int` - at `\$\.scan`"),
    ({**GUIDE, "path": ["a", "c"]}, GraphError, "Step 1"),
    ({**GUIDE, "path": ["a", "y"]}, ViewpointNotFoundError, "'y'"),
    ({**GUIDE, "instruction_id": 6}, InvalidDataError, "already in line 1"),
]


@pytest.mark.parametrize(("row", "error", "message"), BAD_GUIDES)
def test_a_bad_guide_is_named_by_file_and_line(
    tmp_path: Path, row: object, error: type[PangeaError], message: str
) -> None:
    guides = write(tmp_path / "guides.jsonl", {**GUIDE, "instruction_id": 6}, row)
    with pytest.raises(error, match=rf"^guides\.jsonl line 2: .*{message}"):
        score(guides, write(tmp_path / "followers.jsonl", FOLLOWER))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"guides\.jsonl cannot be read"):
        score(tmp_path / "guides.jsonl", tmp_path / "followers.jsonl")


@pytest.mark.parametrize("damage", [lambda data: data[:20], lambda data: b"\x1f\x8b\x08" + data])
def test_a_damaged_archive(tmp_path: Path, damage: Any) -> None:
    guides = write(tmp_path / "guides.jsonl.gz", GUIDE)
    guides.write_bytes(damage(guides.read_bytes()))
    with pytest.raises(InvalidDataError, match=r"guides\.jsonl\.gz is damaged"):
        score(guides, tmp_path / "followers.jsonl")
