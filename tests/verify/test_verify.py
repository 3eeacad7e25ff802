"""``pangea verify`` names what is not as it was written, wherever it is, and nothing else."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest
from rich.console import Console
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People
from pangea_server.core.records import Artefact
from pangea_server.dataset.archive.backup_state import BackupState, keep_backup_state
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.verify import command, verification
from pangea_server.dataset.verify.command import run
from pangea_server.dataset.verify.report import PROGRESS, Fault, Report, read_progress, read_report
from pangea_server.people.access.records import Role
from pangea_server.stores.documents import text_of
from pangea_server.stores.local import segments
from pangea_server.stores.local.blob_files import INCOMING
from pangea_server.stores.local.frames import MARK
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import Store
from pangea_server.stores.seals import seal
from tests.benchmarks.monitor.annotations import generated

QUIET = Console(quiet=True)


def faults(directory: Path, *, anew: bool = True, rebuild: bool = False) -> list[str]:
    report = run(directory, rebuild=rebuild, anew=anew, rate=0, console=QUIET, bar=QUIET)
    return [str(fault) for fault in report.faults]


def settle(directory: Path) -> None:
    """Out of the log, into the pages."""
    with LocalStore.open(directory) as store:
        store.scrub()


def segment(directory: Path) -> Path:
    (found,) = (directory / "blobs" / segments.SEGMENTS_FOLDER).iterdir()
    return found


def flip(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 4
    path.write_bytes(data)


def change_row(directory: Path, statement: str) -> None:
    settle(directory)
    with closing(sqlite3.connect(directory / "pangea.db", isolation_level=None)) as connection:
        assert connection.execute(statement).rowcount == 1


def voice(directory: Path) -> Path:
    return directory / "blobs" / "recordings" / "take" / "voice.wav"


def zero_a_page(directory: Path) -> None:
    settle(directory)
    database = directory / "pangea.db"
    pages = database.read_bytes()
    page = pages.index(b'"scan_id":"house"') // 4096 * 4096
    database.write_bytes(pages[:page] + bytes(4096) + pages[page + 4096 :])


def flip_a_letter(directory: Path) -> None:
    settle(directory)
    database = directory / "pangea.db"
    flip(database, database.read_bytes().index(b'"scan_id":"house"') + len('"scan_id":"h'))


def make_a_text_a_blob(directory: Path) -> None:
    """By the one bit of a row's head that says so; its bytes, and with them its seal, stay the same."""
    settle(directory)
    database = directory / "pangea.db"
    pages = bytearray(database.read_bytes())
    head = pages.index(b"\x1cguide-0")  # the seal's type, and the first value
    assert pages[head - 1] % 2, "an odd type is a text"
    pages[head - 1] -= 1
    database.write_bytes(pages)


