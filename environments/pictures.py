"""Decoding images that others made: whole and correct, or refused with what is wrong."""

from __future__ import annotations

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
    """All pixels of an image, as RGB.

    Raises:
        InvalidDataError: as ``image_size``, or it is truncated or corrupt.
    """
    opened = _open(image)
    try:
        return opened.convert("RGB")
    except (OSError, SyntaxError, ValueError) as exc:
        raise InvalidDataError(f"The image cannot be decoded: {exc}.", remedy=REMEDY) from exc


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
