"""The line between servers and their database: a loopback address whose packets the kernel drops while it is cut."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager


class Line:
    """An address of this machine that nothing else uses. Cutting it needs root, and iproute2."""

    def __init__(self) -> None:
        self.address = f"127.{random.randint(1, 254)}.{random.randint(0, 255)}.{random.randint(2, 254)}"

    @contextmanager
    def cut(self) -> Iterator[None]:
        """Nothing that is sent to the address arrives, and its senders are not told; answers on their way do."""
        route = ["blackhole", f"{self.address}/32", "table", "local"]
        subprocess.run(["ip", "route", "add", *route], check=True)
        try:
            yield
        finally:
            subprocess.run(["ip", "route", "del", *route], check=True)
