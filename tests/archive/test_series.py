"""A series of backups: each stores what is new, any of them can be restored, and none without its private key."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from environments.errors import ConfigurationError
from pangea_server.annotate.tasks.records import Recording, Task
from pangea_server.app.command_line import app
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import ArchiveError, StoreError
from pangea_server.dataset.archive import Remaining, fill
from pangea_server.dataset.archive.encryption import Seal, make_identity, read_identities, seal_to
from pangea_server.dataset.archive.moments import blob_object, moment_names, next_moment
from pangea_server.dataset.archive.places import Destination, Folder
from pangea_server.dataset.archive.pruning import prune
from pangea_server.dataset.archive.series_writer import Saved, save_moment
from pangea_server.dataset.archive.sources import open_source
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone
from tests.archive.campaign import VOICE, everything, series_in, trust_in
from tests.archive.failing import FailingStore

CHUNK = "recordings/r2/voice/000003"
LATER = "recordings/r2/voice/000100"


@pytest.fixture
def place(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "backups")


@pytest.fixture
def key(tmp_path: Path) -> tuple[Seal, Path]:
    return seal_to([make_identity(tmp_path / "key")]), tmp_path / "key"


def save(store: Any, place: Destination, seal: Seal | None = None, keep_days: int | None = None) -> Saved:
    return save_moment(store, series_in(place, seal), keep_days=keep_days)


def restored(
    place: Destination,
    folder: Path,
    at: str | None = None,
    identity: Path | None = None,
    *,
    incomplete: bool = False,
) -> Any:
    """Everything of a store that the moment was restored into; what of it was damaged."""
    trust = trust_in(place, incomplete=incomplete)
    source = open_source(str(place), at, read_identities(identity), trust)
    with source as backup, LocalStore.open(folder) as target:
        fill(target, Remaining(backup.contents, backup.removed), backup.sha256)
        return everything(target), [blob.damaged for blob in backup.damaged] + [*backup.faults]


def test_the_next_backup_copies_only_what_is_new(changing: LocalStore, place: Folder) -> None:
    first = save(changing, place)
    assert (first.new.blobs, first.totals.blobs) == (42, 42)
    changing.blobs.create(LATER, b"later")
    second = save(changing, place)
    assert (second.new.blobs, second.new.size, second.totals.blobs) == (1, 5, 43)
    assert moment_names(place) == [first.moment, second.moment]


def test_each_moment_is_restored_as_it_was(changing: LocalStore, place: Folder, tmp_path: Path) -> None:
    states = []
    for number in range(3):
        if number:
            changing.records.create(task(500 + number))
            changing.blobs.create(f"{LATER}{number}", b"later" * number)
            changing.blobs.delete(f"recordings/r2/voice/{number:06d}")
        states.append((save(changing, place).moment, everything(changing)))
    for moment, state in states:
        assert restored(place, tmp_path / moment, moment) == (state, [])
    assert restored(place, tmp_path / "newest") == (states[-1][1], [])


@pytest.mark.parametrize("calls", [0, 1, 20, 41])
def test_an_interrupted_backup_leaves_no_moment_and_goes_on(
    changing: LocalStore, place: Folder, tmp_path: Path, calls: int
) -> None:
    with pytest.raises(StoreError, match="went down"):
        save(FailingStore(changing, calls), place)
    assert moment_names(place) == []
    saved = save(changing, place)
    assert saved.new.blobs == 42 - calls
    assert restored(place, tmp_path / "new") == (everything(changing), [])


def test_without_the_private_key_nothing_is_read(
    changing: LocalStore, place: Folder, key: tuple[Seal, Path], tmp_path: Path
) -> None:
    seal, identity = key
    save(changing, place, seal)
    changing.blobs.create(LATER, b"later")
    assert save(changing, place, seal).new.blobs == 1
    assert restored(place, tmp_path / "new", identity=identity) == (everything(changing), [])
    stored = [
        (tmp_path / "backups" / name).read_bytes()
        for name in (*place.names("blobs/"), *place.names("moments/"))
    ]
    assert [data for data in stored if changing.blobs.read(CHUNK) in data or "घर".encode() in data] == []
    with pytest.raises(ConfigurationError, match="encrypted"):
        restored(place, tmp_path / "none")
    make_identity(tmp_path / "other")
    with pytest.raises(ArchiveError, match="decrypted"):
        restored(place, tmp_path / "none", identity=tmp_path / "other")


def test_other_keys_get_copies_of_their_own(changing: LocalStore, place: Folder, tmp_path: Path) -> None:
    """What was encrypted to a lost key, or not at all, is no part of a backup for a new one."""
    save(changing, place)
    first, second = (seal_to([make_identity(tmp_path / name)]) for name in ("first", "second"))
    both = seal_to([*first.recipients, *second.recipients])
    for seal in (first, both):
        assert save(changing, place, seal).new.blobs == 42
    for name in ("first", "second"):
        assert restored(place, tmp_path / f"from {name}", identity=tmp_path / name)[1] == []


def flip(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at % len(data)] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("encrypted", [False, True])
def test_what_is_damaged_in_the_place_is_named_and_the_rest_restored(
    changing: LocalStore, place: Folder, key: tuple[Seal, Path], tmp_path: Path, encrypted: bool
) -> None:
    seal, identity = key if encrypted else (Seal(), None)
    save(changing, place, seal)
    records, blobs = everything(changing)
    [lost], [gone] = (
        [name for name in place.names("blobs/") if name.endswith(changing.blobs.stat(blob).sha256)]
        for blob in (VOICE, CHUNK)
    )
    flip(tmp_path / "backups" / lost, 4_000_000)
    (tmp_path / "backups" / gone).unlink()
    found = restored(place, tmp_path / "new", identity=identity)
    assert found == (
        (records, [blob for blob in blobs if blob[0].name not in (VOICE, CHUNK)]),
        [VOICE, CHUNK],
    )
    again = save(changing, place, seal)
    assert again.new.blobs == 0  # it trusts the last moment; a drill finds this


@pytest.mark.parametrize("end", [".jsonl", ".records"])
def test_no_flipped_bit_in_a_list_gets_in(
    source: LocalStore, place: Folder, tmp_path: Path, end: str
) -> None:
    moment = save(source, place).moment
    path = tmp_path / "backups" / "moments" / f"{moment}{end}"
    whole = path.read_bytes()
    for at in (0, 30, 700, len(whole) // 2, len(whole) - 3):
        flip(path, at)
        with pytest.raises(ArchiveError):
            restored(place, tmp_path / "none")
        path.write_bytes(whole)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("digest", ["../" * 9 + "etc/passwd", "", "A" * 64, "a" * 64 + "\n"])
def test_a_forged_digest_names_no_other_file(digest: str) -> None:
    with pytest.raises(ArchiveError, match="is no SHA-256"):
        blob_object(Seal(), digest)


def test_a_changed_or_missing_link_of_the_chain_is_named(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    first, second, third = (save(changing, place).moment for _ in range(3))
    moments = tmp_path / "backups" / "moments"
    with LocalStore.open(tmp_path / "empty") as empty:
        other = save(empty, Folder(tmp_path / "elsewhere")).moment
    old = moments / f"{first}.jsonl"
    kept = old.read_bytes()
    old.write_bytes((tmp_path / "elsewhere" / "moments" / f"{other}.jsonl").read_bytes())
    check_refused(
        place, tmp_path, f"{first}.jsonl is cut off or damaged, or is not the one that was signed", third
    )
    old.unlink()
    check_refused(place, tmp_path, f"{first} is missing; {second} was made after it", third)
    old.write_bytes(kept)
    assert restored(place, tmp_path / "whole", third) == (everything(changing), [])
    (moments / f"{second}.jsonl").unlink()
    check_refused(place, tmp_path, f"{second} is missing; {third} was made after it", third)


def check_refused(place: Folder, tmp_path: Path, why: str, at: str | None = None) -> None:
    """It is restored only as an incomplete one."""
    with pytest.raises(ArchiveError, match=why):
        restored(place, tmp_path / "refused", at)
    found, faults = restored(place, tmp_path / why, at, incomplete=True)
    assert len(found[1]) == 42
    assert why in " ".join(faults)


def test_a_rotten_newest_backup_ends_neither_backups_nor_restores(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    first, second = (save(changing, place).moment for _ in range(2))
    flip(tmp_path / "backups" / "moments" / f"{second}.jsonl", -3)
    check_refused(place, tmp_path, f"{second}.jsonl is cut off or damaged", first)
    saved = save(changing, place)
    assert [one.damaged for one in saved.damaged] == [f"the backup {second}"]
    assert (saved.new.blobs, saved.totals.blobs) == (0, 42)
    assert restored(place, tmp_path / "third") == (everything(changing), [])
    assert save(changing, place).damaged == []


def test_a_rotten_blob_of_the_store_is_whole_in_the_series(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    before = everything(changing)
    save(changing, place)
    os.truncate(tmp_path / "source" / "blobs" / VOICE, 100)
    (tmp_path / "source" / "blobs" / CHUNK).unlink()
    changing.blobs.create(LATER, b"later")
    (tmp_path / "source" / "blobs" / LATER).write_bytes(b"LATER")
    saved = save(changing, place)
    assert [blob.damaged for blob in saved.damaged] == [LATER]
    assert restored(place, tmp_path / "new") == (before, [LATER])


def test_a_blob_that_is_removed_meanwhile_is_neither_saved_nor_damaged(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    def removing(items: Iterable[Any], name: str, total: int, /) -> Iterator[Any]:
        for item in items:
            if name == "Blobs" and item[0].name == VOICE:
                changing.blobs.delete(VOICE)
            yield item

    count = len(everything(changing)[1])
    saved = save_moment(changing, series_in(place), removing)
    assert (saved.totals.blobs, saved.new.blobs, saved.damaged) == (count - 1, count - 1, [])
    assert restored(place, tmp_path / "new") == (everything(changing), [])


def test_who_withdrew_since_stays_removed_whatever_moment_is_restored(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    first = save(changing, place).moment
    changing.records.create(Tombstone(removed_from="recordings", removed_id="r2", reason="withdrawn"))
    save(changing, place)
    (records, blobs), _ = restored(place, tmp_path / "new", first)
    assert [one.recording_id for one in records if isinstance(one, Recording)] == ["r1"]
    assert {info.name for info, _ in blobs} == {VOICE, "recordings/r1/receipts.json"}


def test_what_was_taken_back_goes_with_the_backups_that_have_it(
    changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    for _ in range(2):
        save(changing, place)
    digest = changing.blobs.stat(VOICE).sha256
    changing.blobs.delete(VOICE)
    signer = series_in(place).signer.public
    assert prune(place, save(changing, place, keep_days=1).oldest, signer) == []
    saved = save(changing, place, keep_days=0)
    newest = saved.moment
    assert len(prune(place, saved.oldest, signer)) == 3
    assert moment_names(place) == [newest]
    assert [name for name in place.names("blobs/") if digest in name] == []
    assert restored(place, tmp_path / "new") == (everything(changing), [])
    assert save(changing, place).new.blobs == 0


def test_moments_stay_in_order_when_the_clock_goes_back() -> None:
    assert next_moment("29990101T000000.000000Z") == "29990101T000000.000001Z"
    assert next_moment("20200101T000000.000000Z") > "2026"


def pangea(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_the_commands_from_a_key_to_a_drill(changing: LocalStore, tmp_path: Path) -> None:
    changing.close()
    live = ("--data-dir", tmp_path / "source")
    public = pangea("backup-key", tmp_path / "key", *live).stdout.strip()
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    to = ("backup", "--to", tmp_path / "series", "--recipient", public, *live)
    assert "42 of the blobs are new" in pangea(*to).stdout
    with LocalStore.open(tmp_path / "source") as store:
        store.records.create(task(900))
    again = pangea(*to, "--keep-days", 7).stdout
    assert "0 of the blobs are new" in again
    assert "0 older backups were removed" in again
    drilled = pangea("drill", tmp_path / "series", "--identity", tmp_path / "key", "--json", *live)
    assert drilled.exit_code == 0, drilled.output
    counts = {row["what"]: (row["restored"], row["live"]) for row in json.loads(drilled.stdout)["counts"]}
    assert counts["tasks"] == (231, 231)
    assert counts["blobs"] == (42, 42)
    back = pangea(
        "restore", tmp_path / "series", "--identity", tmp_path / "key", "--data-dir", tmp_path / "back"
    )
    assert back.exit_code == 0, back.output
    with LocalStore.open(tmp_path / "back") as store:
        assert store.records.count(Task) == 231


def test_a_drill_fails_on_a_damaged_or_an_empty_backup(changing: LocalStore, tmp_path: Path) -> None:
    changing.close()
    live = ("--data-dir", tmp_path / "source")
    pangea("backup", "--to", tmp_path / "series", *live)
    assert pangea("drill", tmp_path / "series", *live).exit_code == 0
    largest = max((tmp_path / "series" / "blobs").rglob("*"), key=lambda path: path.stat().st_size)
    flip(largest, 5)
    drilled = pangea("drill", tmp_path / "series", *live)
    assert drilled.exit_code == 1
    assert VOICE in drilled.stderr
    LocalStore.open(tmp_path / "empty").close()
    pangea("backup", tmp_path / "empty.tar", "--data-dir", tmp_path / "empty")
    drilled = pangea("drill", tmp_path / "empty.tar", *live)
    assert (drilled.exit_code, "is empty" in drilled.stderr) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["backup"], "either a FILE or --to"),
        (["backup", "x.tar", "--recipient", "age1x"], "is no public key of age"),
        (["backup", "x.tar", "--keep-days", "3"], "only a series"),
        (["backup", "x.tar", "--every", "10s"], "only a series"),
        (["backup", "--to", "{folder}/series", "--every", "10"], "write 10s, 5m or 1h"),
        (["backup", "--to", "{folder}/series", "--every", "0s"], "write 10s, 5m or 1h"),
        (
            ["backup", "--to", "{folder}/series", "--every", "1s", "--recipient", "age1x"],
            "is no public key of age",
        ),
        (["backup", "--to", "{folder}/series", "--recipient", "age1x"], "is no public key of age"),
        (["restore", "{folder}"], "has no backup"),
        (["restore", "{folder}/none.tar"], "There is no backup"),
    ],
)
def test_wrong_usage_is_named(changing: LocalStore, tmp_path: Path, arguments: list[str], said: str) -> None:
    folder = "source" if arguments[0] == "backup" else "new"
    written = [argument.format(folder=tmp_path / "target") for argument in arguments]
    (tmp_path / "target").mkdir(exist_ok=True)
    done = pangea(*written, "--data-dir", tmp_path / folder)
    assert done.exit_code
    assert said in f"{done.output}{done.exception}"


def test_a_file_without_a_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("# nothing\n")
    with pytest.raises(ConfigurationError, match="holds no private key"):
        read_identities(tmp_path / "key")
