"""A string that names a module, which is imported later, names none above: ``lint-imports`` sees only imports."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PACKAGES, LAYERS = ([*reversed(contract["layers"])] for contract in CONTRACTS[:2])
NAMED = re.compile(rf"""["']((?:{"|".join(PACKAGES)})(?:\.\w+)+)""")


def layer_of(module: str) -> tuple[int, int]:
    """The place of a module's package, and of its layer."""
    package, layer = module.split(".")[:2]
    return PACKAGES.index(package), LAYERS.index(layer) if layer in LAYERS else 0


def upward(module: str, code: str) -> Iterator[str]:
    for named in NAMED.finditer(code):
        if layer_of(named[1]) > layer_of(module):
            yield f"{module} names {named[1]}"


def test_no_string_names_a_module_above() -> None:
    modules = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text(encoding="utf-8")
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
    }
    assert [found for module, code in modules.items() for found in upward(module, code)] == []


@pytest.mark.parametrize(
    ("module", "named"),
    [
        ("align.batch", "pangea_server.core.wire:Wire"),
        ("pangea_server.stores.many", "pangea_server.dataset.exports.command"),
    ],
)
def test_a_planted_one_is_found(module: str, named: str) -> None:
    assert list(upward(module, f"NAMED = {named!r}"))
