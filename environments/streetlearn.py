"""StreetLearn: Street View panoramas of a city in a LevelDB of protocol buffers."""

from __future__ import annotations

import math
import os
import threading
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from environments.errors import ConfigurationError, ConnectivityError, ImageNotFoundError, ScanNotFoundError
from environments.files import is_id
from environments.geometry import as_rotation, rotation
from environments.graph import NavigationGraph
from environments.input.regular_files import open_regular
from environments.pictures import decode_image
from environments.scan import FACES, EncodedImage, Projection, Scan, Viewpoint

if TYPE_CHECKING:
    from environments.geometry import Rotation, Vector

GRAPH_KEY = b"panos_connectivity"
EARTH_RADIUS = 6_371_008.8
"""Mean radius in metres; positions are on a plane that touches the earth at the centre of the data."""
MESSAGES: dict[str, dict[str, tuple[int, str]]] = {
    "LatLng": {"lat": (1, "double"), "lng": (2, "double")},
    "Pano": {
        "id": (1, "string"),
        "coords": (9, "LatLng"),
        "alt": (10, "double"),
        "roll_deg": (11, "double"),
        "pitch_deg": (12, "double"),
        "heading_deg": (13, "double"),
        "compressed_image": (16, "bytes"),
        "snapped_coords": (19, "LatLng"),
    },
    "PanoConnection": {"id": (1, "string"), "neighbor": (3, "string*")},
    "StreetLearnGraph": {"connection": (3, "PanoConnection*"), "pano": (5, "Pano*")},
}
"""The fields that are read of the data set's protocol buffers: number and type, ``*`` for a repeated field."""
MOST_FILE_BYTES = 2**27
"""Largest file of a LevelDB that is opened; LevelDB writes files of 2 MiB unless a record is larger."""
MOST_RECORD_BYTES = 2**26
"""Largest record that is decoded; the graph of a city of 50,000 panoramas has a third of that."""
MOST_MESSAGES = 2**19
"""Most panoramas and connections of a graph: an empty one takes 2 bytes, and 50 times as many in memory."""
REMEDY = "Take the data set's LevelDB directory again."


class StreetLearn:
    """Scans of StreetLearn, each a city.

    Viewpoints are at their positions in the graph, the panorama's coordinates snapped to the street, in metres east
    (x), north (y) and up (z). An image's centre looks along ``heading_deg``, clockwise from north; ``pitch_deg``
    (positive looks up) and ``roll_deg`` (positive lowers the right) tilt it. Images that are wider than 2:1 lack sky
    and
    ground: black rows above and below complete them. An edge joins two panoramas if either names the other; neighbours
    that are not in the data are left out.

    Args:
        directory: a LevelDB directory, which is one scan named like it, or a directory of LevelDB directories.

    Raises:
        ConfigurationError: there is no LevelDB, or plyvel and protobuf are not installed.

    Source: Mirowski et al. 2018, arXiv:1903.01292; streetlearn.proto and the engine's pano_projection.cc. The engine
        itself ignores pitch and roll. Our choice: they are Street View's, as its Publish API defines them.
    """

    def __init__(self, directory: str | Path) -> None:
        folders = [Path(directory), *sorted(Path(directory).glob("*/"))]
        self._folders = {
            folder.resolve().name: folder for folder in folders if (folder / "CURRENT").is_file()
        }
        if not self._folders:
            raise ConfigurationError(
                f"There is no LevelDB in {directory}, nor in a directory in it.",
                remedy="Name the StreetLearn directory that contains the file CURRENT, or the directory above it.",
            )
        if bad := [name for name in self._folders if not is_id(name)]:
            raise ConfigurationError(
                f"The LevelDB directory {bad[0]!r} in {directory} cannot name a scan.",
                remedy="Rename it: letters, digits, '_' and '-'.",
            )
        self._databases: dict[str, Any] = {}
        self._opening = threading.Lock()
        self._scans: dict[str, Scan] = {}

    def scan_ids(self) -> list[str]:
        """Ids of all scans, sorted."""
        return sorted(self._folders)

    def scan(self, scan_id: str) -> Scan:
        """The scan of this id.

        Raises:
            ScanNotFoundError: there is no such scan.
            ConnectivityError: its graph is missing or malformed.
        """
        if scan_id not in self._scans:
            graph = _message(
                "StreetLearnGraph", self._record(scan_id, GRAPH_KEY), f"{GRAPH_KEY.decode()} of {scan_id}"
            )
            self._scans[scan_id] = _scan(scan_id, graph)
        return self._scans[scan_id]

    def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
        """A panorama; its only face is ``equirectangular``.

        Raises:
            ScanNotFoundError, ViewpointNotFoundError: unknown id.
            ImageNotFoundError: unknown face, or the data has no image of it.
        """
        self.scan(scan_id).graph.index(viewpoint_id)
        if face not in FACES[Projection.EQUIRECTANGULAR]:
            raise ImageNotFoundError(
                f"A panorama has no face {face!r}.", remedy="Its only face is equirectangular."
            )
        record = self._record(scan_id, viewpoint_id.encode())
        data = _message("Pano", record, f"{viewpoint_id} of {scan_id}").compressed_image if record else b""
        if not data:
            raise ImageNotFoundError(f"{scan_id} has no image of {viewpoint_id!r}.", remedy=REMEDY)
        return _whole_sphere(EncodedImage(data, "image/jpeg"))

    def close(self) -> None:
        """Close the databases, so that other programs can use them."""
        for database in self._databases.values():
            database.close()
        self._databases.clear()

    def _record(self, scan_id: str, key: bytes) -> bytes | None:
        if scan_id not in self._folders:
            known = ", ".join(self.scan_ids())
            raise ScanNotFoundError(
                f"There is no scan {scan_id!r}.", remedy=f"Known: {known}.", scan_id=scan_id
            )
        with self._opening:  # LevelDB lets a program open it only once
            if scan_id not in self._databases:
                _refuse_odd_files(self._folders[scan_id])
                self._databases[scan_id] = _open(self._folders[scan_id])
        record: bytes | None = self._databases[scan_id].get(key)
        return record


