"""What other people's readers need is installed."""

from __future__ import annotations

import subprocess

import pytest

from tests.contract.test_locks import ROOT


def test_the_readers_lack_nothing() -> None:
    python = ROOT / ".venv/readers/bin/python"
    if not python.exists():
        pytest.skip("other people's readers are not installed: make readers")
    checked = subprocess.run([python, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout
