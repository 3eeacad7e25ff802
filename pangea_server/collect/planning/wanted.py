"""The paths that a definition requests, each checked against the graph of its scan."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import tau
from pathlib import Path
from typing import Annotated

import msgspec

from environments import SAMPLERS, Environment, Scan, is_unseen
from environments.errors import GraphError, NotFoundError, PangeaError
from environments.input.json_documents import decoded, rows
from environments.nearest import not_among
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathSource


@dataclass(frozen=True, slots=True)
class WantedPath:
    """A path that a campaign wants described. ``heading`` in radians; ``split`` None: the scan's split; ``path_id``
    None: the next number."""

    scan_id: str
    path: tuple[str, ...]
    heading: float
    split: str | None
    pool: str | None
    priority: int
    path_id: int | None = None

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """The identity of the path, independent of its number."""
        return self.scan_id, self.path


def drawn_heading(scan_id: str, path: Sequence[str], seed: int = 0) -> float:
    """The first heading (radians) of a path whose source gives none: the path is the seed, so it is always the same."""
    return random.Random(f"{seed} {scan_id} {' '.join(path)}").uniform(0, tau)


class _Row(msgspec.Struct, kw_only=True):
    """The keys of R2R's and RxR's rows that are read here; the rows have more keys."""

    scan: str
    path: tuple[str, ...]
    heading: float | None = None
    split: str | None = None
    path_id: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] | None = None


class WantedPaths:
    """The wanted paths of a definition, and their faults.

    ``faults`` is filled while ``read`` runs; a path with a fault is left out.
    """

    def __init__(self, environment: Environment, folder: Path) -> None:
        self.faults: list[CampaignFault] = []
        self._scan: Callable[[str], Scan] = cache(environment.scan)
        self._scan_ids = tuple(environment.scan_ids())
        self._folder = folder

    def read(self, definition: CampaignDefinition) -> list[WantedPath]:
        """All paths, in the order of their sources, without duplicates: a file may have a path in many rows, as RxR's
        do, and its first row counts."""
        found: dict[tuple[str, tuple[str, ...]], WantedPath] = {}
        numbers: dict[int, WantedPath] = {}
        for number, source in enumerate(definition.paths):
            own: set[tuple[str, tuple[str, ...]]] = set()
            for place, wanted in self._of_source(source, ("paths", number)):
                if source.file and wanted.key in own:
                    continue
                own.add(wanted.key)
                if wanted.path_id is not None:
                    self._refuse_other_path(numbers.setdefault(wanted.path_id, wanted), wanted, place)
                if wanted.key in found and source.sampler is None:
                    self.faults.append(
                        CampaignFault(
                            place, f"this path of {wanted.scan_id} is listed twice", "Remove one of them."
                        )
                    )
                found.setdefault(wanted.key, wanted)
        return list(found.values())

    def _refuse_other_path(self, first: WantedPath, wanted: WantedPath, place: KeyPath) -> None:
        if first.key != wanted.key:
            self.faults.append(
                CampaignFault(
                    place,
                    f"the path_id {wanted.path_id} has two paths, in {first.scan_id} and {wanted.scan_id}",
                    "Give each path a path_id of its own, or none.",
                )
            )

    def _of_source(self, source: PathSource, where: KeyPath) -> Iterator[tuple[KeyPath, WantedPath]]:
        if source.sampler is not None:
            yield from self._sampled(source, source.sampler, where)
        elif source.viewpoints is not None and source.scan is not None:
            rows = [_Row(scan=source.scan, path=path) for path in source.viewpoints]
            yield from self._listed(source, rows, (*where, "viewpoints"), "path {}")
        elif source.file is not None:
            yield from self._listed(source, self._rows(source.file, where), (*where, "file"), "row {}")

    def _sampled(
        self, source: PathSource, sampler: str, where: KeyPath
    ) -> Iterator[tuple[KeyPath, WantedPath]]:
        for scan_id in source.scans or self._scan_ids:
            try:
                scan = self._scan(scan_id)
                paths = SAMPLERS[sampler](scan.graph, source.per_scan, source.seed, scan.path_rules)
            except GraphError as error:
                self.faults.append(
                    CampaignFault(
                        (*where, "per_scan"), f"in {scan_id}: {error.message.rstrip('.')}", error.remedy
                    )
                )
                continue
            split = "val_unseen" if is_unseen(scan_id, source.unseen) else "train"
            for path in paths:
                yield where, _wanted(source, scan_id, path, None, split)

    def _listed(
        self, source: PathSource, rows: Sequence[_Row], where: KeyPath, name: str
    ) -> Iterator[tuple[KeyPath, WantedPath]]:
        for number, row in enumerate(rows):
            place = where if source.file else (*where, number)
            fault = self._fault(row)
            if fault:
                self.faults.append(CampaignFault(place, f"{name.format(number + 1)}: {fault[0]}", fault[1]))
            else:
                yield place, _wanted(source, row.scan, row.path, row.heading, row.split, row.path_id)

    def _fault(self, row: _Row) -> tuple[str, str] | None:
        if row.scan not in self._scan_ids:
            return f"the environment has no scan {row.scan!r}", not_among(row.scan, self._scan_ids)
        try:
            self._scan(row.scan).graph.check_path(row.path)
        except (GraphError, NotFoundError) as error:
            return error.message.rstrip("."), error.remedy
        wrong = self._scan(row.scan).path_rules.fault_of(row.path)
        return (wrong, "Leave the path out, or change starts and forbidden of the place.") if wrong else None

    def _rows(self, name: str, where: KeyPath) -> list[_Row]:
        """The rows of a JSON list, or of one JSON document a line."""
        try:
            return [decoded(data, place, _Row) for place, data in rows(self._folder / name)]
        except PangeaError as error:
            self.faults.append(
                CampaignFault(
                    (*where, "file"),
                    f"no paths can be read from {name} ({error.message.rstrip('.')})",
                    "Name a JSON file in the format of R2R or RxR, beside the campaign file.",
                )
            )
            return []


def _wanted(
    source: PathSource,
    scan_id: str,
    path: tuple[str, ...],
    heading: float | None,
    split: str | None,
    path_id: int | None = None,
) -> WantedPath:
    drawn = drawn_heading(scan_id, path, source.seed)
    return WantedPath(
        scan_id=scan_id,
        path=tuple(path),
        heading=drawn if heading is None else heading,
        split=split,
        pool=source.pool,
        priority=source.priority,
        path_id=path_id,
    )
