"""Recordings that were not collected here: RxR's files and those of 2021, laid out, imported and shown."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from typer.testing import CliRunner

from align import PoseTrace
from environments import ConfigurationError, InvalidDataError, PanoramaFolder
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.app.command_line import app
from pangea_server.dataset.formats.rxr import RxR
from pangea_server.dataset.imports.elsewhere import Convention, lay_out
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.stores.local.store import LocalStore
from tests.exports.filled import PATH, corridor, trace

ROW: dict[str, Any] = {
    "path_id": 1,
    "split": "train",
    "scan": "corridor",
    "heading": 0.25,
    "path": list(PATH),
    "instruction_id": 26,
    "annotator_id": 3,
    "language": "en-IN",
    "instruction": "Go past the lamp",
}


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """What somebody downloaded: a row, its trace and a voice, in one folder and under names of their own."""
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "rxr_train_guide.jsonl").write_text(json.dumps(ROW) + "\n")
    trace(PATH).save_rxr(folder / "poses.npz")
    soundfile.write(folder / "voice.wav", np.zeros(32_000), 16_000)
    return folder


def brought_in(rows: list[Path], tmp_path: Path) -> GuideAnnotation:
    with LocalStore.open(tmp_path / "data") as store:
        import_files(store, corridor(tmp_path / "corridor"), RxR(), rows)
        (guide,) = store.records.find(GuideAnnotation)
    return guide


def test_a_row_comes_in_with_the_trace_and_voice_beside_it(given: Path, tmp_path: Path) -> None:
    guide = brought_in(lay_out([given], tmp_path / "laid"), tmp_path)
    assert (guide.instruction_id, guide.walked, guide.duration) == (26, PATH, 2.0)


def test_traces_and_voices_are_found_in_folders_of_their_own(given: Path, tmp_path: Path) -> None:
    """As the exporter writes them."""
    for name in ("poses.npz", "voice.wav"):
        place = given / name.partition(".")[0] / "rxr_train"
        place.mkdir(parents=True)
        (given / name).rename(place / name)
    guide = brought_in(lay_out([given], tmp_path / "laid"), tmp_path)
    assert (guide.walked, guide.duration) == (PATH, 2.0)


@pytest.mark.parametrize(("layout", "unit", "factor"), [("row", "s", 1.0), ("column", "ms", 1000.0)])
def test_a_recording_of_2021_comes_in_as_its_convention_says(
    tmp_path: Path, layout: Any, unit: Any, factor: float
) -> None:
    folder, walk = tmp_path / "given", trace(PATH)
    folder.mkdir()
    (folder / "args.json").write_text(json.dumps(ROW | {"audio": "audio.mp3"}, indent=1))
    axes = (0, 1, 2) if layout == "row" else (0, 2, 1)
    rows = zip(
        walk.time * factor,
        walk.viewpoint_ids,
        walk.extrinsic_matrix.transpose(axes),
        walk.intrinsic_matrix.transpose(axes),
        strict=True,
    )
    keys = ("time", "id", "exmat", "inmat")
    lines = [
        json.dumps(dict(zip(keys, (time, name, camera.ravel().tolist(), lens.ravel().tolist()), strict=True)))
        for time, name, camera, lens in rows
    ]
    (folder / "snapshots.jsonl").write_text("\n".join(lines))
    laid = lay_out([folder], tmp_path / "laid", convention=Convention(layout, unit))
    (npz,) = (tmp_path / "laid").rglob("*.npz")
    back = PoseTrace.load(npz)
    np.testing.assert_allclose(back.extrinsic_matrix, walk.extrinsic_matrix)
    np.testing.assert_allclose(back.time, walk.time)
    assert brought_in(laid, tmp_path).walked == PATH


def test_one_entry_is_taken_out_of_a_long_file(given: Path, tmp_path: Path) -> None:
    rows = [json.dumps(ROW | {"instruction_id": number}) for number in range(20, 30)]
    (given / "rxr_train_guide.jsonl").write_text("\n".join(rows))
    assert brought_in(lay_out([given], tmp_path / "laid", only=26), tmp_path).walked == PATH
    with pytest.raises(InvalidDataError, match="asked for"):
        lay_out([given], tmp_path / "again", only=5)


def test_bad_files_are_named_with_what_to_do(given: Path, tmp_path: Path) -> None:
    def refused(kind: type[Exception], says: str, *files: Path) -> None:
        shutil.rmtree(tmp_path / "laid", ignore_errors=True)
        with pytest.raises(kind, match=says):
            lay_out(files, tmp_path / "laid")

    other = tmp_path / "notes.pdf"
    other.touch()
    refused(ConfigurationError, "notes.pdf is no file of a recording", given, other)
    refused(ConfigurationError, "no Guide's entry", given / "poses.npz")
    (tmp_path / "snapshots.jsonl").write_text("{}")
    refused(ConfigurationError, "do not say how they are written", given, tmp_path / "snapshots.jsonl")
    (tmp_path / "args.json").write_text("{")
    refused(InvalidDataError, "args.json", tmp_path / "args.json")
    rows = [json.dumps(ROW | {"instruction_id": number}) for number in (26, 27)]
    (given / "rxr_train_guide.jsonl").write_text("\n".join(rows))
    refused(InvalidDataError, "Nothing says to which of 2 entries", given)


@pytest.mark.parametrize("name", ["._voice.wav", "._rxr_train_guide.jsonl"])
def test_what_only_a_mac_reads_is_passed_over(name: str, given: Path, tmp_path: Path) -> None:
    (given / name).write_bytes(b"\0\5\x16\7")
    assert brought_in(lay_out([given], tmp_path / "laid"), tmp_path).duration == 2.0


@pytest.mark.parametrize("name", ["00026.WAV", "poses2.npz", "take2.wav"])
def test_a_second_voice_or_trace_of_an_entry_is_named(name: str, given: Path, tmp_path: Path) -> None:
    shutil.copy(given / ("poses.npz" if name.endswith("npz") else "voice.wav"), given / name)
    with pytest.raises(InvalidDataError, match="is a second file for 000026"):
        lay_out([given], tmp_path / "laid")


def test_two_voices_of_different_kinds_are_named_by_the_import(given: Path, tmp_path: Path) -> None:
    soundfile.write(given / "voice.flac", np.zeros(32_000), 16_000)
    with pytest.raises(InvalidDataError, match=r"000026\.flac, .*000026\.wav only one"):
        brought_in(lay_out([given], tmp_path / "laid"), tmp_path)


def test_a_voice_that_is_cut_off_is_refused_by_name(given: Path, tmp_path: Path) -> None:
    (given / "voice.wav").write_bytes((given / "voice.wav").read_bytes()[:-100])
    with pytest.raises(InvalidDataError, match=r"000026\.wav is cut off after 2\.0 s"):
        brought_in(lay_out([given], tmp_path / "laid"), tmp_path)


def test_the_command_says_what_is_wrong_before_it_serves(
    given: Path, places: PanoramaFolder, tmp_path: Path
) -> None:
    (given / "poses.npz").write_bytes(b"PK no zip")
    done = CliRunner().invoke(
        app, ["replay", str(given), "--port", "0", "--environment", f"folder:{tmp_path}/corridor"]
    )
    assert done.exit_code != 0
    assert "npz" in str(done.exception)


def test_a_place_without_pictures_is_named_in_one_line(
    given: Path, places: PanoramaFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def served(*_: object, taken: object, without: tuple[str, ...], invitation: str) -> None:
        assert without == ("tiles",)
        assert "/replay?" in invitation.splitlines()[-1]

    monkeypatch.setattr("pangea_server.app.serve.run_server", served)
    command = ["replay", str(given), "--port", "0", "--environment", f"folder:{places.directory}"]
    assert "pictures" not in CliRunner().invoke(app, command).output
    for file in places.directory.glob("*.jpg"):
        file.unlink()
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0
    (line,) = (line for line in done.output.splitlines() if "pictures" in line)
    assert line.startswith("corridor has no pictures here: map, voice and words play without.")
    assert "door.jpg is not there" in line


@pytest.fixture
def places(tmp_path: Path) -> PanoramaFolder:
    return corridor(tmp_path / "corridor")