def _scan(scan_id: str, graph: Any) -> Scan:
    panos = {pano.id: pano for pano in graph.pano if is_id(pano.id)}
    if not panos:
        raise ConnectivityError(f"The graph of {scan_id} has no panorama.", remedy=REMEDY)
    places = np.array([_place(pano) for pano in panos.values()])
    if not np.isfinite(places).all():
        raise ConnectivityError(
            f"The graph of {scan_id} has a coordinate that is not a number.", remedy=REMEDY
        )
    viewpoints = {
        pano_id: Viewpoint(pano_id, position, _orientation(pano))
        for (pano_id, pano), position in zip(panos.items(), _metres(places), strict=True)
    }
    edges = {
        (min(connection.id, neighbor), max(connection.id, neighbor))
        for connection in graph.connection
        for neighbor in connection.neighbor
        if connection.id in panos and neighbor in panos and neighbor != connection.id
    }
    positions = {name: viewpoint.position for name, viewpoint in viewpoints.items()}
    return Scan(scan_id, viewpoints, NavigationGraph(positions, sorted(edges)), Projection.EQUIRECTANGULAR)


def _place(pano: Any) -> tuple[float, float, float]:
    """Latitude, longitude (degrees) and altitude (metres) of a panorama in the graph."""
    coords = pano.snapped_coords if pano.HasField("snapped_coords") else pano.coords
    return coords.lat, coords.lng, pano.alt


def _metres(places: np.ndarray[Any, np.dtype[np.float64]]) -> list[Vector]:
    """Positions (n, 3) in metres east, north and up of the centre of all."""
    latitude, longitude = np.radians(places[:, :2]).T
    middle = (latitude.min() + latitude.max()) / 2
    east = (longitude - (longitude.min() + longitude.max()) / 2) * math.cos(middle) * EARTH_RADIUS
    north = (latitude - middle) * EARTH_RADIUS
    return [(x, y, z) for x, y, z in np.stack([east, north, places[:, 2]], axis=-1).tolist()]


def _orientation(pano: Any) -> Rotation:
    roll = math.radians(pano.roll_deg)
    rolled = np.array([[math.cos(roll), 0, math.sin(roll)], [0, 1, 0], [-math.sin(roll), 0, math.cos(roll)]])
    return as_rotation(rotation(math.radians(pano.heading_deg), math.radians(pano.pitch_deg)) @ rolled)


