"""Where a series lies, which names it has there, and what the commands print of it."""

from __future__ import annotations

import io
import os
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from environments.errors import ConfigurationError
from pangea_server.app.command_line import app
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import ArchiveError, StoreConflictError, StoreError
from pangea_server.core.records import Counter
from pangea_server.dataset.archive import StoreContents, fill, series_writer, write_archive
from pangea_server.dataset.archive.backup_command import duration
from pangea_server.dataset.archive.backup_state import BackupState, keep_backup_state, read_backup_state
from pangea_server.dataset.archive.chain import Trust
from pangea_server.dataset.archive.changes import EntryName, EntryWriter, entry_names, read_entry
from pangea_server.dataset.archive.damage_report import print_damaged
from pangea_server.dataset.archive.encryption import Opener, Seal, make_identity, read_identities, seal_to
from pangea_server.dataset.archive.layout import ArchiveMember, Damage, Totals
from pangea_server.dataset.archive.moments import chosen_moment, next_moment
from pangea_server.dataset.archive.places import INCOMING_PREFIX, Folder, open_place
from pangea_server.dataset.archive.pruning import prune
from pangea_server.dataset.archive.series_writer import save_moment
from pangea_server.dataset.archive.signatures import signer_of
from pangea_server.dataset.archive.sources import open_source
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.unfinished import UNFINISHED_PREFIX
from tests.archive.campaign import series_in


def test_what_is_in_a_place_stays_and_is_its_owners_only(tmp_path: Path) -> None:
    place = open_place(str(tmp_path / "series"))
    for data in (b"one", b"other"):
        file = io.BytesIO(data)
        file.read()  # what was read before is put as well
        place.put("blobs/a/1", file)
    place.put("moments/2", io.BytesIO(b""))
    path = tmp_path / "series" / "blobs" / "a" / "1"
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"one", 0o600)
    assert [each.name for each in path.parent.iterdir()] == ["1"]
    assert (place.names("blobs/"), place.names("none/"), str(place)) == (
        ["blobs/a/1"],
        [],
        str(tmp_path / "series"),
    )
    assert (place.has("blobs/a/1"), place.has("blobs/a"), place.has("blobs/b")) == (True, False, False)
    with place.open("blobs/a/1") as stored:
        assert stored.read() == b"one"


def test_what_is_half_written_is_no_object(tmp_path: Path) -> None:
    place = Folder(tmp_path)
    for name in ("b", "a", INCOMING_PREFIX + "0123"):
        (tmp_path / name).write_bytes(b"")
    assert place.names("") == ["a", "b"]
    for _ in range(2):  # removing what is not there is no error
        place.remove("a")
    with pytest.raises(ArchiveError, match="a cannot be read: No such file"):
        place.open("a")


def test_a_place_that_cannot_be_written_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigurationError, match="a cannot be written: No space left on device"):
        Folder(tmp_path).put("a", io.BytesIO(b"x"))
    assert not any(tmp_path.iterdir())


def moments(tmp_path: Path, *names: str) -> Folder:
    (tmp_path / "moments").mkdir()
    for name in names:
        for end in (".jsonl", ".records"):
            (tmp_path / "moments" / f"{name}{end}").write_bytes(b"")
    return Folder(tmp_path)


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        ("20260101T01", "20260101T010000.000000Z"),
        ("20260102", "20260102T000000.000000Z"),
    ],
)
def test_a_moment_is_named_by_its_beginning(tmp_path: Path, wanted: str, chosen: str) -> None:
    place = moments(tmp_path, "20260101T010000.000000Z", "20260102T000000.000000Z", "20260101T020000.000000Z")
    assert chosen_moment(place, wanted) == chosen
    with pytest.raises(ConfigurationError, match="has several backups 20260101"):
        chosen_moment(place, "20260101")
    with pytest.raises(ConfigurationError, match="has no backup 2025") as error:
        chosen_moment(place, "2025")
    assert error.value.remedy == (
        "Its newest are: 20260101T010000.000000Z, 20260101T020000.000000Z, 20260102T000000.000000Z."
    )


def test_the_next_moment_is_after_the_last() -> None:
    before = datetime.now(UTC)
    named = datetime.strptime(next_moment(None), "%Y%m%dT%H%M%S.%fZ").replace(tzinfo=UTC)
    assert before <= named <= datetime.now(UTC)
    assert next_moment("29991231T235959.999999Z") == "30000101T000000.000000Z"


