"""Runs ``pangea`` in processes that have imported it already, which saves half a second for each command of a page.

``python -m tests.documents.warm`` reads a call per line, runs it in a fork of itself, and answers with the exit code.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from traceback import print_exc

from docs.site.pages import ROOT

PLAIN = re.compile(r"pangea( [^$|&;<>*`~]+)( > [\w.-]+)?")
"""A call of ``pangea`` for which no shell is needed; its output may go to a file."""
SECONDS = 300  # for a command; the first that aligns compiles, for half a minute of one core
ALREADY = (
    "numpy",
    "rich.table",
    "environments.check",
    "pangea_server.app.command_line",
    "pangea_server.collect.planning.command",
    "pangea_server.core.settings",
    "pangea_server.dataset.exports.export",
    "pangea_server.dataset.formats",
    "pangea_server.dataset.monitoring.statistics",
    "pangea_server.stores.local",
)


class WarmPangea:
    """A process that waits for calls of ``pangea``."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.documents.warm"],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, text: str, folder: Path, environment: Mapping[str, str]) -> tuple[int, str] | None:
        """The exit code and the output of a call; None for a text that needs a shell."""
        match = PLAIN.fullmatch(text)
        if match is None:
            return None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        output, file = folder.with_suffix(".output"), (match[2] or "").removeprefix(" > ")
        call = {"arguments": shlex.split(match[1]), "folder": str(folder), "environment": dict(environment)}
        call |= {"output": str(folder / file) if file else str(output), "errors": str(output)}
        output.write_text("")
        print(json.dumps(call), file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline()), output.read_text()

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def main() -> None:
    for name in ALREADY:
        __import__(name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os._exit(_call(**json.loads(line)))
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)  # noqa: T201


def _call(arguments: list[str], folder: str, environment: dict[str, str], output: str, errors: str) -> int:
    from pangea_server.app.command_line import main as pangea

    signal.alarm(SECONDS)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    for number, file in ((1, output), (2, errors)):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
    sys.argv = ["pangea", *arguments]
    try:
        pangea()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return 0


if __name__ == "__main__":
    main()
