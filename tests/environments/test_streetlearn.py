"""StreetLearn in its published layout: a LevelDB of protocol buffers, written here record by record."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import nullcontext
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
    ScanNotFoundError,
    open_environment,
)
from environments import streetlearn as streetlearn_module
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


def pano(name: str, lat: float, lng: float, heading: float, image: bytes = b"", roll: float = 0.0) -> bytes:
    """A Pano; its own place is off the street, which ``snapped_coords`` mends."""
    message = field(1, name) + field(3, "Broadway") + field(9, lat_lng(lat + 0.001, lng)) + field(10, 12.5)
    message += field(11, roll) + field(12, 5.0) + field(13, heading) + field(14, "2018-01")
    return message + (field(16, image) if image else b"") + field(19, lat_lng(lat, lng))


def rewrite_graph(directory: Path, record: bytes) -> None:
    with plyvel.DB(str(directory / "manhattan")) as database:
        database.put(b"panos_connectivity", record)


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


def test_places_are_metres_east_north_and_up_of_the_middle_of_all(streetlearn: Path) -> None:
    viewpoints = StreetLearn(streetlearn).scan("manhattan").viewpoints
    half = 0.0005 * np.pi / 180 * 6_371_008.8  # of a thousandth of a degree
    east = half * np.cos(np.radians(40.0005))
    assert viewpoints["north_1"].position == pytest.approx((-east, half, 12.5), abs=1e-6)
    assert viewpoints["east"].position == pytest.approx((east, -half, 12.5), abs=1e-6)


def test_a_panorama_that_is_not_snapped_to_the_street_is_at_its_own_place(streetlearn: Path) -> None:
    snapped = len(field(19, lat_lng(0.0, 0.0)))
    panos = (
        pano("a", 40.0, -74.0, 0.0),
        pano("b", 40.0, -74.0, 0.0)[:-snapped],
    )  # b's own is 0.001 degrees north
    rewrite_graph(streetlearn, b"".join(field(5, each) for each in panos))
    viewpoints = StreetLearn(streetlearn).scan("manhattan").viewpoints
    assert viewpoints["b"].position[1] - viewpoints["a"].position[1] == pytest.approx(111.195, abs=0.01)


def test_a_positive_roll_lowers_the_right(streetlearn: Path) -> None:
    rewrite_graph(streetlearn, field(5, pano("a", 40.0, -74.0, 0.0, roll=90.0)))
    right, forward, _ = np.array(StreetLearn(streetlearn).scan("manhattan").viewpoints["a"].orientation).T
    assert right == pytest.approx([0, np.sin(np.radians(5)), -np.cos(np.radians(5))])
    assert forward == pytest.approx([0, np.cos(np.radians(5)), np.sin(np.radians(5))])


def test_what_is_no_edge_or_no_viewpoint_is_left_out(streetlearn: Path) -> None:
    place = (40.0, -74.0, 0.0)
    named = [field(5, pano(name, *place)) for name in ("b", "a", "../x")]
    joined = [field(3, field(1, "b") + field(3, end)) for end in ("b", "a", "a", "../x")]
    rewrite_graph(streetlearn, b"".join([*named, *joined, field(3, field(1, "a") + field(3, "b"))]))
    graph = StreetLearn(streetlearn).scan("manhattan").graph
    assert graph.viewpoint_ids == ("b", "a")
    assert graph.edges() == [("b", "a", 0.0)]


def test_a_coordinate_that_is_not_a_number_is_refused(streetlearn: Path) -> None:
    rewrite_graph(streetlearn, field(5, pano("a", 40.0, float("nan"), 0.0)))
    with pytest.raises(ConnectivityError, match="manhattan has a coordinate that is not a number"):
        StreetLearn(streetlearn).scan("manhattan")


def test_a_database_can_be_opened_by_others_once_it_is_closed(streetlearn: Path) -> None:
    environment = StreetLearn(streetlearn)
    environment.image("manhattan", "east", "equirectangular")
    environment.close()
    plyvel.DB(str(streetlearn / "manhattan")).close()
    assert environment.image("manhattan", "east", "equirectangular").media_type == "image/jpeg"


@pytest.mark.usefixtures("backwards")
def test_a_directory_of_databases_has_a_scan_for_each(streetlearn: Path) -> None:
    for name in ("pittsburgh", "boston"):
        plyvel.DB(str(streetlearn / name), create_if_missing=True).close()
    (streetlearn / "notes").mkdir()
    assert StreetLearn(streetlearn).scan_ids() == ["boston", "manhattan", "pittsburgh"]
    with pytest.raises(ScanNotFoundError, match="Known: boston, manhattan, pittsburgh"):
        StreetLearn(streetlearn).scan("notes")


@pytest.mark.parametrize(
    ("fields", "refused"),
    [
        (field(5, b"x") * 3, False),
        (field(5, b"x") * 4, True),
        (varint(1 << 3) + varint(2**40) + field(5, 1.0) + varint(2 << 3 | 5) + b"1234", False),
        (varint(1 << 3) + varint(2**40) + field(5, 1.0) * 2 + varint(2 << 3 | 5) + b"1234", True),
        (field(5, b"x" * 300) * 3, False),
        (varint(3) + field(5, b"x") * 9, False),  # of no type that there is: the decoder refuses it
        (field(5, b"x") * 3 + b"\x80" * 20, True),
    ],
)
def test_a_record_of_too_many_messages_is_not_decoded(
    fields: bytes, refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streetlearn_module, "MOST_MESSAGES", 3)
    assert streetlearn_module._has_too_many_messages(fields) is refused


@pytest.mark.parametrize(("more", "refused"), [(0, False), (-1, True)])
def test_a_record_may_be_as_large_as_the_largest(
    streetlearn: Path, monkeypatch: pytest.MonkeyPatch, more: int, refused: bool
) -> None:
    record = field(5, pano("a", 40.0, -74.0, 0.0))
    rewrite_graph(streetlearn, record)
    monkeypatch.setattr(streetlearn_module, "MOST_RECORD_BYTES", len(record) + more)
    with pytest.raises(ConnectivityError, match="has more than") if refused else nullcontext():
        StreetLearn(streetlearn).scan("manhattan")


@pytest.mark.parametrize(("more", "refused"), [(0, False), (-1, True)])
def test_a_file_of_a_database_may_be_as_large_as_the_largest(
    streetlearn: Path, monkeypatch: pytest.MonkeyPatch, more: int, refused: bool
) -> None:
    largest = max(file.stat().st_size for file in (streetlearn / "manhattan").iterdir())
    monkeypatch.setattr(streetlearn_module, "MOST_FILE_BYTES", largest + more)
    with pytest.raises(ConfigurationError, match=f"has {largest:,} bytes") if refused else nullcontext():
        StreetLearn(streetlearn).scan("manhattan")


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


def test_a_graph_is_read_once(streetlearn: Path) -> None:
    environment = StreetLearn(streetlearn)
    assert environment.scan("manhattan") is environment.scan("manhattan")


def test_a_whole_sphere_is_given_as_it_is_stored(streetlearn: Path) -> None:
    stored = StreetLearn(streetlearn).image("manhattan", "east", "equirectangular")
    assert stored.data == photograph((408, 204))


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