def test_backups_of_so_many_days_are_kept_with_the_blobs_that_others_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, made = Folder(tmp_path / "series"), list[str]()
    with LocalStore.open(tmp_path / "data") as store:
        store.blobs.create("kept", b"kept")
        for ago in (9, 8, 6, 0):
            store.blobs.create(f"gone{ago}", b"%d" % ago)
            made.append((datetime.now(UTC) - timedelta(days=ago)).strftime("%Y%m%dT%H%M%S.%fZ"))
            monkeypatch.setattr(series_writer, "next_moment", lambda _: made[-1])
            save_moment(store, series_in(place))
            store.blobs.delete(f"gone{ago}")
    signer = series_in(place).signer.public
    assert (prune(place, made[2], signer), prune(place, made[2], signer)) == (made[:2], [])
    assert place.names("moments/") == [
        f"moments/{name}{end}" for name in made[2:] for end in (".jsonl", ".records")
    ]
    assert len(place.names("blobs/")) == 3
    assert (prune(place, made[3], signer), len(place.names("blobs/"))) == (made[2:3], 2)


def test_an_entry_of_a_log_has_one_before_it(tmp_path: Path) -> None:
    place, signer = Folder(tmp_path / "place"), signer_of(tmp_path / "machine")
    with closing(EntryWriter()) as entry:
        name = EntryName(1, entry.put(place, "moment", 1, "first", Seal(), signer))
    assert entry_names(place, "moment") == [name]
    read_entry(place, "moment", name, "first", Opener(), Seal(), signer.public).close()
    for previous, signed_by in (("second", signer.public), ("first", signer_of(tmp_path / "other").public)):
        with pytest.raises(ArchiveError, match="entry 1 of the log after moment is damaged"):
            read_entry(place, "moment", name, previous, Opener(), Seal(), signed_by)


@pytest.mark.parametrize(
    ("text", "seconds"), [("1s", 1), ("10s", 10), ("5m", 300), ("2h", 7200), ("99999s", 99_999)]
)
def test_durations_are_read(text: str, seconds: int) -> None:
    assert duration(text) == seconds


@pytest.mark.parametrize("text", ["0s", "05m", "10", "1d", "-1s", "100000s", "1 s", ""])
def test_what_is_no_duration_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="write 10s, 5m or 1h"):
        duration(text)


@pytest.mark.parametrize(("count", "more"), [(20, 0), (21, 1), (50, 30)])
def test_twenty_damaged_blobs_are_named_and_the_others_counted(
    count: int, more: int, capsys: pytest.CaptureFixture[str]
) -> None:
    print_damaged([Damage(damaged=f"b{number}", reason="Gone.") for number in range(count)], "and missing")
    out, lines = capsys.readouterr()
    assert (out, lines.splitlines()) == (
        "",
        [f"{count} damaged and missing:", *(f"  b{number}: Gone." for number in range(20))]
        + [f"  and {more} more, in the file's manifest.jsonl"] * bool(more),
    )


def test_totals_count_records_and_sound_blobs() -> None:
    totals = Totals()
    for name, records in (
        ("records/tasks.jsonl", 3),
        ("blobs/a", None),
        ("damaged/b", None),
        ("pangea-archive.json", None),
    ):
        totals.add(ArchiveMember(name=name, size=500_000, sha256="", records=records))
    assert str(totals) == "3 records and 1 blobs, 1.5 MB"
    assert totals.line() == b'{"total": {"records": 3, "blobs": 1, "size": 1500000}}\n'


def test_the_state_of_a_backup_is_its_owners_only_and_may_be_damaged(tmp_path: Path) -> None:
    state = BackupState("/mnt/copy", 10.0, unreadable="tasks: guide-000001", unreadable_count=1)
    assert read_backup_state(tmp_path) is None
    keep_backup_state(tmp_path, state)
    assert read_backup_state(tmp_path) == state
    assert [each.name for each in tmp_path.iterdir()] == ["backup.json"]
    assert (tmp_path / "backup.json").stat().st_mode & 0o777 == 0o600
    (tmp_path / "backup.json").write_bytes(b"{")
    assert read_backup_state(tmp_path) is None
    failing = [BackupState("a", 1.0), BackupState("a", 1.0, error="Away."), state]
    assert [each.is_failing for each in failing] == [False, True, True]


