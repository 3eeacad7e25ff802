"""What `pangea verify --rebuild` brings back is reached by a withdrawal of its person; what names nobody is listed."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.command_line import app
from pangea_server.app.testing.stores.examples import blob_info
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone
from tests.contract.test_recovery import copied, put_back, quarantined

CANARY = b"CANARY-0123456789-IN-A-COAL-MINE" * 40
LEAVES, STAYS = 1, 2


def speak(store: LocalStore, annotator_id: int) -> Recording:
    """A take that is under way, with a chunk in a segment and a file."""
    take = Recording(
        recording_id=f"take{annotator_id}",
        lease_id=f"lease{annotator_id}",
        annotator_id=annotator_id,
        sample_rate=48_000,
    )
    data = CANARY if annotator_id == LEAVES else b"another voice" * 90
    store.records.create(take)
    name = f"recordings/{take.recording_id}/voice/000000"
    assert store.blobs.create_soon(blob_info(name, data), [data], take).result()
    store.blobs.create(f"recordings/{take.recording_id}/voice.wav", data)
    return take


def bytes_below(directory: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file())


def lose_the_database(directory: Path) -> None:
    for file in directory.glob("pangea.db*"):
        file.unlink()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two people have spoken; a copy of the database is from before."""
    with LocalStore.open(tmp_path / "data", exclusive=True) as store:
        for person in (LEAVES, STAYS):
            store.records.create(Annotator(annotator_id=person, role=Role.ANNOTATOR, languages=("en-US",)))
        copied(store, tmp_path / "data")
        for person in (LEAVES, STAYS):
            speak(store, person)
    return tmp_path / "data"


def check_only_the_other_is_left(data: Path) -> None:
    with LocalStore.open(data, exclusive=True) as store:
        assert store.blobs.read("recordings/take2/voice/000000").startswith(b"another")
        assert store.blobs.list("recordings/take1/") == []
        assert store.records.get(Tombstone, "recordings:take1")
        store.scrub()
    assert CANARY[:32] not in bytes_below(data)


def test_who_withdraws_after_a_rebuild_takes_what_was_rebuilt(data: Path) -> None:
    put_back(data, data.with_name("copy.db"))
    LocalStore.open(data, exclusive=True).close()  # into quarantine
    LocalStore.rebuild(data)
    with LocalStore.open(data, exclusive=True) as store:
        assert store.blobs.read("recordings/take1/voice/000000") == CANARY
        assert withdraw(store, LEAVES, None) == 1
    check_only_the_other_is_left(data)


def test_who_withdraws_before_a_rebuild_takes_what_is_in_quarantine(data: Path) -> None:
    put_back(data, data.with_name("copy.db"))
    with LocalStore.open(data, exclusive=True) as store:
        assert len(quarantined(data)) == 2
        assert withdraw(store, LEAVES, None) == 1
        assert len(quarantined(data)) == 1
    LocalStore.rebuild(data)
    check_only_the_other_is_left(data)


def test_somebody_of_whom_only_recordings_are_left_can_withdraw(data: Path) -> None:
    lose_the_database(data)
    LocalStore.rebuild(data)
    with LocalStore.open(data, exclusive=True) as store:
        with pytest.raises(RecordNotFoundError):
            withdraw(store, 9, None)
        assert withdraw(store, LEAVES, None) == 1
        assert store.records.get(Annotator, "000001").withdrawn_at
        assert store.records.get(Tombstone, "annotators:000001")
    check_only_the_other_is_left(data)


def test_a_rebuild_brings_back_nothing_of_somebody_who_has_withdrawn(data: Path) -> None:
    """Not even a recording that the database never knew: its person is known to be gone."""
    segments = list((data / "blobs" / ".segments").iterdir())
    kept = {path.name: path.read_bytes() for path in segments}
    put_back(data, data.with_name("copy.db"))
    with LocalStore.open(data, exclusive=True) as store:
        withdraw(store, LEAVES, None)
    (data / "quarantine" / "segments").mkdir(parents=True, exist_ok=True)
    for name, content in kept.items():
        (data / "quarantine" / "segments" / name).write_bytes(content)
    LocalStore.rebuild(data)
    check_only_the_other_is_left(data)


def test_a_file_that_no_record_knows_is_listed_and_comes_back_with_its_record(data: Path) -> None:
    with LocalStore.open(data, exclusive=True) as store:
        take = store.records.get(Recording, "take2")
        store.blobs.delete("recordings/take2/voice/000000")  # accepted: only the file is left
    lose_the_database(data)
    run = CliRunner().invoke
    rebuilt = run(app, ["verify", "--rebuild", "--data-dir", str(data)])
    aside = "files/recordings/take2/voice.wav.0"
    assert f"{aside} stays in quarantine: no record says whose recording it is" in rebuilt.output
    assert rebuilt.exit_code == 1
    withdrawn = run(app, ["withdraw", "1", "--yes", "--data-dir", str(data)])
    assert withdrawn.exit_code == 0, withdrawn.output
    assert aside in withdrawn.stderr
    with LocalStore.open(data) as store:
        assert store.blobs.list("recordings/") == []
        store.records.create(take)
    assert LocalStore.rebuild(data).aside == {}
    with LocalStore.open(data) as store:
        assert store.blobs.read("recordings/take2/voice.wav").startswith(b"another")
    assert quarantined(data) == []
