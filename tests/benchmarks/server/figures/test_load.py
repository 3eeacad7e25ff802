"""The load generator tells all that it saw, however much that is."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import asdict

from tests.benchmarks.server.load import Order, Sender
from tests.benchmarks.server.processes import ROOT


def test_an_outcome_larger_than_a_pipe_arrives_whole() -> None:
    """Where Python does not buffer, too, as in many containers; the generator is interrupted while the pipe is full."""
    nobody = tuple(Sender("nobody", f"{number:032x}") for number in range(20_000))
    order = Order(1, "/", nobody, 0.0, paced=True, sample_rate=16_000, patient=True)
    with subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.server.load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        cwd=ROOT,
    ) as generator:
        assert generator.stdin
        assert generator.stdout
        generator.stdin.write(json.dumps(asdict(order)).encode())
        generator.stdin.close()
        assert select.select([generator.stdout], [], [], 60)[0]
        time.sleep(0.5)  # by then it has written what the pipe takes
        for interruption in (signal.SIGSTOP, signal.SIGCONT):
            generator.send_signal(interruption)
            time.sleep(0.1)
        assert len(json.load(generator.stdout)["acknowledged"]) == len(nobody)
