"""A process that answers with lines: what it may do wrong ends it, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from pangea_server.core import answering_process
from pangea_server.core.answering_process import AnsweringProcess, NoAnswerError

ECHO = """
import os, sys
for line in sys.stdin:
    match line.strip():
        case "end": break
        case "say nothing": continue
        case "who": print(os.environ["WHO"], flush=True)
        case said: print(said, flush=True)
"""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[AnsweringProcess]:
    (tmp_path / "echo_lines.py").write_text(ECHO)
    started = AnsweringProcess("echo_lines", 10, {"PYTHONPATH": str(tmp_path), "WHO": "me"})
    yield started
    started.end()


def line(text: str) -> bytes:
    return text.encode() + b"\n"


def ask(process: AnsweringProcess, text: str) -> bytes:
    def write(requests: IO[bytes]) -> None:
        requests.write(line(text))

    return process.ask(write, 60.0)


def test_each_request_has_an_answer_of_at_most_so_many_bytes(process: AnsweringProcess) -> None:
    assert [ask(process, text) for text in ("one", "who", "123456789")] == [
        line("one"),
        line("me"),
        line("123456789"),
    ]
    assert process.is_usable
    with pytest.raises(NoAnswerError, match="its answer is too long") as raised:
        ask(process, "1234567890")
    assert (raised.value.late, process.is_usable) == (False, False)


def test_a_process_that_ended_is_gone(process: AnsweringProcess) -> None:
    with pytest.raises(NoAnswerError, match="it is gone") as raised:
        ask(process, "end")
    assert (raised.value.late, process.is_usable) == (False, False)


def test_a_process_that_says_nothing_is_late_and_ended(
    process: AnsweringProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering_process, "Timer", AtOnce)
    with pytest.raises(NoAnswerError) as raised:
        ask(process, "say nothing")
    assert (raised.value.late, process.is_usable) == (True, False)


class AtOnce:
    """A timer whose time is over as soon as it starts, and whose thread takes its time to end."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        assert seconds == 60.0
        self._call = call

    def start(self) -> None:
        self._call()

    def is_alive(self) -> bool:
        return True

    def cancel(self) -> None:
        pass
