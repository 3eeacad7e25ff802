"""Decoding images from outside: complete and valid ones are decoded, others are refused with the fault."""

from __future__ import annotations

import re
import struct
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any

from environments.errors import InvalidDataError
from environments.scan import EncodedImage

if TYPE_CHECKING:
    from PIL.Image import Image

MOST_PIXELS = 2**27
"""16384 x 8192, which take 512 MiB: Pillow keeps four bytes a pixel, and decodes a picture whole."""
REMEDY = "Export the image again."
JPEG = b"\xff\xd8"
_LONGEST_HEAD = 2**20
_GPS = 0x8825
_NUMBER = rb"(-?\d+(?:\.\d*)?)"
_GPANO = re.compile(rb"GPano:(\w+)(?:=[\"']" + _NUMBER + rb"[\"']|>\s*" + _NUMBER + rb"\s*<)")
warnings.filterwarnings("ignore", module="PIL")  # they would come without the picture's name


def image_size(image: EncodedImage) -> tuple[int, int]:
    """Width and height in pixels, from the image's header alone.

    Raises:
        InvalidDataError: the file is empty, is not an image, or has more than ``MOST_PIXELS``.
    """
    return _open(image).size


def decode_image(image: EncodedImage, enough: tuple[int, int] | None = None) -> Image:
    """All pixels of an image as RGB in sRGB's colours, rotated as its EXIF says, as browsers do.

    Args:
        enough: a size, if a smaller picture will do that is at least as large: a JPEG is then decoded to as little as
            an eighth of its width and height, in a sixty-fourth of the memory, and all of it is still read.

    Raises:
        InvalidDataError: see ``image_size``; or the image is truncated or corrupt, is turned on its side by its EXIF,
            or does not have 8 bits per channel.
    """
    from PIL import ImageOps

    opened = _open(image)
    if enough:
        opened.draft(None, enough)  # only JPEGs can do this
    size = opened.size
    for xmp in ("xmp", "XML:com.adobe.xmp"):
        opened.info.pop(xmp, None)  # Pillow would also turn it as this says, and browsers do not
    try:
        opened.load()
        ImageOps.exif_transpose(opened, in_place=True)
    except (OSError, SyntaxError, ValueError, struct.error) as exc:
        raise InvalidDataError(f"The image cannot be decoded: {exc}.", remedy=REMEDY) from exc
    if opened.size != size:
        raise InvalidDataError(
            "The image's EXIF turns it on its side.", remedy="Rotate its pixels, and export it again."
        )
    if opened.mode[0] in "IF":  # Pillow would clip them at 255
        raise InvalidDataError(
            "The image has more than 8 bits per grey pixel.", remedy="Export it with 8 bits."
        )
    return _in_srgb(opened)


def _in_srgb(picture: Image) -> Image:
    """The picture as RGB; colours of another ICC profile, such as Display P3, become those of sRGB."""
    from PIL import ImageCms

    profile = picture.info.get("icc_profile")
    if profile:
        try:
            given = ImageCms.ImageCmsProfile(BytesIO(profile))
            if "sRGB" not in ImageCms.getProfileDescription(given):
                in_place = picture.mode == "RGB"  # a copy would take as much memory again
                shown = ImageCms.profileToProfile(
                    picture, given, ImageCms.createProfile("sRGB"), outputMode="RGB", inPlace=in_place
                )
                return shown or picture
        except (ImageCms.PyCMSError, OSError, ValueError):
            pass  # browsers show the pixels as they are when their profile is broken, or of another mode
    return picture if picture.mode == "RGB" else picture.convert("RGB")  # convert would copy it anyway


def panorama_head(image: EncodedImage) -> dict[str, float]:
    """What an image's XMP says of its panorama: names of GPano with their numbers, such as PosePitchDegrees.

    Source: Google's Photo Sphere XMP metadata.
    """
    found = _GPANO.findall(image.data[:_LONGEST_HEAD])
    return {name.decode(): float(attribute or element) for name, attribute, element in found}


def gps_tags(image: EncodedImage) -> dict[int, Any]:
    """What an image's EXIF says of where it was taken: the tags of its GPS directory; empty where it says nothing.

    Raises:
        InvalidDataError: see ``image_size``.
    """
    try:
        return dict(_open(image).getexif().get_ifd(_GPS))
    except (OSError, SyntaxError, ValueError, KeyError, struct.error):
        return {}


def decode_numbers(data: bytes) -> Image:
    """The pixels of an identity picture: one channel of 8 bits.

    Raises:
        InvalidDataError: see ``image_size``; or the picture is truncated or corrupt.
    """
    opened = _open(EncodedImage(data, "image/png"))
    try:
        return opened.convert("L")
    except (OSError, SyntaxError, ValueError, struct.error) as exc:
        raise InvalidDataError(f"The image cannot be decoded: {exc}.", remedy=REMEDY) from exc


def decode_millimetres(data: bytes) -> Image:
    """The pixels of a depth picture: one channel of 16 bits.

    Raises:
        InvalidDataError: see ``image_size``; or the picture is truncated or corrupt, or does not have 16 bits of grey.
    """
    opened = _open(EncodedImage(data, "image/png"))
    if not opened.mode.startswith("I"):
        raise InvalidDataError(
            f"The picture has the mode {opened.mode}.", remedy="A depth picture has 16 bits of grey."
        )
    try:
        opened.load()
    except (OSError, SyntaxError, ValueError, struct.error) as exc:
        raise InvalidDataError(f"The image cannot be decoded: {exc}.", remedy=REMEDY) from exc
    return opened


def _open(image: EncodedImage) -> Image:
    from PIL import Image
    from PIL.JpegImagePlugin import JpegImageFile

    if not image.data:
        raise InvalidDataError("The image file is empty.", remedy=REMEDY)
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS  # Pillow's own limit is less than a panorama of 16384 x 8192
    try:
        if image.data.startswith(
            JPEG
        ):  # a list of further pictures (MPF), which may count wrongly, is not looked at
            opened: Image.Image = JpegImageFile(BytesIO(image.data))
        else:
            opened = Image.open(BytesIO(image.data), formats=("PNG", "WEBP"))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_large("more than twice that") from None
    except (OSError, SyntaxError, ValueError) as exc:
        raise InvalidDataError("The file is not an image that can be read.", remedy=REMEDY) from exc
    width, height = opened.size
    if width * height > MOST_PIXELS:
        raise _too_large(f"{width} x {height}")
    return opened


def _too_large(pixels: str) -> InvalidDataError:
    return InvalidDataError(
        f"The image claims to have {pixels} pixels; at most {MOST_PIXELS:,} are decoded.",
        remedy="Scale it down, to 16384 x 8192 if it is a whole sphere.",
    )
