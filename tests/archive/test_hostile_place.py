"""A place in which somebody else writes: nothing outside is touched, what is kept stays, all is said in a sentence."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

import pytest

from environments.errors import ConfigurationError
from pangea_server.core.errors import ArchiveError
from pangea_server.core.records import Counter
from pangea_server.dataset.archive.chain import Trust, read_chain
from pangea_server.dataset.archive.continuous import ContinuousBackup
from pangea_server.dataset.archive.encryption import Opener
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.pruning import prune
from pangea_server.dataset.archive.series_reader import SnapshotContents
from pangea_server.dataset.archive.series_writer import Saved, save_moment
from pangea_server.dataset.archive.sources import open_source
from pangea_server.dataset.verify.command import series_faults
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import VOICE, series_in, trust_in

LARGE = 2**21


@pytest.fixture
def place(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "place")


def save(store: LocalStore, place: Folder, keep_days: int | None = None) -> Saved:
    return save_moment(store, series_in(place), keep_days=keep_days)


def pruned(store: LocalStore, place: Folder) -> list[str]:
    """The next backup, after which nothing older is kept."""
    return prune(place, save(store, place, keep_days=0).oldest, series_in(place).signer.public)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("part", ["log", "moments", "blobs"])
def test_nothing_is_removed_or_written_through_a_link(
    changing: LocalStore, place: Folder, tmp_path: Path, part: str
) -> None:
    """Such as into the data directory, or into another series."""
    other = tmp_path / "other"
    save(changing, Folder(other))
    (tmp_path / "place").mkdir()
    (tmp_path / "place" / part).symlink_to(other / "moments" if part == "moments" else tmp_path / "source")
    before = files(other) | files(tmp_path / "source")
    saving = ContinuousBackup(changing, series_in(place), 0.1, keep_days=0)
    for number in range(3):
        changing.records.create(Counter(name=f"n{number}", value=1))
        saving.take_snapshot()
    assert before <= files(other) | files(tmp_path / "source") | {"pangea.db-wal", "pangea.db-shm"}
    assert place.names("log/" if part == "log" else part + "/") == []


def test_what_was_checked_is_what_is_restored(changing: LocalStore, place: Folder, tmp_path: Path) -> None:
    """Somebody changes the list while the voices are read."""
    moment = save(changing, place).moment
    path = tmp_path / "place" / "moments" / f"{moment}.jsonl"
    with SnapshotContents.open(place, moment, Opener(), trust_in(place)) as opened:
        names = [parcel.info for parcel in opened.blobs()]
        path.write_bytes(path.read_bytes().replace(b"recordings/r2", b"recordings/r9"))
        assert [parcel.info for parcel in opened.blobs()] == names


def test_two_backups_at_once_are_one_after_the_other(changing: LocalStore, place: Folder) -> None:
    series = series_in(place)
    with series.alone():
        with pytest.raises(ConfigurationError, match="is writing to"), series_in(place).alone():
            pass
        with pytest.raises(ConfigurationError, match="is writing to"):
            ContinuousBackup(changing, series, 0.1).run()
        with series_in(Folder(Path(place.address + "-other"))).alone():
            pass
    with series.alone():
        pass


def test_a_series_that_was_begun_later_is_not_taken_for_this_one(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    save(changing, place)
    newest = series_in(place).newest
    (tmp_path / "place").rename(tmp_path / "earlier")
    other = save_moment(changing, series_in(place)).moment
    faults = read_chain(place, Trust(frozenset({series_in(place).signer.public}), newest)).faults
    assert other
    assert newest
    assert faults == [f"{place}: {newest.moment}, which this machine saved, is missing."]


def test_what_was_taken_back_stays_nowhere(changing: LocalStore, place: Folder, tmp_path: Path) -> None:
    """Not with a log, nor with what an interrupted backup left."""
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    saving.catch_up()
    changing.blobs.create("large", b"taken back" * (LARGE // 10))
    changing.blobs.create("small", b"taken back")
    saving.catch_up()
    for name in ("large", "small"):
        changing.blobs.delete(name)
    root = tmp_path / "place"
    for left in (
        "blobs/plain/ab/.incoming-12",
        f"blobs/plain/ab/{'ab' * 32}",
        "moments/20260101T000000.000000Z.records",
    ):
        (root / left).parent.mkdir(parents=True, exist_ok=True)
        (root / left).write_bytes(b"taken back")
    for number in range(2):
        changing.records.create(Counter(name=f"later {number}", value=1))
        pruned(changing, place)
    assert [name for name in files(root) if b"taken back" in (root / name).read_bytes()] == []
    with open_source(str(place), None, Opener(), trust_in(place)) as backup:
        assert (backup.damaged, backup.faults) == ([], [])


def make_directory(path: Path) -> None:
    path.mkdir()
    (path / "x").write_bytes(b"")


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 2**40)


class Silent(Folder):
    """A place whose lists cannot be read for a while, as a bucket without the right to."""

    is_silent = False

    def open(self, name: str) -> BinaryIO:
        if self.is_silent and name.endswith(".jsonl") and name != self.newest:
            raise ArchiveError(f"{name} cannot be read.")
        return super().open(name)

    @property
    def newest(self) -> str:
        return max(self.names("moments/"), key=lambda name: (name.endswith(".jsonl"), name))


def test_what_cannot_be_read_for_a_while_is_not_removed(changing: LocalStore, tmp_path: Path) -> None:
    place = Silent(tmp_path / "place")
    moments = [save(changing, place).moment for _ in range(2)]
    before = files(tmp_path / "place")
    place.is_silent = True
    changing.blobs.delete(VOICE)
    saved = save(changing, place)
    with pytest.raises(ArchiveError, match="cannot be read"):
        prune(place, saved.oldest, series_in(place).signer.public)
    place.is_silent = False
    assert before <= files(tmp_path / "place")
    assert prune(place, saved.oldest, series_in(place).signer.public) == []
    for moment in moments:
        with open_source(str(place), moment, Opener(), trust_in(place)) as backup:
            assert (backup.damaged, backup.contents.blob_count()) == ([], 42)


JUNK: dict[str, tuple[str, Callable[[Path], object]]] = {
    "no time": ("99999999T999999.999999Z.jsonl", lambda path: path.write_bytes(b"")),
    "the last microsecond": ("99991231T235959.999999Z.jsonl", lambda path: path.write_bytes(b"")),
    "the future": ("20990101T000000.000000Z.jsonl", lambda path: path.write_bytes(b"{}")),
    "a link to a device that fails": (
        "20990101T000000.000000Z.jsonl",
        lambda path: path.symlink_to("/proc/self/mem"),
    ),
    "a terabyte": ("20990101T000000.000000Z.jsonl", sparse),
    "a folder": ("20990101T000000.000000Z.jsonl", make_directory),
    "an old folder": ("20100101T000000.000000Z.jsonl", make_directory),
    "an old list that nobody signed": (
        "20100101T000000.000000Z.jsonl",
        lambda path: path.write_bytes(b"[" * 2**18),
    ),
    "records that are a folder": ("20100101T000000.000000Z.records", make_directory),
}


@pytest.mark.parametrize("junk", JUNK)
def test_what_lies_among_the_backups_ends_none(
    changing: LocalStore, place: Folder, tmp_path: Path, junk: str
) -> None:
    """Nor does it change what they are called, or keep anything from being removed."""
    first = save(changing, place).moment
    name, make = JUNK[junk]
    make(tmp_path / "place" / "moments" / name)
    assert first in pruned(changing, place)
    saved = save(changing, place)
    assert saved.moment < "2099"
    assert len([moment for moment in moment_names(place) if moment < "2099"]) == 2
    with open_source(str(place), None, Opener(), trust_in(place)) as backup:
        assert backup.name == f"{place}: {saved.moment}"
    assert [*series_faults(series_in(place).directory)] == []


def test_too_much_that_cannot_be_read_is_told(changing: LocalStore, place: Folder, tmp_path: Path) -> None:
    save(changing, place)
    for number in range(101):
        (tmp_path / "place" / "moments" / f"20990101T000000.{number:06d}Z.jsonl").touch()
    with pytest.raises(ConfigurationError, match="has 101 lists that cannot be read"):
        save(changing, place)


def test_a_file_in_place_of_a_folder_is_told(tmp_path: Path) -> None:
    place = Folder(tmp_path)
    (tmp_path / "moments").write_bytes(b"")
    with pytest.raises(ConfigurationError, match="moments/a cannot be written: Not a directory"):
        place.put("moments/a", BytesIO(b"x"))
    with pytest.raises(ConfigurationError, match="moments/a cannot be removed: Not a directory"):
        place.remove("moments/a")
    with pytest.raises(ArchiveError, match="moments/a cannot be read: Not a directory"):
        place.open("moments/a")
    assert not place.has("moments/a")
