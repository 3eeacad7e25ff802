"""A mistyped --data-dir makes no empty store that looks healthy: only the commands that begin a collection make one."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from environments.errors import ConfigurationError, PangeaError
from pangea_server import Settings
from pangea_server.app.command_line import app
from pangea_server.dataset.archive import write_archive
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.opening.command_line import store_to_fill

MAKERS = ("serve", "demo", "restore", "import", "campaign create", "campaign sample", "campaign evaluate")
GIVEN: dict[str, str] = {
    "campaign pause": "sample",
    "campaign resume": "sample",
    "campaign close": "sample",
    "people role": "1 reviewer",
    "people revoke": "1",
    "people label": "1 Kavya",
    "trust items": "sample",
    "trust decide": "1 sample guide upheld",
    "trust decide-batch": "sample-1 upheld",
    "votes settle": "sample-1 left",
    "evaluate instructions": "--campaign sample",
    "evaluate coreference": "--response {table}",
    "trust qualify": "1 guide",
    "platform offer": "mturk",
    "platform question": "1 --origin https://pangea.example.org",
    "platform close": "1",
    "platform check-codes": "1 {table}",
    "ledger bonus": "1 5 --reason good",
    "ledger correct": "1 5 --reason wrong",
    "ledger entries": "1",
    "ledger payout": "mturk",
    "consent": "{consent}",
    "withdraw": "1 --yes",
    "review show": "guide-000001",
    "review accept": "guide-000001",
    "review reject": "guide-000001 --reason noise",
    "review send-back": "guide-000001 --reason noise",
    "review reopen": "guide-000001",
    "mend": "1 {words}",
    "landmarks match": "{output}",
    "landmarks export": "sample {output}",
    "landmarks labels": "{output}",
    "export": "{output}",
    "release": "{output} --version 1.0.0",
    "backup": "{output}.tar",
    "backup-key": "{output}.key",
    "drill": "{output}.tar",
    "migrate": "--from local --to firebase",
    "retention": "--remove",
}
"""What a verb needs besides --data-dir."""


def verbs(command: Any, option: str, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command with this option."""
    if hasattr(command, "commands"):
        for name in command.commands:
            yield from verbs(command.commands[name], option, (*path, name))
    elif any(option in parameter.opts for parameter in command.params):
        yield " ".join(path)


VERBS = [*verbs(get_command(app), "--data-dir")]
DRY = [*verbs(get_command(app), "--dry-run")]


def arguments(verb: str, folder: Path) -> list[str]:
    """A whole command line whose --data-dir was mistyped."""
    (folder / "consent").mkdir()
    (folder / "consent" / "en.md").write_text("# We record your voice.\n")
    (folder / "table.csv").write_text("code\n1\n")
    (folder / "words.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nGo\n")
    places = {
        "words": folder / "words.srt",
        "table": folder / "table.csv",
        "consent": folder / "consent",
        "output": folder / "output",
    }
    given = GIVEN.get(verb, "").format(**places)
    return [*verb.split(), *given.split(), "--data-dir", str(folder / "pangea-dta")]


@pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in MAKERS])
def test_it_is_refused_and_nothing_is_made(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, arguments(verb, tmp_path))
    if verb == "doctor":
        assert "no store in" in result.output.replace("\n", " ")
    else:
        assert isinstance(result.exception, ConfigurationError), result.output
        assert result.exception.message == f"There is no store in {tmp_path / 'pangea-dta'}."
    assert not (tmp_path / "pangea-dta").exists()


def test_a_folder_where_no_disk_is_mounted_is_refused_too(tmp_path: Path) -> None:
    (tmp_path / "pangea-dta").mkdir()
    result = CliRunner().invoke(app, arguments("backup", tmp_path))
    assert isinstance(result.exception, ConfigurationError)
    assert [*(tmp_path / "pangea-dta").iterdir()] == []


