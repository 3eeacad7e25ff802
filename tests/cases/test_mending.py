"""Edited words of the shared cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from align.exports import read_textgrid
from environments import InvalidDataError

pytestmark = pytest.mark.shared_data


def test_two_tiers_of_one_name_are_refused_and_one_is_read(shared: Path) -> None:
    folder = shared / "data" / "cases" / "mending"
    assert read_textgrid((folder / "single.TextGrid").read_bytes(), source="mended")
    with pytest.raises(InvalidDataError, match="has 2 interval tiers"):
        read_textgrid((folder / "dup.TextGrid").read_bytes(), source="mended")
