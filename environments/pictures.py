"""Decoding images that others made: whole and correct, or refused with what is wrong."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import TYPE_CHECKING

from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from PIL.Image import Image

    from environments.scan import EncodedImage

MOST_PIXELS = 2**28
"""Twice 16384 x 8192: more is no camera's panorama but an attempt to fill the memory."""
REMEDY = "Export the image again."


def image_size(image: EncodedImage) -> tuple[int, int]:
    """Width and height in pixels, from the image's header alone.

    Raises:
        InvalidDataError: it is empty, no image, or larger than anything that will be decoded.
    """
    return _open(image).size


def decode_image(image: EncodedImage) -> Image:
    """All pixels of an image, as RGB, turned as its EXIF says: browsers do so too.

    Raises:
        InvalidDataError: as ``image_size``; it is truncated or corrupt, lies on its side, or is not of 8 bits.
    """
    from PIL import ImageOps

    opened = _open(image)
    size = opened.size
    try:
        opened.load()
        ImageOps.exif_transpose(opened, in_place=True)
    except (OSError, SyntaxError, ValueError, struct.error) as exc:
        raise InvalidDataError(f"The image cannot be decoded: {exc}.", remedy=REMEDY) from exc
    if opened.size != size:
        raise InvalidDataError(
            "The image's EXIF turns it on its side.", remedy="Turn its pixels, and export it again."
        )
    if opened.mode[0] in "IF":  # Pillow would cut them off at 255
        raise InvalidDataError(
            "The image has more than 8 bits for a pixel's grey.", remedy="Export it with 8 bits."
        )
    return opened if opened.mode == "RGB" else opened.convert("RGB")  # which would copy it all the same


def _open(image: EncodedImage) -> Image:
    from PIL import Image

    if not image.data:
        raise InvalidDataError("The image file is empty.", remedy=REMEDY)
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS  # Pillow's own limit is less than a panorama of 16384 x 8192
    try:
        opened = Image.open(BytesIO(image.data), formats=("JPEG", "PNG", "WEBP"))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large("more than twice that") from None
    except (OSError, SyntaxError, ValueError) as exc:
        raise InvalidDataError("The file is no image that can be read.", remedy=REMEDY) from exc
    width, height = opened.size
    if width * height > MOST_PIXELS:
        raise _too_large(f"{width} x {height}")
    return opened


def _too_large(pixels: str) -> InvalidDataError:
    return InvalidDataError(
        f"The image says that it has {pixels} pixels; at most {MOST_PIXELS:,} are decoded.",
        remedy="Scale it down; 16384 x 8192 is plenty for a panorama.",
    )
