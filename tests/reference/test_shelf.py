"""Rows on the disk, by name."""

from __future__ import annotations

import gc
import sys
from threading import Thread
from typing import Any

import pytest

from pangea_server.dataset.reference.shelf import Shelf


def test_any_thread_may_drop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server's threads collect what others made: that is no fault to be told of."""
    faults: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", faults.append)
    held = [Shelf("phrase", "Name it once.")]
    held[0].put("lamp", "line 1")

    def drop() -> None:
        held.clear()
        gc.collect()

    other = Thread(target=drop)
    other.start()
    other.join()
    assert faults == []
