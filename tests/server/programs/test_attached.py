"""Commands behind a server's back end with it."""

from __future__ import annotations

import subprocess
import sys

ATTACHED = [sys.executable, "-m", "pangea_server.app.attached"]


def test_a_command_ends_in_order_while_its_starter_is_there() -> None:
    with subprocess.Popen(
        [*ATTACHED, "flags", "--help"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as command:
        assert command.wait(timeout=60) == 0
        assert command.stderr
        assert command.stderr.read() == b""


def test_a_command_ends_with_its_starter() -> None:
    waits_for_ever = (
        "import runpy, sys, time; import pangea_server.app.command_line as cli;"
        "cli.main = lambda: time.sleep(600)"
    )
    run = "; runpy.run_module('pangea_server.app.attached', run_name='__main__')"
    with subprocess.Popen([sys.executable, "-c", waits_for_ever + run], stdin=subprocess.PIPE) as command:
        assert command.stdin
        command.stdin.close()
        assert command.wait(timeout=60) == 1
