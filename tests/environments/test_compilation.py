from __future__ import annotations

import pytest

from environments.compilation import compiled, is_cached


def double(number: int) -> int:
    return 2 * number


def test_where_nothing_can_be_written_every_process_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numba.core.caching.CacheImpl._locator_classes", [])
    doubled = compiled(double)
    assert doubled(21) == 42
    assert not is_cached(doubled)
