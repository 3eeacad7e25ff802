"""Everything that is installed is locked: one version, and the digest of every file that may be installed for it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.audit.locked import python_packages

ROOT = Path(__file__).parents[2]
LOCKS = ROOT / "deploy/locks"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EXTRAS = PROJECT["project"]["optional-dependencies"]
GROUPS = PROJECT["dependency-groups"]
RUN = PROJECT["project"]["dependencies"]
ASKED = {
    "run": RUN,
    "postgres": [*RUN, *EXTRAS["postgres"]],
    "extras": [*RUN, *EXTRAS["beam"], *EXTRAS["parquet"], *EXTRAS["streetlearn"]],
    "docs": [*RUN, *EXTRAS["docs"], *GROUPS["build"]],
    "dev": [*RUN, *(need for extra in EXTRAS.values() for need in extra), *GROUPS["build"], *GROUPS["sbom"]],
    "build": GROUPS["build"],
    "sbom": GROUPS["sbom"],
    "readers": GROUPS["readers"],
}
BESIDE = ("readers",)
"""Locks of what is installed apart from us, which have packages that dev.txt lacks."""


def test_there_is_a_lock_for_each_use() -> None:
    assert {path.stem for path in LOCKS.glob("*.txt")} == set(ASKED)


@pytest.mark.parametrize("name", ASKED)
def test_a_lock_has_what_pyproject_asks_for(name: str) -> None:
    locked = {
        canonicalize_name(package): version for package, version in python_packages(LOCKS / f"{name}.txt")
    }
    missing = [
        need
        for need in map(Requirement, ASKED[name])
        if not need.specifier.contains(locked.get(canonicalize_name(need.name), ""), prereleases=True)
    ]
    assert not missing, "run: make lock"


@pytest.mark.parametrize("name", ASKED)
def test_every_locked_package_has_its_digests(name: str) -> None:
    text = (LOCKS / f"{name}.txt").read_text()
    entries = re.split(r"\n(?=\S)", text.strip())
    assert [entry for entry in entries if not re.search(r"--hash=sha256:[0-9a-f]{64}", entry)] == []
    assert "http" not in re.sub(r"^[a-z0-9-]+==.*$", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("name", ASKED)
def test_tests_run_with_the_versions_that_servers_run(name: str) -> None:
    known = dict(python_packages(LOCKS / "dev.txt"))
    locked = dict(python_packages(LOCKS / f"{name}.txt"))
    assert {package: known.get(package, version) for package, version in locked.items()} == locked
    assert name in BESIDE or locked.keys() <= known.keys()


@pytest.mark.parametrize("name", sorted(ASKED.keys() - set(BESIDE)))
def test_a_lock_has_all_that_its_packages_need(name: str) -> None:
    locked = {canonicalize_name(package) for package, _ in python_packages(LOCKS / f"{name}.txt")}
    assert needed(map(Requirement, ASKED[name])) <= locked, "run: make lock"


def needed(asked: Iterable[Requirement]) -> set[str]:
    """The packages that ``asked`` come with on this machine, by what the installed ones say of themselves."""
    found: set[tuple[str, str]] = set()
    waiting = [(need, "") for need in asked]
    while waiting:
        need, extra = waiting.pop()
        if need.marker and not need.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(need.name)
        for wanted in {(name, each) for each in ("", *need.extras)} - found:
            found.add(wanted)
            waiting += [(Requirement(line), wanted[1]) for line in distribution(name).requires or ()]
    return {name for name, _ in found}


@pytest.mark.parametrize("file", ["Makefile", "deploy/build.sh"])
def test_pip_resolves_nothing_that_is_locked(file: str) -> None:
    """Asked for ``pydantic[email]``, pip 23 takes the newest pydantic instead of the locked one, and has no digest."""
    installs = [line for line in (ROOT / file).read_text().splitlines() if "--require-hashes" in line]
    assert installs
    assert [line for line in installs if "--no-deps" not in line] == []


def test_every_npm_package_has_its_digest() -> None:
    packages = json.loads((ROOT / "static/package-lock.json").read_text())["packages"]
    assert [name for name, package in packages.items() if name and "integrity" not in package] == []
