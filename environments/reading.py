"""Reading files that others wrote: what every adapter asks of JSON and of images."""

from __future__ import annotations

import json
import re
import sys
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from environments.errors import ConnectivityError, MissingImageError, UnreadableImageError
from environments.scan import EncodedImage

if TYPE_CHECKING:
    from pathlib import Path

MEDIA_TYPES = {".jpeg": "image/jpeg", ".jpg": "image/jpeg", ".png": "image/png", ".webp": "image/webp"}
ID = r"^[A-Za-z0-9_-]+\Z"
"""Can name a scan or a viewpoint, in an address as well."""
LONGEST_SHOWN = 80

Content = TypeVar("Content")


def read_json(file: Path, remedy: str) -> Any:
    """The content of a JSON file.

    Raises:
        ConnectivityError: it cannot be read, or is not JSON; carries ``remedy``.
    """
    try:
        return json.loads(file.read_bytes())
    except OSError as exc:
        raise ConnectivityError(f"{file} cannot be read: {exc.strerror}.", remedy=remedy) from exc
    except (ValueError, RecursionError) as exc:
        raise ConnectivityError(f"{file} is not JSON: {exc}.", remedy=remedy) from exc


def read_json_as(kind: type[Content], file: Path, remedy: str) -> Content:
    """The content of a JSON file whose form is known.

    Raises:
        ConnectivityError: it cannot be read, is not JSON, or has another form (the message says where); carries
            ``remedy``.
    """
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except OSError as exc:
        raise ConnectivityError(f"{file} cannot be read: {exc.strerror}.", remedy=remedy) from exc
    except msgspec.ValidationError as exc:
        raise ConnectivityError(f"{file}: {exc}.", remedy=remedy) from exc
    except (ValueError, RecursionError) as exc:
        raise ConnectivityError(f"{file} is not JSON: {exc}.", remedy=remedy) from exc


def read_image(file: Path, remedy: str) -> EncodedImage:
    """An image file as it is.

    Raises:
        MissingImageError: it is not there; the message names the path expected.
        UnreadableImageError: it cannot be read.
    """
    try:
        return EncodedImage(file.read_bytes(), MEDIA_TYPES[file.suffix.lower()])
    except FileNotFoundError as exc:
        raise MissingImageError(f"The image {file} is not there.", remedy=remedy) from exc
    except OSError as exc:
        raise UnreadableImageError(
            f"The image {file} cannot be read: {exc.strerror}.", remedy=remedy
        ) from exc


def is_id(value: object) -> bool:
    """Whether a value can name a scan or a viewpoint, in an address as well: letters, digits, ``_`` and ``-``."""
    return isinstance(value, str) and re.match(ID, value) is not None


def is_image_below(value: object) -> bool:
    """Whether a value is the relative path of an image file that stays below the folder it is in."""
    if not isinstance(value, str) or ":" in value or "\\" in value:  # an address, or a path of Windows
        return False
    path = PurePosixPath(value)
    return not path.is_absolute() and ".." not in path.parts and path.suffix.lower() in MEDIA_TYPES


def shown(value: object) -> str:
    """A value of somebody's file, short enough for a message about it."""
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def are_numbers(value: object, length: int) -> bool:
    """Whether a JSON value is a list of so many finite numbers."""
    return (
        isinstance(value, list)
        and len(value) == length
        and set(map(type, value)) <= {int, float}
        and all(abs(item) <= sys.float_info.max for item in value)
    )


def is_number(value: object) -> bool:
    """Whether a JSON value is a finite number (JSON's true and false are not)."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