def test_names_of_seals_do_not_depend_on_the_order_of_keys(tmp_path: Path) -> None:
    first, second = (make_identity(tmp_path / name) for name in ("first", "second"))
    assert seal_to([first, second]).name == seal_to([second, first]).name != seal_to([first]).name
    assert (Seal().name, seal_to([first]).name[:4], len(seal_to([first]).name)) == ("plain", "age-", 16)
    assert len(read_identities(tmp_path / "first").identities) == 1
    with pytest.raises(ConfigurationError, match="cannot be written: File exists"):
        make_identity(tmp_path / "first")


def test_a_file_has_no_moments(archive: Path, tmp_path: Path) -> None:
    with (
        pytest.raises(ConfigurationError, match="is a single backup"),
        open_source(str(archive), "2026", Opener(), Trust()),
    ):
        pass
    with (
        pytest.raises(ConfigurationError, match="There is no backup"),
        open_source(str(tmp_path / "no"), None, Opener(), Trust()),
    ):
        pass


def test_a_store_that_is_only_partly_filled_is_not_backed_up(changing: LocalStore, tmp_path: Path) -> None:
    changing.blobs.create(UNFINISHED_PREFIX + "0123", b"")
    with pytest.raises(ConfigurationError, match="was interrupted"):
        save_moment(changing, series_in(Folder(tmp_path / "series")))
    with pytest.raises(ConfigurationError, match="was interrupted"):
        write_archive(changing, tmp_path / "campaign.tar")
    assert [each.name for each in tmp_path.iterdir()] == ["source"]


class Changed(StoreContents):
    """A store in which one record is another one when it is read again."""

    reads = 0

    def records(self, kind: Any) -> Any:
        self.reads += kind is Counter
        value = self.reads
        return (
            each.model_copy(update={"value": value}) if kind is Counter else each
            for each in super().records(kind)
        )


def test_a_copy_that_differs_from_its_source_is_refused_and_stays_unfinished(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "one") as one, LocalStore.open(tmp_path / "other") as other:
        one.records.create(Counter(name="paths", value=1))
        one.records.create(task(1))
        with pytest.raises(StoreError, match="'paths' among the counters differs"):
            fill(other, Changed(one), "origin")
        assert [blob.name for blob in other.blobs.list("")] == [UNFINISHED_PREFIX + "origin"]
        with pytest.raises(StoreConflictError):  # what is there is not overwritten
            fill(other, StoreContents(one), "another")


def pangea(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "400"})


def test_the_commands_say_what_they_did(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        store.records.create(task(1))
        store.blobs.create("a", b"bytes")
    live = ("--data-dir", tmp_path / "data")
    saved = pangea("backup", tmp_path / "one.tar", *live)
    assert saved.exit_code == 0
    assert saved.stdout.split()[1:] == ["1", "records", "and", "1", "blobs,", "0.0", "MB."]
    again = pangea("backup", tmp_path / "one.tar", *live)
    assert (type(again.exception), again.exit_code) == (ConfigurationError, 1)
    series = ("backup", "--to", tmp_path / "series", *live)
    assert "1 of the blobs are new, 0.0 MB." in pangea(*series).stdout
    kept = pangea(*series, "--keep-days", 0)
    assert (kept.exit_code, kept.stdout.splitlines()[-1]) == (0, "1 older backups were removed.")
    back = pangea("restore", tmp_path / "one.tar", "--data-dir", tmp_path / "new")
    assert (back.exit_code, back.stdout) == (
        0,
        f"{tmp_path / 'one.tar'} is restored, and equal record by record and blob by blob.\n",
    )
    assert f"There is no store in {tmp_path / 'new'} yet: a new one is made." in back.stderr
    full = pangea("restore", tmp_path / "one.tar", "--data-dir", tmp_path / "data")
    assert isinstance(full.exception, StoreConflictError)
    same = pangea("migrate", "--from", "local", "--to", "local", *live)
    assert isinstance(same.exception, ConfigurationError)
    assert same.exception.message == "--from and --to are both local."
    with LocalStore.open(tmp_path / "new", exclusive=True):
        busy = pangea("restore", tmp_path / "one.tar", "--data-dir", tmp_path / "new")
        assert isinstance(busy.exception, ConfigurationError)
