"""A process that answers requests in bounded time: what it runs can neither stop nor fill the server."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Timer
from typing import IO


class NoAnswerError(Exception):
    """It did not answer in time (``late``), ended, or answered nonsense. The process is not usable any more."""

    def __init__(self, why: str, *, late: bool) -> None:
        super().__init__(why)
        self.late = late


class AnsweringProcess:
    """``python -m MODULE``, which is given requests on standard input and answers each with a line."""

    def __init__(
        self, module: str, longest_answer: int, environment: Mapping[str, str] | None = None
    ) -> None:
        """Start it.

        Args:
            longest_answer: bytes of a line; a longer one is nonsense.
            environment: variables beside those of this process.
        """
        self._process = subprocess.Popen(
            [sys.executable, "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | (environment or {}),
        )
        assert self._process.stdin
        assert self._process.stdout
        self._requests, self._answers = self._process.stdin, self._process.stdout
        self._longest_answer = longest_answer
        self._is_late = False

    @property
    def is_usable(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """End it now, whatever it does."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._answers, self._requests):
            with suppress(BrokenPipeError):  # what was not written yet is not needed any more
                pipe.close()

    def ask(self, write: Callable[[IO[bytes]], object], seconds: float) -> bytes:
        """The line that it answers to what ``write`` writes.

        Args:
            seconds: after which the process is ended.

        Raises:
            NoAnswerError: there is none.
        """
        timer = Timer(seconds, self._give_up)
        timer.start()
        try:
            write(self._requests)
            self._requests.flush()
            line = self._answers.readline(self._longest_answer)
            if not line.endswith(b"\n"):
                raise BrokenPipeError("it is gone" if not line else "its answer is too long")
        except OSError as error:
            self.end()
            raise NoAnswerError(str(error), late=self._is_late) from error
        finally:
            timer.cancel()
        return line

    def _give_up(self) -> None:
        self._is_late = True  # before the pipe ends, so that whoever reads it knows why
        self._process.kill()
