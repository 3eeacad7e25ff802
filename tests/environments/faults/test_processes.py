from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys, time
from environments.processes import worker_processes

def main():
    with worker_processes(2, sys.argv[1]) as pool:
        pool.submit(abs, 1).result()
        working = [pool.submit(time.sleep, 600) for _ in range(2)]
        while not all(each.running() for each in working):
            time.sleep(0.01)
        print("working", flush=True)
        working[0].result()

if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_workers_end_with_a_process_that_was_killed(tmp_path: Path, start: str) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, tmp_path / "script.py", start], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdout
    assert process.stdout.readline() == b"working\n"
    process.kill()
    rest, _ = process.communicate(timeout=60)  # its output ends when nobody can write to it any more
    assert rest == b""