def making(verb: str, folder: Path, place: Path) -> list[str]:
    """A command line of a maker, on a folder that is not there yet."""
    guide, campaign = folder / "guide.jsonl", folder / "campaign.yaml"
    row = {"instruction_id": 7, "scan": "corridor", "path": ["door", "lamp"], "language": "en-US"}
    guide.write_text(json.dumps(row | {"path_id": 1, "split": "train", "heading": 0.0, "instruction": "Go."}))
    campaign.write_text(
        "id: doors\nlanguages: [en-US]\npaths:\n  - scan: corridor\n    viewpoints: [[door, lamp]]\n"
    )
    with LocalStore.open(folder / "source") as store:
        write_archive(store, folder / "source.tar")
    there = ["--environment", f"folder:{place}"]
    more = {
        "restore": [str(folder / "source.tar")],
        "import": [str(guide), "--format", "instructions", "--as-tasks", *there],
        "campaign evaluate": [str(guide), "--system", "ours", "--yes", *there],
        "campaign create": [str(campaign), *there],
        "campaign sample": ["--paths", "1", *there],
        "serve": [*there, "--port", "0"],
        "demo": ["--port", "0"],
    }
    return [*verb.split(), *more[verb], "--data-dir", str(folder / "new")]


@pytest.mark.parametrize("verb", MAKERS)
def test_those_who_make_a_store_say_so(
    verb: str, settings: Settings, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANGEA_WEB_DIR", str(settings.web_dir))
    monkeypatch.setattr("pangea_server.app.env.cut_tiles", lambda *_: [])
    monkeypatch.setattr(
        "pangea_server.app.serve.AnnouncedServer.run",
        lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt),
    )
    command = making(verb, tmp_path, place)
    made = CliRunner().invoke(app, command)
    assert f"There is no store in {tmp_path / 'new'} yet: a new one is made." in made.stderr, made.output
    assert (tmp_path / "new" / "pangea.db").exists(), (made.output, made.exception)
    again = CliRunner().invoke(app, command)
    assert "a new one is made" not in again.stderr


REFUSED = {
    "import": ["--language", "en-US", "--format", "rxr"],
    "campaign evaluate": ["--system", "again"],
    "campaign create": [],
    "campaign sample": ["--paths", "100000"],
}


@pytest.mark.parametrize("verb", REFUSED)
def test_who_is_refused_leaves_no_store(verb: str, place: Path, tmp_path: Path) -> None:
    command = [*making(verb, tmp_path, place), *REFUSED[verb]]
    if verb == "campaign create":
        (tmp_path / "campaign.yaml").write_text(
            "id: x\nlanguages: [en-US]\npaths: [{scan: nowhere, sampler: rxr}]\n"
        )
    tried = CliRunner().invoke(app, command)
    assert tried.exit_code != 0
    assert isinstance(tried.exception, PangeaError), tried.output
    assert not (tmp_path / "new").exists()


def test_what_was_written_before_a_refusal_stays(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data")

    def write() -> None:
        with store_to_fill(settings, dry_run=False) as store:
            take_numbers(store.records, "annotators", 1)
            raise ConfigurationError("No.", remedy="")

    with pytest.raises(ConfigurationError):
        write()
    assert (tmp_path / "data").exists()


@pytest.mark.parametrize("verb", ["serve", "demo"])
def test_where_the_port_is_taken_nothing_is_made(
    verb: str, settings: Settings, place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANGEA_WEB_DIR", str(settings.web_dir))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [*making(verb, tmp_path, place), "--port", str(taken.getsockname()[1])]
        tried = CliRunner().invoke(app, command)
    assert "cannot be opened: Address already in use" in str(tried.exception)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("verb", DRY)
def test_a_dry_run_makes_nothing(verb: str, place: Path, tmp_path: Path) -> None:
    command = making(verb, tmp_path, place)
    before = files_below(tmp_path)
    tried = CliRunner().invoke(app, [*command, "--dry-run"])
    assert tried.exit_code == 0, (tried.output, tried.exception)
    assert "would be" in tried.output
    assert files_below(tmp_path) == before


def files_below(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def test_there_is_a_dry_run() -> None:
    assert "campaign create" in DRY
