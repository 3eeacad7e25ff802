"""Files that are replaced whole, reports and heard words as files, and what a manifest says a file was made from."""

from __future__ import annotations

import gzip
import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from align import TimedWord
from align.batch import JobOutcome, JobReport
from align.exports.heard import heard_file
from align.exports.reports import read_report_file, report_file
from align.exports.whole import below, partial_of, whole_bytes, whole_text, write_whole, written_below
from align.formats import made_from as manifests
from align.formats.made_from import made_from, words_digest
from environments.errors import ConfigurationError, InvalidDataError

WORDS = [TimedWord("Go", 0.1, 0.4, "recognised", 0.5), TimedWord("हाँ", 0.4, 0.8, "interpolated")]


def test_a_file_is_written_beside_its_target_and_then_replaces_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "new" / "words.json"
    assert partial_of(target) == tmp_path / "new" / ".words.json.partial"
    write_whole(target, b"old")
    seen: list[bytes] = []

    move = Path.replace

    def replace(self: Path, other: Path) -> Path:
        seen.extend([self.read_bytes(), other.read_bytes()])
        return move(self, other)

    monkeypatch.setattr(Path, "replace", replace)
    write_whole(target, b"new")
    assert (seen, target.read_bytes()) == ([b"new", b"old"], b"new")
    assert [file.name for file in target.parent.iterdir()] == ["words.json"]


@pytest.mark.parametrize("name", ["rows.csv", "rows.csv.gz"])
def test_a_stream_replaces_its_target_when_it_ends_well_and_only_then(name: str, tmp_path: Path) -> None:
    target = tmp_path / "new" / name

    def written() -> str:
        data = target.read_bytes()
        return (gzip.decompress(data) if name.endswith(".gz") else data).decode()

    with whole_text(target) as stream:
        stream.write("पंक्ति\n")
        assert not target.exists()
    assert written() == "पंक्ति\n"
    before = target.read_bytes()
    with suppress(KeyError), whole_text(target) as stream:
        stream.write("half")
        raise KeyError
    assert target.read_bytes() == before
    with whole_text(target) as stream:
        stream.write("पंक्ति\n")
    assert target.read_bytes() == before  # no date of writing
    with whole_bytes(target) as binary:
        binary.write(b"a\r\n")
    assert written() == "a\r\n"


def test_a_name_in_a_list_stays_below_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    assert below(tmp_path / "in", "a/b.json") == tmp_path / "in" / "a" / "b.json"
    (tmp_path / "in" / "link").symlink_to(tmp_path)
    for name in ("../x", "/etc/passwd", "link/x"):
        with pytest.raises(ConfigurationError, match="which is outside that folder"):
            below(tmp_path / "in", name)


def test_an_error_of_the_disk_names_the_folder(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError) as refused, written_below(tmp_path):
        raise OSError(28, "No space left on device")
    assert refused.value.message == f"{tmp_path} cannot be written to: No space left on device."
    with pytest.raises(ConfigurationError, match="cannot be written to: odd"), written_below(tmp_path):
        raise OSError("odd")
    with pytest.raises(KeyError), written_below(tmp_path):
        raise KeyError


def test_heard_words_say_which_of_them_share_a_time() -> None:
    data = heard_file(WORDS)
    assert data.endswith(b"\n}\n")
    assert json.loads(data) == {
        "words": [
            {"word": "Go", "start": 0.1, "end": 0.4, "confidence": 0.5},
            {"word": "हाँ", "start": 0.4, "end": 0.8, "confidence": None, "shared": True},
        ]
    }


def test_the_report_of_a_failure_has_its_reason_alone() -> None:
    data = report_file(JobOutcome("a/हाँ.wav", "Go", reason="“Silent.”", fault="silent"))
    assert data.decode() == '{\n "recording": "a/हाँ.wav",\n "state": "failed",\n "reason": "“Silent.”"\n}\n'
    assert read_report_file("b", data) == JobReport("b", None, "“Silent.”")


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"state": "failed"}', b'{"state": "aligned"}'])
def test_what_is_no_report_is_refused_by_name(data: bytes) -> None:
    with pytest.raises(InvalidDataError, match=r"The report on a\.wav cannot be read"):
        read_report_file("a.wav", data)


def test_the_digest_of_words_knows_their_times_and_sources_alone() -> None:
    told = '[["Go", 0.1, 0.4, "recognised"], ["\\u0939\\u093e\\u0901", 0.4, 0.8, "interpolated"]]'
    assert words_digest(WORDS) == sha256(told.encode()).hexdigest()
    assert words_digest(WORDS[::-1]) != words_digest(WORDS)


def test_the_manifest_above_a_file_says_what_it_was_made_from(tmp_path: Path) -> None:
    manifests._manifest.cache_clear()
    file = tmp_path / "textgrid" / "train" / "000026.TextGrid"
    assert made_from(file) is None
    manifest = tmp_path / "manifest.jsonl"
    rows = [
        {"file": "textgrid/train/000026.TextGrid", "made_from": "first", "more": 1},
        {"file": "textgrid/train/000027.TextGrid", "made_from": "other"},
        {"file": "textgrid/train/000028.TextGrid", "made_from": None},
        {"file": "textgrid/train/000026.TextGrid", "made_from": "last"},
    ]
    manifest.write_text("\n".join([*map(json.dumps, rows[:3]), '{"file": "half', "", json.dumps(rows[3])]))
    assert made_from(file) == "last"
    assert made_from(file.with_name("000027.TextGrid")) == "other"
    assert made_from(file.with_name("000028.TextGrid")) is None
    assert made_from(tmp_path / "train" / "000027.TextGrid") is None
    assert made_from(Path("/a.TextGrid")) is None
    manifest.write_text(json.dumps(rows[0]))
    os.utime(manifest, ns=(1, 1))
    assert made_from(file) == "first"  # a manifest that has changed is read again
