"""Somebody who follows a page of the documentation to the letter, in an empty folder."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from docs.site.examples import Command, commands_of, examples, shown_files
from docs.site.pages import ROOT
from tests.browser.house_tiles import house_tiles
from tests.documents.warm import SECONDS, WarmPangea

SERVERS = {
    "pangea demo": "/monitor#token=",
    "pangea serve": "listens on",
    "pangea replay": "listens on",
    "pangea env view": "listens on",
    "pangea env edit": "/edit#token=",
}
"""What serves until it is stopped, and what is in the last line that it prints before."""
INSTALLED = "installed"  # where pip puts a page's own packages, instead of among ours
STANDS_FOR = {
    "make demo": "pangea demo",  # what its recipe does once everything is installed, as it is for a test
    "make test": "true",  # it is what runs this
    "pip install": f"python -m pip install --no-deps --no-build-isolation --target {INSTALLED}",
}
FAULT = "✗"  # a line of output that makes the exit code 1
PAGE_PORT = 8000  # what pages show
STEP = re.compile(r"^<!-- here: (\w+) -->$", re.MULTILINE)


class Closable(Protocol):
    def close(self) -> None: ...


class Follower:
    """Writes the files that a page shows, runs its commands, and compares what they print with what it shows.

    Args:
        steps: what people do by hand where the page has ``<!-- here: NAME -->``, by name.
        places: folders of a test that stand for those that pages name, as ``/data/mp3d``.
        warm: runs the calls of ``pangea`` that need no shell.
    """

    def __init__(
        self,
        folder: Path,
        steps: Mapping[str, Callable[[Follower], None]],
        places: Mapping[str, Path] | None = None,
        *,
        warm: WarmPangea,
    ) -> None:
        self.folder = folder
        self.warm = warm
        self.steps = steps
        self.places = places or {}
        self.port = _free_port()
        self.printed: list[str] = []
        self.opened: list[Closable] = []
        self._server: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._variables: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        own = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": f"{self.folder / INSTALLED}:{ROOT}",
            "PANGEA_TILES": str(house_tiles()),
            "NO_COLOR": "1",
            "COLUMNS": "110",
            "PYTHONUNBUFFERED": "1",
        }
        return os.environ | own | self._variables

    def follow(self, page: Path) -> int:
        """Follow ``page``; how many commands were run."""
        text, count = page.read_text(), 0
        for name, content in shown_files(text, page.parent):
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
        pieces = STEP.split(text)
        for piece, step in zip(pieces[::2], [*pieces[1::2], None], strict=True):
            for example in examples(piece):
                for command in commands_of(example):
                    count += self._run(command)
            if step:
                self.steps[step](self)
        return count

    def _run(self, command: Command) -> bool:
        if command.mark:
            return False
        text = command.text
        for shown, real in STANDS_FOR.items():
            text = re.sub(rf"^{shown}\b", real, text)
        for place, folder in self.places.items():
            text = re.sub(rf"(?<![\w/]){place}\b", str(folder), text)
        text = re.sub(r"\s+#\s.*$", "", text)
        text = re.sub(r"\bSTUDY\b", self._study(), text)
        if match := re.match(r"export (\w+)=(\S+)$", text):
            self._variables[match[1]] = self._shell(f"echo {match[2]}").strip()
            return True
        if last := next((last for server, last in SERVERS.items() if text.startswith(server)), None):
            self.stop()
            output = self._serve(text, last)
        else:
            output = self._shell(text, fails=any(line.startswith(FAULT) for line in command.output))
        self.printed += output.splitlines()
        self._compare(command, output)
        return True

    def _shell(self, text: str, fails: bool = False) -> str:
        text = text.replace(str(PAGE_PORT), str(self.port))
        code, output = self._warm_run(text) or self._cold_run(text)
        assert (code != 0) == fails, f"{text}\n{output}"
        return output

    def _warm_run(self, text: str) -> tuple[int, str] | None:
        if (self.folder / INSTALLED).exists():  # a fork would not see what was installed since
            return None
        return self.warm.run(text, self.folder, self.environment)

    def _cold_run(self, text: str) -> tuple[int, str]:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return done.returncode, done.stdout

    def _serve(self, text: str, last: str) -> str:
        self._server = subprocess.Popen(
            ["bash", "-c", f"exec {text} --port {self.port}"],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._server.stdout is not None
        started: list[str] = []
        for line in self._server.stdout:
            started.append(line)
            if last in line:
                self._reader = threading.Thread(target=self._server.stdout.read, daemon=True)
                self._reader.start()
                return "".join(started)
        raise AssertionError(f"{text} ended\n{''.join(started)}")

    def _compare(self, command: Command, output: str) -> None:
        """Each line that the page shows is printed, in this order; what the page leaves out is ``…``."""
        printed = iter(output.replace(f":{self.port}", f":{PAGE_PORT}").splitlines())
        for line in command.output:
            if line.strip() in ("", "…"):
                continue
            pattern = re.compile(".*".join(map(re.escape, line.strip().split("…"))))
            assert any(pattern.fullmatch(each.strip()) for each in printed), (
                f"{command.text}\nshows {line!r}, which is not what it prints:\n{output}"
            )

    def link(self, page: str) -> str:
        """The newest link to this page, or to whatever is next, that a command has printed."""
        pages = (f"/{page}#token=", "/work#token=")
        return [line.split()[-1] for line in self.printed if any(each in line for each in pages)][-1]

    def _study(self) -> str:
        """The study that the page has offered last; pages write STUDY, as each store gives it another number."""
        offered = [line.split()[1].rstrip(":") for line in self.printed if line.startswith("Study ")]
        return offered[-1] if offered else "STUDY"

    def stop(self) -> None:
        """End the server, and what was opened to talk to it."""
        while self.opened:
            self.opened.pop().close()
        if self._server is None:
            return
        self._server.terminate()
        self._server.wait(timeout=30)
        if self._reader:
            self._reader.join(timeout=30)
        assert self._server.stdout is not None
        self._server.stdout.close()
        self._server = self._reader = None


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
