"""A screen without a monitor: Firefox draws WebGL only where there is one, and WebKitGTK opens no window without."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def display() -> Iterator[str]:
    """The name of a display of Xvfb, such as ``:3``; it ends with the block."""
    if shutil.which("Xvfb") is None:
        raise FileNotFoundError("Xvfb is missing: apt-get install xvfb")
    read, write = os.pipe()
    screen = ["-screen", "0", "1366x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), *screen], pass_fds=[write], stderr=subprocess.DEVNULL
    )
    os.close(write)
    try:
        with os.fdopen(read) as said:
            number = said.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb ended with {server.wait()}")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(timeout=20)
