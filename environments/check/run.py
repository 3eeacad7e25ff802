"""Checking a whole environment, scan by scan and viewpoint by viewpoint."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from environments.check.findings import PlaceFinding, Severity
from environments.check.graph import check_graph
from environments.check.images import check_images
from environments.errors import PangeaError

if TYPE_CHECKING:
    from environments.protocol import Environment


def check_environment(environment: Environment, *, images: bool = True) -> Iterator[list[PlaceFinding]]:
    """Check every scan; yields the findings of each scan's graph, and then those of each of its viewpoints.

    Args:
        images: also decode every panorama, which takes a tenth of a second each.
    """
    for scan_id in environment.scan_ids():
        try:
            scan = environment.scan(scan_id)
        except PangeaError as error:
            yield [PlaceFinding(Severity.ERROR, "unreadable graph", scan_id, (), error.message, error.remedy)]
            continue
        yield list(check_graph(scan))
        if images:
            for viewpoint_id in scan.viewpoints:
                yield list(check_images(environment, scan, viewpoint_id))
