"""The tests that every environment must pass, and a place small enough to calculate by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from environments.errors import ImageNotFoundError, PangeaError, ScanNotFoundError, ViewpointNotFoundError
from environments.geometry import is_rotation
from environments.graph import NavigationGraph
from environments.protocol import Environment
from environments.scan import FACES, Projection, Scan, Viewpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIGNATURES = {"image/jpeg": (0, b"\xff\xd8\xff"), "image/png": (0, b"\x89PNG"), "image/webp": (8, b"WEBP")}


def tiny_scan() -> Scan:
    """A scan with seven viewpoints, 2 m apart along a corridor (+y) with a side room (+x), and an unconnected attic.

    ::

        d --- e        attic (above a)
        |
        c
        |
        b --- f
        |
        a
    """
    places = {"a": (0, 0), "b": (0, 2), "c": (0, 4), "d": (0, 6), "e": (2, 6), "f": (2, 2)}
    viewpoints = {
        name: Viewpoint(name, (float(x), float(y), 1.5), height=1.5) for name, (x, y) in places.items()
    }
    viewpoints["attic"] = Viewpoint("attic", (0.0, 0.0, 4.5), height=1.5)
    positions = {name: viewpoint.position for name, viewpoint in viewpoints.items()}
    graph = NavigationGraph(positions, [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("b", "f")])
    return Scan("tiny", viewpoints, graph, Projection.EQUIRECTANGULAR)


class EnvironmentContract:
    """Tests of an environment with at least one scan that has all its images.

    Subclass it in a test module, name the class ``Test...``, and define ``make``; pytest does the rest.
    """

    def make(self) -> Environment:
        """The environment under test."""
        raise NotImplementedError

    def test_is_an_environment(self) -> None:
        assert isinstance(self.make(), Environment)

    def test_scan_ids_are_sorted_and_unique(self) -> None:
        scan_ids = list(self.make().scan_ids())
        assert scan_ids
        assert scan_ids == sorted(set(scan_ids))

    def test_scan_carries_its_own_id(self) -> None:
        environment = self.make()
        assert all(environment.scan(scan_id).scan_id == scan_id for scan_id in environment.scan_ids())

    def test_viewpoints_are_the_nodes_of_the_graph(self) -> None:
        for scan in _scans(self.make()):
            assert set(scan.viewpoints) == set(scan.graph.viewpoint_ids)
            for viewpoint_id, viewpoint in scan.viewpoints.items():
                assert viewpoint.viewpoint_id == viewpoint_id
                assert viewpoint.position == scan.graph.position(viewpoint_id)

    def test_positions_are_finite_and_orientations_are_rotations(self) -> None:
        for scan in _scans(self.make()):
            for viewpoint in scan.viewpoints.values():
                assert np.isfinite(viewpoint.position).all()
                assert is_rotation(viewpoint.orientation)

    def test_every_face_is_an_image_of_its_media_type(self) -> None:
        environment = self.make()
        for scan in _scans(environment):
            for viewpoint_id in scan.viewpoints:
                for face in FACES[scan.projection]:
                    image = environment.image(scan.scan_id, viewpoint_id, face)
                    offset, signature = SIGNATURES[image.media_type]
                    assert image.data[offset:].startswith(signature)

    def test_unknown_scan_is_refused(self) -> None:
        environment = self.make()
        _assert_refused(ScanNotFoundError, environment.scan, "no-such-scan")
        _assert_refused(ScanNotFoundError, environment.image, "no-such-scan", "any", "front")

    def test_unknown_viewpoint_and_face_are_refused(self) -> None:
        environment = self.make()
        scan = next(_scans(environment))
        face, viewpoint_id = FACES[scan.projection][0], scan.graph.viewpoint_ids[0]
        _assert_refused(ViewpointNotFoundError, environment.image, scan.scan_id, "no-such-viewpoint", face)
        _assert_refused(ImageNotFoundError, environment.image, scan.scan_id, viewpoint_id, "no-such-face")


def _scans(environment: Environment) -> Iterator[Scan]:
    return (environment.scan(scan_id) for scan_id in environment.scan_ids())


def _assert_refused(error: type[PangeaError], call: Callable[..., Any], *arguments: str) -> None:
    with pytest.raises(error) as refusal:
        call(*arguments)
    assert refusal.value.remedy, f"{error.__name__} says no remedy"
