"""`pangea backup` and `pangea restore`, killed and misused."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner

from environments.errors import ConfigurationError, PangeaError
from pangea_server.app.command_line import app
from pangea_server.core.cli.exit_codes import FAILED
from pangea_server.core.errors import ArchiveError
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import everything

ROOT = Path(__file__).parents[3]


KILLED_AT_A_FILE = """
import itertools, os, signal, sys
folder, last, *arguments = sys.argv[1:]
opened = itertools.count(1)

def watch(event, details):
    if event == "open" and str(details[0]).startswith(folder) and next(opened) == int(last):
        os.kill(os.getpid(), signal.SIGKILL)

sys.addaudithook(watch)
from pangea_server.app.command_line import app
app(arguments)
"""


def pangea(folder: Path, last: int, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The command, killed when it opens its ``last``-th file in ``folder``; 0 is never."""
    command = [sys.executable, "-c", KILLED_AT_A_FILE, folder, str(last), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def test_killed_commands_go_on(changing: LocalStore, tmp_path: Path) -> None:
    """SIGKILL at growing moments of a backup and a restore; the last run of each ends what the others began."""
    changing.close()
    for command, folder in (("backup", tmp_path / "source"), ("restore", tmp_path / "target")):
        arguments = (command, tmp_path / "killed.tar", "--data-dir", folder)
        for last in (12, 30):
            killed = pangea(folder, last, *arguments)
            assert killed.returncode == -signal.SIGKILL, killed.stderr
        done = pangea(folder, 0, *arguments)
        assert done.returncode == 0, done.stderr
    with LocalStore.open(tmp_path / "source") as one, LocalStore.open(tmp_path / "target") as other:
        assert everything(one) == everything(other)


def test_a_full_disk_is_said_in_two_lines(changing: LocalStore, small_disk: Path, tmp_path: Path) -> None:
    changing.blobs.create("recordings/long/voice.wav", io.BytesIO(os.urandom(3 * 2**20)))
    changing.close()
    arguments = ("backup", small_disk / "whole.tar", "--data-dir", tmp_path / "source")
    command: list[str | Path] = [sys.executable, "-m", "pangea_server.app", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == FAILED, done.stderr
    assert "Traceback" not in done.stderr
    assert "No space is left on a disk" in done.stderr
    assert "run it again" in done.stderr


def test_the_commands_say_what_is_wrong(archive: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    with LocalStore.open(tmp_path / "target", exclusive=True):
        busy = run(app, ["restore", str(archive), "--data-dir", str(tmp_path / "target")])
        assert isinstance(busy.exception, ConfigurationError)
    os.truncate(archive, 100_000)
    cut = run(app, ["restore", str(archive), "--data-dir", str(tmp_path / "new")])
    assert isinstance(cut.exception, ArchiveError)
    assert not (tmp_path / "new").exists()
    same = run(app, ["migrate", "--from", "local", "--to", "local"])
    assert isinstance(same.exception, PangeaError)