def _whole_sphere(image: EncodedImage) -> EncodedImage:
    """Complete a cropped image with black rows."""
    from PIL import Image

    picture = decode_image(image)
    if picture.width <= 2 * picture.height:
        return image
    whole = Image.new("RGB", (picture.width, picture.width // 2))
    whole.paste(picture, (0, (whole.height - picture.height) // 2))
    encoded = BytesIO()
    whole.save(encoded, "JPEG", quality=95)
    return EncodedImage(encoded.getvalue(), "image/jpeg")


def _refuse_odd_files(folder: Path) -> None:
    """LevelDB opens each file by its name, would wait for a named pipe, and reads a block or a log's record whole."""
    try:
        for file in folder.iterdir():
            with open_regular(file, folder) as opened:
                if (size := os.fstat(opened.fileno()).st_size) > MOST_FILE_BYTES:
                    raise ConfigurationError(
                        f"{file} has {size:,} bytes; at most {MOST_FILE_BYTES:,} are opened.", remedy=REMEDY
                    )
    except OSError as exc:
        raise ConfigurationError(f"{exc.filename} cannot be read: {exc.strerror}.", remedy=REMEDY) from exc


def _open(folder: Path) -> Any:
    try:
        import plyvel
    except ImportError as exc:
        raise ConfigurationError(
            "StreetLearn's LevelDB cannot be read: plyvel is not installed.",
            remedy="pip install 'pangea-toolkit[streetlearn]'",
        ) from exc
    try:
        return plyvel.DB(str(folder), create_if_missing=False)
    except plyvel.Error as exc:
        raise ConnectivityError(
            f"The LevelDB {folder} cannot be opened: {exc}.",
            remedy="Only one program at a time may use it; if no other one does, copy the data again.",
        ) from exc


def _message(name: str, record: bytes | None, what: str) -> Any:
    from google.protobuf.message import DecodeError

    if record is None:
        raise ConnectivityError(f"The data has no {what}.", remedy=REMEDY)
    if len(record) > MOST_RECORD_BYTES or _has_too_many_messages(record):
        raise ConnectivityError(
            f"The {what} has more than {MOST_RECORD_BYTES:,} bytes or {MOST_MESSAGES:,} messages.",
            remedy=REMEDY,
        )
    try:
        return message_class(name).FromString(record)
    except DecodeError as exc:
        raise ConnectivityError(f"The {what} is not a {name} message: {exc}.", remedy=REMEDY) from exc


def _has_too_many_messages(record: bytes) -> bool:
    """Whether a protocol buffer has more than ``MOST_MESSAGES`` fields at its top; one that is damaged may have any."""
    place = count = 0
    while place < len(record) and count <= MOST_MESSAGES:
        tag, place = _varint(record, place)
        count += 1
        match tag & 7:
            case 0:
                _, place = _varint(record, place)
            case 1:
                place += 8
            case 2:
                length, place = _varint(record, place)
                place += length
            case 5:
                place += 4
            case _:
                return False  # no such field was ever written, and the decoder refuses it
    return count > MOST_MESSAGES


def _varint(record: bytes, place: int) -> tuple[int, int]:
    """The number that begins at ``place``, seven bits a byte, and where it ends."""
    value = shift = 0
    while place < len(record) and shift < 70:
        byte = record[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            break
    return value, place


@cache
def message_class(name: str) -> Any:
    """The protobuf class of one of ``MESSAGES``."""
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    field_type = descriptor_pb2.FieldDescriptorProto
    file = descriptor_pb2.FileDescriptorProto(
        name="streetlearn.proto", package="streetlearn", syntax="proto2"
    )
    for message, fields in MESSAGES.items():
        described = file.message_type.add(name=message)
        for field, (number, kind) in fields.items():
            plain = kind.removesuffix("*")
            added = described.field.add(name=field, number=number)
            added.label = field_type.LABEL_REPEATED if kind != plain else field_type.LABEL_OPTIONAL
            if plain in MESSAGES:
                added.type, added.type_name = field_type.TYPE_MESSAGE, f".streetlearn.{plain}"
            else:
                added.type = getattr(field_type, f"TYPE_{plain.upper()}")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"streetlearn.{name}"))
