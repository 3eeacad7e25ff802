"""Which landmarks leave a store, as entries and by ``pangea export``."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments import ConfigurationError, PanoramaFolder
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.annotate.landmarks.records import Mention, RegionRecord
from pangea_server.app.command_line import app
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.core.records import Record, now
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.removal import remove_landmarks
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import FORMATS
from pangea_server.dataset.landmarks.entries import LandmarkEntry, WritesLandmarks
from pangea_server.dataset.landmarks.stored import STALE, landmark_entries
from pangea_server.dataset.release.release import make_release
from pangea_server.dataset.release.sums import read_sums
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor
from tests.landmarks.entry_lines import ENTRY, EntryLines
from tests.landmarks.examples import (
    LAMP,
    SOFA,
    chain,
    corridor_landmarks,
    entity,
    fill,
    link,
    mention,
    region,
)

WORDS = "Go past the <lamp> & stop."


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """Two instructions of one path and their landmarks."""
    store = annotated(tmp_path / "data")
    fill(store)
    return store


@pytest.fixture
def places(tmp_path: Path) -> PanoramaFolder:
    return corridor(tmp_path / "corridor")


def entries(store: Store, places: PanoramaFolder | None = None, **how: object) -> list[LandmarkEntry]:
    return list(landmark_entries(Dataset(store, places, **how), "Landmarks"))  # type: ignore[arg-type]


def ids_of(entry: LandmarkEntry) -> list[str]:
    records = (*entry.mentions, *entry.links, *entry.chains, *entry.entities, *entry.regions)
    return [each.record_id for each in records]


def change(store: Store, record: Record, **to: object) -> None:
    store.records.transact(lambda transaction: transaction.replace(record.model_copy(update=to)))


def test_a_path_has_one_entry_and_what_it_does_not_name_follows_by_viewpoint(
    store: Store, places: PanoramaFolder
) -> None:
    path, door = entries(store, places)
    assert (path.path_id, path.path, [said.instruction_id for said in path.said]) == (
        1,
        ("door", "lamp", "sofa"),
        [1, 2],
    )
    assert [each.text for each in path.mentions] == ["the <lamp>", "दीपक"]
    assert [each.region_id for each in path.regions] == ["r1", "r2"]
    assert [each.entity_id for each in path.entities] == [LAMP]
    assert (door.path_id, [each.region_id for each in door.regions]) == (None, ["r3"])
    assert [each.entity_id for each in door.entities] == [SOFA]
    both = {name for entry in (path, door) for name in ids_of(entry)}
    assert both == {each.record_id for each in corridor_landmarks()}


def test_mentions_of_corrected_words_stay_and_are_left_out(store: Store, places: PanoramaFolder) -> None:
    guide = store.records.get(GuideAnnotation, "000001")
    change(store, guide, transcript=f"Well, {WORDS}", version=2)
    before = list(every(store.records, Mention))
    dataset = Dataset(store, places)
    path, _ = landmark_entries(dataset, "Landmarks")
    assert [each.text for each in path.mentions] == ["दीपक"]
    assert (path.links, path.chains[0].mentions) == ((), (path.mentions[0].mention_id,))
    assert dataset.notes[STALE] == 1
    assert list(every(store.records, Mention)) == before


def test_landmarks_of_instructions_that_the_dataset_has_not_stay_home(
    store: Store, places: PanoramaFolder
) -> None:
    guide = store.records.get(GuideAnnotation, "000002")
    change(store, guide, check_item=True)
    assert [each.instruction_id for each in entries(store, places)[0].mentions] == [1]
    assert len(entries(store, places, population=Population.LEARNING)[0].mentions) == 2
    task = {"task_id": "guide-000001", "kind": "guide", "number": 1, "lease_id": "0" * 32}
    told = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor"}
    store.records.create(Review(**task, **told, state=ReviewState.REJECTED))
    (door,) = entries(store, places)
    assert (door.path_id, [each.region_id for each in door.regions]) == (None, ["r3"])


def test_only_what_holds_and_counts_leaves(store: Store, places: PanoramaFolder) -> None:
    lamp, deepak = every(store.records, Mention)
    fill(
        store,
        region("bad", quality="bad"),
        region("foretold", source="proposed"),
        region("replaced", replaced_by="r1"),
        link("learning", lamp.mention_id, deepak.mention_id, learning=True),
        link("check", lamp.mention_id, deepak.mention_id, check_item=True),
        chain("000001-c2", (mention("stop", WORDS, 9).mention_id,), (SOFA,), parent="000001-c1"),
        chain("000001-c3", (deepak.mention_id,), (LAMP,), parent="000001-c2"),
    )
    path, *_ = entries(store, places)
    assert [each.region_id for each in path.regions] == ["r1", "r2"]
    assert [each.link_id for each in path.links] == ["l1"]
    assert [(each.chain_id, each.parent) for each in path.chains] == [
        ("000001-c1", None),
        ("000001-c3", None),
    ]
    path, *_ = entries(store, places, population=Population.LEARNING)
    assert len(path.links) == 3
    assert entries(store, places, until=now() - timedelta(days=1)) == []


def test_a_format_of_landmarks_is_filled_by_export(
    store: Store, places: PanoramaFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(FORMATS.builtin, "entry_lines", "tests.landmarks.entry_lines:EntryLines")
    store.close()
    where = ["--data-dir", str(tmp_path / "data"), "--environment", f"folder:{tmp_path / 'corridor'}"]
    done = CliRunner().invoke(app, ["export", str(tmp_path / "out"), "--format", "entry_lines", *where])
    assert done.exit_code == 0, done.output
    assert "Things without a position: 1." in done.output
    lines = (tmp_path / "out/entry_lines/entries.jsonl").read_bytes().splitlines()
    assert [ENTRY.validate_json(line).path_id for line in lines] == [1, None]
    assert isinstance(EntryLines(), WritesLandmarks)


def test_a_store_without_landmarks_or_places_is_refused(tmp_path: Path, places: PanoramaFolder) -> None:
    store = annotated(tmp_path / "data")
    with pytest.raises(RecordNotFoundError, match="no landmarks, so nothing was written"):
        export(Dataset(store, places), tmp_path / "out", [EntryLines()])
    assert not (tmp_path / "out").exists()
    fill(store)
    with pytest.raises(ConfigurationError, match="entry_lines says where things are seen"):
        export(Dataset(store), tmp_path / "out", [EntryLines()])


def test_a_store_with_regions_alone_is_exported(tmp_path: Path, places: PanoramaFolder) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        fill(store, ScanRecord(scan_id="corridor", environment="folder", viewpoint_count=4))
        fill(store, entity(), region("r1"), region("r2", None, viewpoint_id="sofa"))
        report = export(Dataset(store, places), tmp_path / "out", [EntryLines()])
        assert (report.guides, report.faults) == (0, [])
    lines = (tmp_path / "out/entry_lines/entries.jsonl").read_bytes().splitlines()
    assert [len(ENTRY.validate_json(line).regions) for line in lines] == [1, 1]


def test_a_release_holds_the_landmarks_of_the_formats_that_were_chosen(
    store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    for name in ("one", "other"):
        dataset = Dataset(store, places)
        make_release(dataset, tmp_path / name, [*open_formats(["rxr"]), EntryLines()], "1.0")
    released = tmp_path / "one/entry_lines/entries.jsonl"
    assert len(released.read_bytes().splitlines()) == 2
    assert "entry_lines/entries.jsonl" in read_sums(tmp_path / "one")
    assert (tmp_path / "one/SHA256SUMS").read_bytes() == (tmp_path / "other/SHA256SUMS").read_bytes()


class WithdrawnMeanwhile(EntryLines):
    """Somebody takes back what they drew while it is written."""

    def write(self, dataset: Dataset, folder: Path) -> None:
        super().write(dataset, folder)
        remove_landmarks(dataset.store.records, [dataset.store.records.get(RegionRecord, "r1")], "withdrawn")


def test_a_region_that_is_taken_back_meanwhile_is_not_released(
    store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    with pytest.raises(StoreConflictError, match="Landmarks were corrected or withdrawn"):
        make_release(Dataset(store, places), tmp_path / "out", [WithdrawnMeanwhile()], "1.0")
    assert not (tmp_path / "out").exists()
    make_release(Dataset(store, places), tmp_path / "out", [EntryLines()], "1.0")
    assert b'"r1"' not in (tmp_path / "out/entry_lines/entries.jsonl").read_bytes()
