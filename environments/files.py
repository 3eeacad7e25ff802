"""Reading JSON and image files from outside, for all adapters."""

from __future__ import annotations

import re
import sys
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from environments.errors import ConnectivityError, MissingImageError, UnreadableImageError
from environments.input.json_documents import json_of
from environments.input.regular_files import MOST_JSON_BYTES, read_regular
from environments.input.text import NotTextError
from environments.scan import EncodedImage

if TYPE_CHECKING:
    from pathlib import Path

MEDIA_TYPES = {".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
ID = r"^[A-Za-z0-9_-]+\Z"
"""Matches names of scans and viewpoints, which also appear in URLs."""
LONGEST_SHOWN = 80

Content = TypeVar("Content")


def read_json(file: Path, remedy: str, inside: Path) -> Any:
    """Read a JSON file that lies ``inside`` a folder.

    Raises:
        ConnectivityError: the file cannot be read, or is not JSON; has this ``remedy``.
    """
    try:
        return json_of(read_regular(file, inside, MOST_JSON_BYTES // 2))
    except OSError as exc:
        raise ConnectivityError(f"{file} cannot be read: {exc.strerror}.", remedy=remedy) from exc
    except NotTextError as exc:
        raise ConnectivityError(f"{file} is not JSON: {exc}.", remedy=remedy) from exc


def read_json_as(kind: type[Content], file: Path, remedy: str, inside: Path) -> Content:
    """Read a JSON file of a known form that lies ``inside`` a folder.

    Raises:
        ConnectivityError: the file cannot be read, is not JSON, or has another form (the message says where);
            has this ``remedy``.
    """
    try:
        return msgspec.convert(read_json(file, remedy, inside), type=kind)
    except msgspec.ValidationError as exc:
        raise ConnectivityError(f"{file}: {exc}.", remedy=remedy) from exc


def read_image(file: Path, remedy: str, inside: Path) -> EncodedImage:
    """Read an image file, as stored, that lies ``inside`` a folder.

    Raises:
        MissingImageError: the file is missing; the message names the expected path.
        UnreadableImageError: the file cannot be read.
    """
    try:
        return EncodedImage(read_regular(file, inside), MEDIA_TYPES[file.suffix.lower()])
    except FileNotFoundError as exc:
        raise MissingImageError(f"The image {file} is not there.", remedy=remedy) from exc
    except OSError as exc:
        raise UnreadableImageError(
            f"The image {file} cannot be read: {exc.strerror}.", remedy=remedy
        ) from exc


def is_id(value: object) -> bool:
    """Whether a value can name a scan or a viewpoint, also in a URL: letters, digits, ``_`` and ``-``."""
    return isinstance(value, str) and re.match(ID, value) is not None


def is_image_below(value: object) -> bool:
    """Whether a value is the relative path of an image file that stays below its folder."""
    if not isinstance(value, str) or ":" in value or "\\" in value:  # a URL or a Windows path
        return False
    path = PurePosixPath(value)
    return not path.is_absolute() and ".." not in path.parts and path.suffix.lower() in MEDIA_TYPES


def shown(value: object) -> str:
    """A value from a file, shortened for a message about it."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def are_numbers(value: object, length: int) -> bool:
    """Whether a JSON value is a list of ``length`` finite numbers."""
    return (
        isinstance(value, list)
        and len(value) == length
        and set(map(type, value)) <= {int, float}
        and all(abs(item) <= sys.float_info.max for item in value)
    )


def is_number(value: object) -> bool:
    """Whether a JSON value is a finite number (JSON's true and false are not)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
