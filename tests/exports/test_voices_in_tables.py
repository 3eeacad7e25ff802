"""Voices in Hugging Face's tables and in shards: they come back as they went, and a damaged one costs only itself."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest
from pyarrow import parquet

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import voiced_tables, webdataset
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.stores.local.store import LocalStore
from tests.exports.filled import annotated, corridor


def test_import_keeps_voices_and_durations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voiced_tables, "SHARD_BYTES", 1)  # a file for each row group
    monkeypatch.setattr(voiced_tables, "GROUP_BYTES", 1)
    store, places = annotated(tmp_path / "data", guides=3), corridor(tmp_path / "place")
    (chosen,) = open_formats(["huggingface"])
    export(Dataset(store, places), tmp_path / "out", [chosen])
    tables = sorted((tmp_path / "out" / "huggingface" / "guide").glob("*.parquet"))
    assert [table.name for table in tables] == [f"train-{n:05}-of-00003.parquet" for n in range(3)]
    target = LocalStore.open(tmp_path / "target")
    assert isinstance(chosen, Readable)
    import_files(target, places, chosen, tables)
    for number in ("000001", "000002", "000003"):
        before, after = (each.records.get(GuideAnnotation, number) for each in (store, target))
        assert before.voice is not None
        assert after.voice is not None
        assert target.blobs.read(after.voice.blob) == store.blobs.read(before.voice.blob)
        assert (after.duration, after.sample_rate) == (before.duration, before.sample_rate)


def test_a_voice_that_cannot_be_read_is_named_and_the_rest_is_there(tmp_path: Path) -> None:
    store, places = annotated(tmp_path / "data"), corridor(tmp_path / "place")
    voice = store.records.get(GuideAnnotation, "000002").voice
    assert voice is not None
    store.blobs.delete(voice.blob)
    report = export(Dataset(store, places), tmp_path / "out", open_formats(["huggingface", "webdataset"]))
    assert [fault.file for fault in report.faults] == [
        "huggingface/guide/train (audio of 2)",
        "webdataset/guide/train (000002.wav)",
    ]
    (table,) = (tmp_path / "out" / "huggingface" / "guide").glob("*.parquet")
    first, second = parquet.read_table(table).to_pylist()
    assert first["audio"]["path"] == "000001.wav"
    assert (second["audio"], second["instruction_id"]) == (None, 2)
    with tarfile.open(tmp_path / "out" / "webdataset" / "guide" / "train-000000.tar") as shard:
        parts = ("000001.json", "000001.wav", "000001.npz", "000002.json", "000002.npz")
        assert shard.getnames() == [*parts]


def test_a_shard_ends_after_the_sample_that_fills_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webdataset, "SHARD_BYTES", 1)
    store, places = annotated(tmp_path / "data"), corridor(tmp_path / "place")
    export(Dataset(store, places), tmp_path / "out", open_formats(["webdataset"]))
    found = {}
    for file in sorted((tmp_path / "out" / "webdataset").rglob("*.tar")):
        with tarfile.open(file) as shard:
            found[f"{file.parent.name}/{file.name}"] = [
                (member.name, member.mode, member.mtime, member.uname) for member in shard
            ]
    assert found == {
        "follower/train-000000.tar": [(f"000001.{part}", 0o644, 0, "") for part in ("json", "npz")],
        "guide/train-000000.tar": [(f"000001.{part}", 0o644, 0, "") for part in ("json", "wav", "npz")],
        "guide/train-000001.tar": [(f"000002.{part}", 0o644, 0, "") for part in ("json", "wav", "npz")],
    }
