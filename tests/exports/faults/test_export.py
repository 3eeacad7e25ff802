"""Exports onto disks that are full."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from environments import ConfigurationError
from pangea_server.dataset.entries.manifest import MANIFEST
from tests.disks import mount
from tests.exports.exported import exported
from tests.exports.filled import annotated
from tests.exports.test_export import contents, fresh


def test_a_full_disk_is_said_and_the_export_goes_on_from_there(small_disk: Path, tmp_path: Path) -> None:
    store = annotated(tmp_path / "data", guides=40)
    with pytest.raises(ConfigurationError, match=r"out cannot be written to: No space left") as refused:
        exported(store, small_disk / "out", "rxr")
    assert "to continue" in refused.value.remedy
    mount("-o", "remount,size=16m", small_disk)
    exported(store, small_disk / "out", "rxr")
    assert contents(small_disk / "out") == fresh(store, tmp_path / "fresh", "rxr")


def test_a_full_temporary_folder_is_said(small_disk: Path, tmp_path: Path) -> None:
    lines = (f'{{"file": "rxr/{number:064}", "source": "{number:064}"}}\n' for number in range(50_000))
    (tmp_path / MANIFEST).write_text("".join(lines))
    program = (
        "from pathlib import Path; from pangea_server.dataset.entries.manifest import Manifest;"
        "Manifest(Path('.'))"
    )
    environ = os.environ | {"SQLITE_TMPDIR": str(small_disk)}
    opened = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environ, cwd=tmp_path
    )
    assert "ConfigurationError" in opened.stderr
    assert "finds no room in the temporary folder: database or disk is full" in opened.stderr
