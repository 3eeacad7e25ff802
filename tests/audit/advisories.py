"""Advisories that another machine fetched, in OSV's format (https://ossf.github.io/osv-schema/).

https://osv.dev offers all of an ecosystem as one archive (``PyPI/all.zip``, ``npm/all.zip``). A FILE is such an
archive, a JSON file with one advisory or a list of them, or a file with one advisory a line.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from zipfile import ZipFile, is_zipfile

from packaging.utils import canonicalize_name
from packaging.version import Version
from semver import Version as SemanticVersion

from tests.audit.locked import Packages
from tests.audit.verdict import Verdict

Advisory = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Advisories:
    """Which advisories there are about which package of which ecosystem, and how new the newest of them is."""

    about: dict[tuple[str, str], list[tuple[str, Advisory]]] = field(
        default_factory=lambda: defaultdict(list)
    )
    newest: dict[str, datetime] = field(default_factory=dict)

    def add(self, advisory: Advisory) -> None:
        if "withdrawn" in advisory:
            return
        modified = datetime.fromisoformat(advisory["modified"]).astimezone(UTC)
        for affected in advisory.get("affected", ()):
            ecosystem, name = affected["package"]["ecosystem"], affected["package"]["name"]
            self.newest[ecosystem] = max(modified, self.newest.get(ecosystem, modified))
            self.about[ecosystem, _canonical(ecosystem, name)].append((advisory["id"], affected))

    def verdict(self, ecosystem: str, packages: Packages) -> Verdict:
        """What is known against these packages; nothing was asked where the files are about another ecosystem."""
        if ecosystem not in self.newest:
            return Verdict(0, len(packages), trouble=f"no advisory is about {ecosystem}")
        findings = tuple(
            f"{name} {version} {advisory_id}"
            for name, version in packages
            for advisory_id, affected in self.about.get((ecosystem, _canonical(ecosystem, name)), ())
            if _is_affected(ecosystem, version, affected)
        )
        until = f"advisories until {self.newest[ecosystem]:%Y-%m-%d}"
        return Verdict(len(packages), len(packages), findings, until=until)


def read_advisories(files: Iterable[Path]) -> Advisories:
    """Reads them all.

    Raises:
        ValueError: a file that is no advisory, with its name.
    """
    read = Advisories()
    for file in files:
        try:
            for advisory in _advisories_of(file):
                read.add(advisory)
        except (ValueError, KeyError, TypeError) as err:
            raise ValueError(f"{file}: {err!r}: not in OSV's format. Fetch it again from osv.dev.") from err
    return read


def _advisories_of(file: Path) -> Iterator[Advisory]:
    if is_zipfile(file):
        with ZipFile(file) as archive:
            yield from (json.loads(archive.read(name)) for name in archive.namelist())
        return
    text = file.read_text()
    try:
        parsed = json.loads(text)
    except json.JSONDecodeError:
        parsed = [json.loads(line) for line in text.splitlines() if line.strip()]
    yield from parsed if isinstance(parsed, list) else [parsed]


def _canonical(ecosystem: str, name: str) -> str:
    return canonicalize_name(name) if ecosystem == "PyPI" else name


def _is_affected(ecosystem: str, version: str, affected: dict[str, Any]) -> bool:
    if version in affected.get("versions", ()):
        return True
    parse: Callable[[str], Any] = (
        Version if ecosystem == "PyPI" else partial(SemanticVersion.parse, optional_minor_and_patch=True)
    )
    return any(
        _in_range(parse(version), parse, kept["events"])
        for kept in affected.get("ranges", ())
        if kept["type"] in ("ECOSYSTEM", "SEMVER")
    )


def _in_range(version: Any, parse: Callable[[str], Any], events: list[dict[str, str]]) -> bool:
    """OSV's own evaluation: the events in order of their versions; the last one that applies decides."""
    inside = False
    for name, at in sorted(
        ((name, parse(at)) for event in events for name, at in event.items() if name != "limit"),
        key=lambda event: event[1],
    ):
        if name == "introduced" and version >= at:
            inside = True
        elif (name == "fixed" and version >= at) or (name == "last_affected" and version > at):
            inside = False
    return inside
