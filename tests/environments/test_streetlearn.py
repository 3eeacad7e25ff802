"""StreetLearn in its published layout: a LevelDB of protocol buffers, written here record by record."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import numpy as np
import plyvel
import pytest
from PIL import Image

from environments import (
    ConfigurationError,
    ConnectivityError,
    Environment,
    ImageNotFoundError,
    open_environment,
)
from environments.pictures import decode_image
from environments.streetlearn import StreetLearn
from environments.testing import EnvironmentContract

# The wire format by hand, so that the reader is not tested with its own description of the messages.


def varint(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + varint(value >> 7)


def field(number: int, value: bytes | str | float) -> bytes:
    if isinstance(value, float):
        return varint(number << 3 | 1) + struct.pack("<d", value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def lat_lng(lat: float, lng: float) -> bytes:
    return field(1, lat) + field(2, lng)


def pano(name: str, lat: float, lng: float, heading: float, image: bytes = b"") -> bytes:
    """A Pano; its own place is off the street, which ``snapped_coords`` mends."""
    message = field(1, name) + field(3, "Broadway") + field(9, lat_lng(lat + 0.001, lng)) + field(10, 12.5)
    message += field(11, 0.0) + field(12, 5.0) + field(13, heading) + field(14, "2018-01")
    return message + (field(16, image) if image else b"") + field(19, lat_lng(lat, lng))


def photograph(size: tuple[int, int]) -> bytes:
    encoded = BytesIO()
    Image.new("RGB", size, (200, 40, 40)).save(encoded, "JPEG")
    return encoded.getvalue()


PANOS = {"north_1": (40.001, -74.0, 90.0), "middle-2": (40.0, -74.0, 0.0), "east": (40.0, -73.999, 270.0)}
NEIGHBORS = {"north_1": ["middle-2", "not-in-the-data"], "middle-2": ["north_1", "east"], "east": []}


@pytest.fixture
def streetlearn(tmp_path: Path) -> Path:
    folder = tmp_path / "manhattan"
    connections = b"".join(
        field(3, field(1, name) + b"".join(field(3, neighbor) for neighbor in neighbors))
        for name, neighbors in NEIGHBORS.items()
    )
    panos = b"".join(field(5, pano(name, *place)) for name, place in PANOS.items())
    with plyvel.DB(str(folder), create_if_missing=True) as database:
        database.put(b"panos_connectivity", field(1, lat_lng(40.0, -74.0)) + connections + panos)
        for name, place in PANOS.items():
            database.put(name.encode(), pano(name, *place, photograph((408, 204))))
    return tmp_path


class TestStreetLearn(EnvironmentContract):
    @pytest.fixture(autouse=True)
    def _directory(self, streetlearn: Path) -> Iterator[None]:
        self.environment = StreetLearn(streetlearn / "manhattan")
        yield
        self.environment.close()

    def make(self) -> Environment:
        return self.environment


def test_places_are_metres_on_the_street(streetlearn: Path) -> None:
    graph = StreetLearn(streetlearn).scan("manhattan").graph
    assert graph.distance("north_1", "middle-2") == pytest.approx(
        111.195, abs=0.01
    )  # a thousandth of a degree
    assert graph.direction("middle-2", "north_1") == pytest.approx((0.0, 0.0), abs=1e-9)
    heading, _ = graph.direction("middle-2", "east")
    assert heading == pytest.approx(np.pi / 2)
    assert graph.position("east")[2] == 12.5


def test_edges_are_those_that_either_end_names_and_the_data_holds(streetlearn: Path) -> None:
    graph = StreetLearn(streetlearn).scan("manhattan").graph
    assert {(a, b) for a, b, _ in graph.edges()} == {("north_1", "middle-2"), ("middle-2", "east")}


def test_the_centre_of_an_image_looks_along_its_heading_and_pitch(streetlearn: Path) -> None:
    scan = StreetLearn(streetlearn).scan("manhattan")
    forward = np.array(scan.viewpoints["north_1"].orientation)[:, 1]
    assert forward == pytest.approx([np.cos(np.radians(5)), 0, np.sin(np.radians(5))])  # east, 5 degrees up


def test_a_cropped_sphere_is_made_whole(streetlearn: Path) -> None:
    place = PANOS["east"]
    with plyvel.DB(str(streetlearn / "manhattan")) as database:
        database.put(b"east", pano("east", *place, photograph((1632, 408))))
    picture = decode_image(StreetLearn(streetlearn).image("manhattan", "east", "equirectangular"))
    assert picture.size == (1632, 816)
    middle, sky = np.asarray(picture)[408, 800], np.asarray(picture)[100, 800]
    assert middle[0] > 180
    assert sky.max() < 10


def test_a_panorama_without_an_image_is_named(streetlearn: Path) -> None:
    with plyvel.DB(str(streetlearn / "manhattan")) as database:
        database.delete(b"east")
    with pytest.raises(ImageNotFoundError, match="no image of 'east'"):
        StreetLearn(streetlearn).image("manhattan", "east", "equirectangular")


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "has no panos_connectivity of manhattan"),
        (b"\xff\xff\xff", "is not a StreetLearnGraph message"),
        (b"", "has no panorama"),
    ],
)
def test_a_broken_graph_is_refused(streetlearn: Path, record: bytes | None, message: str) -> None:
    with plyvel.DB(str(streetlearn / "manhattan")) as database:
        database.delete(b"panos_connectivity")
        if record is not None:
            database.put(b"panos_connectivity", record)
    with pytest.raises(ConnectivityError, match=message):
        StreetLearn(streetlearn).scan("manhattan")


def test_a_database_in_use_is_named(streetlearn: Path) -> None:
    with (
        plyvel.DB(str(streetlearn / "manhattan")),
        pytest.raises(ConnectivityError, match="cannot be opened"),
    ):
        StreetLearn(streetlearn).scan("manhattan")


def test_a_directory_without_a_database_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="There is no LevelDB"):
        open_environment(f"streetlearn:{tmp_path}")


def test_a_database_that_cannot_name_a_scan_is_named(streetlearn: Path) -> None:
    (streetlearn / "manhattan").rename(streetlearn / "New York")
    with pytest.raises(ConfigurationError, match=r"'New York' in .* cannot name a scan"):
        StreetLearn(streetlearn)
