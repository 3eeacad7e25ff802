"""Images are decoded as browsers show them, or refused."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from environments import EncodedImage, InvalidDataError
from environments.pictures import decode_image

ORIENTATION = 0x0112  # EXIF


def encoded(picture: Image.Image, kind: str = "PNG", **options: Any) -> EncodedImage:
    file = io.BytesIO()
    picture.save(file, kind, **options)
    return EncodedImage(file.getvalue(), f"image/{kind.lower()}")


def turned(orientation: int) -> EncodedImage:
    """White at its upper left, black elsewhere."""
    picture = Image.new("RGB", (64, 32))
    picture.paste("white", (0, 0, 32, 16))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    return encoded(picture, "JPEG", exif=exif)


@pytest.mark.parametrize(("orientation", "white"), [(1, 0), (2, 1), (3, 3), (4, 2)])
def test_an_image_is_turned_as_its_exif_says(orientation: int, white: int) -> None:
    picture = decode_image(turned(orientation))
    assert picture.size == (64, 32)
    greys = picture.convert("L").resize((2, 2), Image.Resampling.NEAREST).tobytes()
    assert [grey > 200 for grey in greys] == [corner == white for corner in range(4)]


def test_an_image_that_lies_on_its_side_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="turns it on its side"):
        decode_image(turned(6))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA"])
def test_all_that_a_camera_or_an_editor_writes_becomes_rgb(mode: str) -> None:
    picture = decode_image(encoded(Image.new("RGB", (8, 4), (255, 255, 255)).convert(mode)))
    assert (picture.mode, picture.getpixel((3, 2))) == ("RGB", (255, 255, 255))


def test_grey_of_16_bits_is_refused_rather_than_cut_off() -> None:
    with pytest.raises(InvalidDataError, match="more than 8 bits"):
        decode_image(encoded(Image.new("I;16", (8, 4), 40_000)))
