"""What the readers of landmarks share: XML that cannot grow, pictures, faults with their place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from pydantic import ValidationError

from environments import ConfigurationError, Environment, InvalidDataError, PangeaError
from environments.input.regular_files import read_regular
from environments.regions.pixels import Equirectangular
from environments.scan import Viewpoint

MOST_XML_BYTES = 2**22
DEEPEST_XML = 16
UNKNOWN_LANGUAGE = "und"
"""BCP 47 for a language that nobody named; a mention must have one."""


def viewpoint_at(places: Environment, scan_id: str, viewpoint_id: str) -> Viewpoint:
    """The viewpoint of a scan.

    Raises:
        InvalidDataError: there is none.
    """
    try:
        return places.scan(scan_id).viewpoints[viewpoint_id]
    except (PangeaError, KeyError, OSError, ValueError) as error:
        raise InvalidDataError(
            f"The place has no viewpoint {viewpoint_id!r} in a scan {scan_id!r}.",
            remedy="Name the place that the file is of with --environment.",
        ) from error


def picture_of(
    places: Environment, scan_id: str, viewpoint_id: str, columns: int, rows: int
) -> Equirectangular:
    """The panorama of a viewpoint as a picture of this size.

    Raises:
        InvalidDataError: there is no such viewpoint, or the size is none.
    """
    return Equirectangular(columns, rows, viewpoint_at(places, scan_id, viewpoint_id).orientation)


def small_file(file: Path, most: int) -> bytes:
    """The content of a file.

    Raises:
        ConfigurationError: it cannot be opened, or has more bytes.
    """
    try:
        return read_regular(file, most=most)
    except OSError as error:
        raise ConfigurationError(
            f"{file.name} cannot be read: {error.strerror}.", remedy="Check the file's name."
        ) from error


def xml_of(data: bytes, place: str) -> Element:
    """The root of an XML text without entities, document type and depth.

    Raises:
        InvalidDataError: it is none, or has one of these.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    parser = DefusedXMLParser(target=_Shallow(), forbid_dtd=True)
    try:
        parser.feed(data)
        root: Element = parser.close()
    except DefusedXmlException as error:
        raise InvalidDataError(
            f"{place} declares entities or a document type.",
            remedy="Remove the DOCTYPE: annotations need none.",
        ) from error
    except (ParseError, LookupError, ValueError, AssertionError) as error:
        raise InvalidDataError(f"{place} is no XML: {error}.", remedy="Copy or download it again.") from error
    return root


@contextmanager
def placed(place: str) -> Iterator[None]:
    """Put a place before what is refused within, records included."""
    try:
        yield
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "record"
        raise InvalidDataError(
            f"{place}: {field} is {str(first['input'])[:80]!r}: {first['msg']}.", remedy="Mend it there."
        ) from error
    except PangeaError as error:
        if error.message.startswith(place):
            raise
        raise InvalidDataError(f"{place}: {error.message}", remedy=error.remedy) from error


class _Shallow(TreeBuilder):
    def __init__(self) -> None:
        super().__init__()
        self._depth = 0

    def start(self, tag: Any, attrs: Any, /) -> Any:
        self._depth += 1
        if self._depth > DEEPEST_XML:
            raise ValueError(f"it is nested deeper than {DEEPEST_XML}")
        return super().start(tag, attrs)

    def end(self, tag: Any, /) -> Any:
        self._depth -= 1
        return super().end(tag)
