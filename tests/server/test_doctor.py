"""What `pangea serve`, `backup` or `env build` would refuse, or carry on in spite of, the doctor names."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from socket import create_server

import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from environments import PanoramaFolder
from environments.tiles.build import build_tiles, check_sources
from pangea_server import Settings
from pangea_server.app.command_line import app
from pangea_server.app.doctor import examine
from pangea_server.app.doctor.deployment import Deployment
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.unfinished import UNFINISHED_PREFIX
from tests.archive.campaign import VOICE, make_campaign, told

Arrange = Callable[[Settings], None]


@pytest.fixture
def filled(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A store with a campaign, and everything around it in order."""
    monkeypatch.setenv("COLUMNS", "2000")
    monkeypatch.setenv("PANGEA_WEB_DIR", str(settings.web_dir))
    monkeypatch.setenv("PANGEA_ENVIRONMENT", settings.environment)
    with LocalStore.open(settings.data_dir) as store:
        make_campaign(store)
        tour, *_ = store.records.find(type(told("tour")), {"kind": "tour"})
        voice = store.blobs.stat(VOICE)
        sound = tour.model_copy(
            update={"voice": tour.voice and tour.voice.model_copy(update={"sha256": voice.sha256})}
        )
        store.records.transact(lambda transaction: transaction.replace(sound))
    return settings


def pangea(settings: Settings, *arguments: str) -> Result:
    return CliRunner().invoke(app, [*arguments, "--data-dir", str(settings.data_dir)])


def doctor(settings: Settings) -> Result:
    return pangea(settings, "doctor", "--port", "0")


def change(settings: Settings, statement: str) -> None:
    with closing(sqlite3.connect(settings.data_dir / "pangea.db")) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute(statement)
        database.commit()


def _zeroed_page(settings: Settings) -> None:
    change(settings, "PRAGMA journal_mode = DELETE")
    with closing(sqlite3.connect(settings.data_dir / "pangea.db")) as database:
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'tasks'")
    with (settings.data_dir / "pangea.db").open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(bytes(4096))


def _no_database(settings: Settings) -> None:
    (settings.data_dir / "pangea.db").unlink()


def _unreadable_record(settings: Settings) -> None:
    change(
        settings,
        "UPDATE tasks SET document = json_remove(document, '$.kind') WHERE record_id = 'guide-000007'",
    )


def _no_voice(settings: Settings) -> None:
    (settings.data_dir / "blobs" / VOICE).unlink()


def _cut_voice(settings: Settings) -> None:
    os.truncate(settings.data_dir / "blobs" / VOICE, 1000)


def _unlisted_voice(settings: Settings) -> None:
    change(settings, f"DELETE FROM blobs WHERE name = '{VOICE}'")


def _half_restored(settings: Settings) -> None:
    with LocalStore.open(settings.data_dir) as store:
        store.blobs.create(f"{UNFINISHED_PREFIX}origin", b"")


def _later_version(settings: Settings) -> None:
    change(settings, "PRAGMA user_version = 9999")


BACKUP: dict[str, tuple[Arrange, str]] = {
    "a zeroed page": (_zeroed_page, "damaged"),
    "no database": (_no_database, "its database pangea.db is missing"),
    "a record that cannot be read": (
        _unreadable_record,
        "'guide-000007' among the tasks is not a valid Task",
    ),
    "a voice that is gone": (_no_voice, f"'{VOICE}' in"),
    "a voice cut off": (_cut_voice, f"'{VOICE}' in"),
    "a restore that was interrupted": (_half_restored, "was interrupted"),
    "a later version's store": (_later_version, "schema 9999"),
}


@pytest.mark.parametrize("name", BACKUP)
def test_what_a_backup_fails_on_is_named(filled: Settings, tmp_path: Path, name: str) -> None:
    arrange, said = BACKUP[name]
    arrange(filled)
    saved = pangea(filled, "backup", str(tmp_path / "campaign.tar"))
    assert saved.exit_code
    assert said in f"{saved.stderr}{saved.exception}"
    found = doctor(filled)
    assert found.exit_code == 1
    assert said in found.output


def test_a_voice_that_no_row_lists_is_missed(filled: Settings) -> None:
    """A backup cannot know of it: the annotation still names it."""
    _unlisted_voice(filled)
    assert f"are missing: '{VOICE}' of 'tour-000001'" in doctor(filled).output


def picture(settings: Settings) -> Path:
    return Path(settings.environment.removeprefix("folder:")) / "lamp.jpg"


def _truncated(settings: Settings) -> None:
    os.truncate(picture(settings), picture(settings).stat().st_size // 2)


def _missing(settings: Settings) -> None:
    picture(settings).unlink()


def _empty(settings: Settings) -> None:
    picture(settings).write_bytes(b"")


def _not_a_sphere(settings: Settings) -> None:
    Image.new("RGB", (64, 64)).save(picture(settings))


def _not_a_graph(settings: Settings) -> None:
    (picture(settings).parent / "graph.json").write_text("{")


BUILD: dict[str, tuple[Arrange, str]] = {
    "a truncated picture": (_truncated, "lamp: The "),
    "a missing picture": (_missing, "lamp"),
    "an empty picture": (_empty, "lamp: The image"),
    "a picture of half a sphere": (_not_a_sphere, "lamp: The image has 64 x 64 pixels"),
    "a graph that cannot be read": (_not_a_graph, "graph.json"),
}


@pytest.mark.parametrize("cut", [False, True], ids=["before the first build", "after it"])
@pytest.mark.parametrize("name", BUILD)
def test_what_a_build_refuses_is_named(filled: Settings, name: str, cut: bool) -> None:
    arrange, said = BUILD[name]
    if cut:
        [*build_tiles(PanoramaFolder(picture(filled).parent), filled.tiles_dir)]
    arrange(filled)
    found = doctor(filled)
    assert said in found.output
    arguments = ["env", "build", filled.environment, "--output", str(filled.tiles_dir)]
    built = CliRunner().invoke(app, arguments)
    assert built.exit_code
    assert said in f"{built.output}{built.exception}"


def test_a_picture_that_is_cut_is_not_decoded_again(filled: Settings) -> None:
    environment = PanoramaFolder(picture(filled).parent)
    assert [one.was_cut for one in check_sources(environment, filled.tiles_dir)] == [False] * 4
    [*build_tiles(environment, filled.tiles_dir)]
    assert [one.was_cut for one in check_sources(environment, filled.tiles_dir)] == [True] * 4


def test_a_port_in_use_is_refused_unless_our_own_server_has_it(filled: Settings) -> None:
    with create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = pangea(filled, "doctor", "--port", str(port))
        assert refused.exit_code == 1
        assert f"Port {port} on 127.0.0.1 cannot be opened" in refused.output
        with LocalStore.open(filled.data_dir, exclusive=True):
            beside = pangea(filled, "doctor", "--port", str(port))
        assert beside.exit_code == 0, beside.output
        assert f"Port {port} on 127.0.0.1 cannot be opened" in beside.output
        assert "Another server is running" in beside.output


def test_a_sound_deployment_is_told_nothing_but_advice(filled: Settings) -> None:
    found = [*examine(Deployment(filled, port=0))]
    assert [one.name for one in found if one.refused] == []
    assert {one.name: one.detail for one in found}["database"] == "every page is sound"
