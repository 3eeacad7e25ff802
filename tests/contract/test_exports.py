"""Each package's front door: sorted, complete, and light to open."""

from __future__ import annotations

import importlib
import subprocess
import sys

import pytest

PACKAGES = ("environments", "align", "pangea_server", "pangea_server.app")
LAZY = ("environments",)
"""Of a stub; what reads it sorts its names without a difference between kinds."""
HEAVY = ("numba", "scipy", "networkx", "google.cloud", "firebase_admin", "pocketsphinx")


@pytest.mark.parametrize("package", PACKAGES)
def test_all_is_sorted_and_importable(package: str) -> None:
    module = importlib.import_module(package)
    key = None if package in LAZY else _isort_key
    assert list(module.__all__) == sorted(module.__all__, key=key)
    assert all(getattr(module, name, None) is not None for name in module.__all__)


@pytest.mark.parametrize(
    ("statement", "heavy"),
    [
        ("from environments import PangeaError", ("numpy", *HEAVY)),
        ("import align", HEAVY),
        ("import pangea_server.app.command_line", ("numpy", "pydantic", *HEAVY)),
    ],
)
def test_importing_does_not_load_what_is_heavy(statement: str, heavy: tuple[str, ...]) -> None:
    code = f"{statement}; import sys; print([name for name in {heavy!r} if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def _isort_key(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions, as ruff's RUF022 sorts ``__all__``."""
    kind = 0 if name.isupper() else 1 if name[:1].isupper() else 2
    return kind, name