def flip_in_the_log(directory: Path) -> None:
    log = directory / "pangea.db-wal"
    flip(log, log.stat().st_size // 2)


def put_a_stray_frame(directory: Path) -> None:
    """In the middle of a segment, where a row is missing."""
    settle(directory)
    change_row(directory, "DELETE FROM blobs WHERE name LIKE '%/voice/000003'")


def write_task(directory: Path, record_id: str, document: str | None = None) -> None:
    """Under its seal, as a mistaken program would."""
    with LocalStore.open(directory) as store:
        mine = text_of(store.records.get(Task, "guide-000007")) if document is None else document
    sealed = seal("tasks", record_id, mine).hex()
    changed = f"record_id = '{record_id}', document = '{mine}', seal = x'{sealed}'"
    change_row(directory, f"UPDATE tasks SET {changed} WHERE record_id = 'guide-000007'")


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a bit of a chunk": (lambda data: flip(segment(data), -50), r"blob .*/000005: its bytes have changed"),
    "a bit of a header": (
        lambda data: flip(segment(data), segment(data).read_bytes().index(MARK) + 60),
        r"blob .*/000000: its header has changed",
    ),
    "a bit of a first line": (lambda data: flip(segment(data), 3), "segment .*: its first line has changed"),
    "a bit in a hole": (
        lambda data: flip(segment(data), _hole(segment(data))),
        "segment .* bytes from .* are not in the index",
    ),
    "bytes behind a segment": (
        lambda data: segment(data).write_bytes(segment(data).read_bytes() + b"voice"),
        "segment .* 5 bytes from .* are not in the index",
    ),
    "a segment is gone": (lambda data: segment(data).unlink(), "segment .*: it is missing"),
    "a segment is cut": (
        lambda data: segment(data).write_bytes(segment(data).read_bytes()[:-9]),
        r"blob .*/000005: its bytes are missing",
    ),
    "a frame without a row": (put_a_stray_frame, r"segment .*: recordings/take/voice/000003 is in it"),
    "a bit of a file": (lambda data: flip(voice(data), 44), r"voice\.wav: its bytes have changed"),
    "a file is gone": (lambda data: voice(data).unlink(), r"voice\.wav: its file is missing"),
    "a file too many": (
        lambda data: voice(data).with_name("other.wav").write_bytes(b""),
        r"file recordings/take/other\.wav: .* not in the index",
    ),
    "a letter of a record": (flip_a_letter, "tasks/guide-0.*: its bytes have changed"),
    "a text that has become a blob": (make_a_text_a_blob, "/guide-0.*, document: it is not of the type"),
    "a digest that has become a blob": (
        lambda data: change_row(
            data, "UPDATE blobs SET sha256 = CAST(sha256 AS BLOB) WHERE name LIKE '%/voice/000003'"
        ),
        "blobs/recordings/take/voice/000003, sha256: it is not of the type",
    ),
    "a page of zeros": (zero_a_page, "pages: it cannot be read to its end|pangea.db: "),
    "a bit of the log": (flip_in_the_log, "pangea.db-wal: frame .* is damaged"),
    "the log's first bytes": (
        lambda data: flip(data / "pangea.db-wal", 9),
        "pangea.db-wal: its first bytes are damaged",
    ),
    "a row of a blob": (
        lambda data: change_row(data, "UPDATE blobs SET size = size + 1 WHERE name LIKE '%voice.wav'"),
        r"voice\.wav: its row has changed",
    ),
    "a record under another id": (
        lambda data: write_task(data, "guide-999999"),
        "tasks/guide-999999: its content is that of 'guide-000007'",
    ),
    "no record": (
        lambda data: write_task(data, "guide-000007", "{}"),
        "tasks/guide-000007: it is not a valid Task",
    ),
    "a missing lease": (
        lambda data: change_row(data, "DELETE FROM leases"),
        "recordings/take: it refers to leases/lease, which is missing",
    ),
    "a missing recording": (
        lambda data: change_row(data, "DELETE FROM recordings"),
        "recordings/take: it has blobs, and its record is missing",
    ),
    "a missing index": (
        lambda data: change_row_of_schema(data, "DROP INDEX tasks_by_state"),
        "pangea.db, tasks_by_state: its definition is not the one of this version",
    ),
    "no database at all": (
        lambda data: (data / "pangea.db").write_bytes(b"no database" * 500),
        "pangea.db: .* is damaged",
    ),
}


def change_row_of_schema(directory: Path, statement: str) -> None:
    settle(directory)
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        connection.execute(statement)


def _hole(path: Path) -> int:
    """A byte in the middle of where a chunk was erased."""
    return path.read_bytes().index(bytes(400)) + 200


def test_a_sound_store_has_no_fault(sound: Path) -> None:
    assert faults(sound) == []
    report = read_report(sound)
    assert report
    assert report.finished_at
    assert (report.blobs, report.fault_count) == (6, 0)
    assert report.rows > 2000
    assert faults(sound) == []


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_named(sound: Path, damage: str) -> None:
    spoil, told = DAMAGES[damage]
    spoil(sound)
    found = faults(sound)
    assert any(_matches(told, line) for line in found), found
    report = read_report(sound)
    assert report
    assert report.fault_count == len(found)


def _matches(pattern: str, line: str) -> bool:
    return re.search(pattern, line) is not None


def test_what_an_annotation_describes_is_there_as_it_says(sound: Path) -> None:
    guides = [each for each in generated(2) if isinstance(each, GuideAnnotation)]
    blobs = ("recordings/take/voice.wav", "recordings/none/voice.wav")
    with LocalStore.open(sound) as store:
        for guide, blob in zip(guides, blobs, strict=True):
            voice = Artefact(blob=blob, size=1, sha256="")
            store.records.create(guide.model_copy(update={"voice": voice, "pose_trace": None}))
    assert faults(sound) == [
        f"guide_annotations/000001: the blob {blobs[0]} that it describes is another one.",
        f"guide_annotations/000002: the blob {blobs[1]} that it describes is missing.",
    ]


def test_quarantine_is_named_until_somebody_looked(sound: Path) -> None:
    segment(sound).write_bytes(segment(sound).read_bytes() + b"no voice")
    LocalStore.open(sound, exclusive=True).close()
    (found,) = faults(sound)
    assert "quarantine/segments/" in found


def test_it_goes_on_where_it_was_interrupted(sound: Path) -> None:
    with LocalStore.open(sound) as store, patch.object(verification, "KEEP_SECONDS", 0.0):
        parts = verification.verify(store)
        while not (progress := read_progress(sound)) or progress.step != "segments":
            next(parts)
        parts.close()
    flip_a_letter(sound)  # in what has been read already
    assert faults(sound, anew=False) == []
    report = read_report(sound)
    assert report
    assert report.blobs == 6
    assert not (sound / PROGRESS).exists()
    assert len(faults(sound, anew=True)) == 1


def test_a_progress_that_is_damaged_is_begun_anew(sound: Path) -> None:
    (sound / PROGRESS).write_bytes(b"damaged")
    flip_a_letter(sound)
    assert len(faults(sound, anew=False)) == 1


def test_a_file_that_is_still_coming_in_is_no_fault(sound: Path) -> None:
    coming = sound / "blobs" / INCOMING
    coming.mkdir(exist_ok=True)
    (coming / "voice").write_bytes(b"half")
    assert faults(sound) == []


@pytest.mark.usefixtures("campaign")
def test_a_served_campaign_with_a_withdrawal_has_no_fault(
    people: People, store: Store, settings: Settings
) -> None:
    guide, follower = people(), people()
    lease_id = guide.lease("guide")["lease_id"]
    guide.put(guide.begin(lease_id, attempt=1), "voice", 0, b"\x01\x00" * 1000)
    assert faults(settings.data_dir) == []
    assert guide.guide().status_code == 200
    assert follower.follow(["door", "lamp", "sofa"]).status_code == 200
    assert faults(settings.data_dir) == []
    for kind in ("guide", "follower"):  # the numbers of the tasks that the fixture made
        pass_over(store.records, declared(kind).counter, 10)
    withdraw(store, guide.annotator_id, None)
    assert faults(settings.data_dir) == []


def test_the_command_says_it_and_ends_with_1(sound: Path) -> None:
    runner = CliRunner()
    whole = runner.invoke(app, ["verify", "--data-dir", str(sound)])
    assert whole.exit_code == 0
    assert "6 blobs" in whole.output
    flip(voice(sound), 44)
    damaged = runner.invoke(app, ["verify", "--data-dir", str(sound)])
    assert damaged.exit_code == 1
    assert "voice.wav: its bytes have changed" in damaged.output.replace("\n", " ")


@pytest.mark.parametrize(
    ("count", "told"), [(0, "no faults."), (1, "1 fault."), (50, "50 faults."), (51, "51 faults.")]
)
def test_the_command_names_fifty_faults_and_counts_the_others(
    sound: Path, monkeypatch: pytest.MonkeyPatch, count: int, told: str
) -> None:
    report = Report(rows=7, blobs=6, size=1_500_000)
    for number in range(count):
        report.add(Fault(f"blob {number}", "it is [gone]"))
    monkeypatch.setattr(command, "run", lambda *_, **__: report)
    ended = CliRunner().invoke(app, ["verify", "--data-dir", str(sound)])
    assert ended.exit_code == bool(count)
    *named, last = [line for line in ended.stdout.splitlines() if not line.startswith("Restore")]
    faults = [f"✗ blob {number}: it is [gone]." for number in range(min(count, 50))]
    assert named == faults + ["and 1 more"] * (count > 50)
    assert last == f"{sound}: 7 records and 6 blobs, 1.5 MB read, {told}"


def test_the_index_is_rebuilt_by_the_command(sound: Path) -> None:
    settle(sound)
    for file in sound.glob("pangea.db*"):
        file.unlink()
    ended = CliRunner().invoke(app, ["verify", "--rebuild", "--data-dir", str(sound)])
    assert "6 blobs are back in the index, 1 records were made from them" in ended.output
    assert "it refers to leases/lease, which is missing" in ended.output
    with LocalStore.open(sound) as store:
        assert len(store.blobs.list("recordings/take/")) == 6


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize("role", [Role.REVIEWER, Role.ANNOTATOR])
def test_the_data_team_reads_how_it_went(people: People, settings: Settings, role: Role) -> None:
    person = people(role)
    if role is Role.ANNOTATOR:
        assert person.call("GET", "/monitor/store").status_code == 403
        return
    unknown = dict.fromkeys(("verified_at", "faults", "backed_up_until", "backup_failing"))
    assert person.call("GET", "/monitor/store").json() == unknown
    at = datetime(2026, 11, 23, 8, tzinfo=UTC)
    keep_backup_state(settings.data_dir, BackupState("/mnt/copy", 10.0, at, "The disk is away."))
    told = person.call("GET", "/monitor/store")
    assert told.json() == unknown | {"backed_up_until": "2026-11-23T08:00:00Z", "backup_failing": True}
    assert "/mnt" not in told.text
    faults(settings.data_dir)
    told = person.call("GET", "/monitor/store").json()
    assert told["faults"] == 0
    assert told["verified_at"]
