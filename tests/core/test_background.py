"""Work beside the requests: one run at a time, which annotations it is told, and what it is given of the settings."""

from __future__ import annotations

import logging
import subprocess
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from pydantic import SecretStr

from pangea_server import Settings
from pangea_server.core import background
from pangea_server.core.background import BackgroundAligner, BackgroundFlags

SETTINGS = Settings(data_dir=Path("kept"), oidc_client_secret=SecretStr("hush"), align_on_submit=True)


class Run:
    """A run of a command that ends at once."""

    def __init__(self, code: int, ended: list[Run], words: list[str], **options: Any) -> None:
        self.words, self.options, self._code = words, options, code
        ended.append(self)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def wait(self) -> int:
        return self._code

    def terminate(self) -> None:
        pass


def runs_of(
    command: background.BackgroundCommand, monkeypatch: pytest.MonkeyPatch, code: int = 0
) -> list[Run]:
    """The runs until nothing is wanted any more, in this thread."""
    ended: list[Run] = []
    monkeypatch.setattr(subprocess, "Popen", lambda words, **options: Run(code, ended, words, **options))
    monkeypatch.setattr(command._wanted, "wait", lambda: Event.wait(command._wanted, 0))
    command._work()
    return ended


def test_the_flags_run_over_what_they_were_told_of_each_once(monkeypatch: pytest.MonkeyPatch) -> None:
    flags = BackgroundFlags(SETTINGS, ["pangea"])
    for name in ("guide-2", "guide-1", "guide-2"):
        flags.wake(name)
    assert [run.words for run in runs_of(flags, monkeypatch)] == [["pangea", "flags", "guide-1", "guide-2"]]
    flags.wake("guide-3")
    flags.wake()
    assert [run.words for run in runs_of(flags, monkeypatch)] == [["pangea", "flags"]], "all that are due"


def test_no_command_line_names_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "MOST_NAMES", 2)
    flags = BackgroundFlags(SETTINGS, ["pangea"])
    for name in "abc":
        flags.wake(name)
    assert [run.words[2:] for run in runs_of(flags, monkeypatch)] == [["a", "b"], ["c"]]


def test_a_run_gets_the_settings_and_their_secrets_in_its_environment_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KEPT", "as it is")
    aligner = BackgroundAligner(SETTINGS, ["python", "-m", "pangea"])
    aligner.wake()
    aligner.wake()
    [run] = runs_of(aligner, monkeypatch)
    assert run.words == ["python", "-m", "pangea", "align"]
    given = run.options["env"]
    assert (given["PANGEA_DATA_DIR"], given["PANGEA_ALIGN_ON_SUBMIT"], given["KEPT"]) == (
        "kept",
        "True",
        "as it is",
    )
    secrets = {name: value for name, value in given.items() if "SECRET" in name or "TILES" in name}
    assert secrets == {"PANGEA_OIDC_CLIENT_SECRET": "hush"}
    assert run.options["stdin"] == subprocess.PIPE, "it ends with the server"


@pytest.mark.parametrize(("code", "said"), [(0, []), (3, ["pangea align ended with exit code 3"])])
def test_a_run_that_failed_is_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, code: int, said: list[str]
) -> None:
    aligner = BackgroundAligner(SETTINGS, ["pangea"])
    aligner.wake()
    with caplog.at_level(logging.WARNING):
        runs_of(aligner, monkeypatch, code)
    assert caplog.messages == said


def test_after_it_was_closed_nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    aligner = BackgroundAligner(SETTINGS, ["pangea"])
    aligner.close()
    assert runs_of(aligner, monkeypatch) == []


def test_who_closes_it_ends_the_run_and_the_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run goes on until it is told to end, and is then no failure."""
    aligner = BackgroundAligner(SETTINGS, ["sh", "-c", "read line", "sh"])
    aligner.start()
    aligner.wake()
    while aligner._process is None:
        aligner._thread.join(0.001)
    aligner.close()
    assert not aligner._thread.is_alive()
    assert aligner._process.returncode is not None
