"""Images are decoded as browsers show them, or refused."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image, ImageCms

from environments import EncodedImage, InvalidDataError, pictures
from environments.pictures import decode_image, decode_millimetres, decode_numbers, image_size, panorama_head

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


def test_numbers_and_depths_are_read_as_they_are_stored() -> None:
    numbers = Image.new("L", (8, 4), 7)
    depths = Image.new("I;16", (8, 4), 40_000)
    assert decode_numbers(encoded(numbers).data).getpixel((3, 2)) == 7
    assert decode_millimetres(encoded(depths).data).getpixel((3, 2)) == 40_000
    with pytest.raises(InvalidDataError, match=r"has the mode L\. A depth picture has 16 bits of grey"):
        decode_millimetres(encoded(numbers).data)


@pytest.mark.parametrize("cut", [0, 20, -1])
@pytest.mark.parametrize("decode", [decode_image, decode_numbers, decode_millimetres])
def test_an_empty_a_foreign_and_a_cut_file_are_refused(decode: Any, cut: int) -> None:
    whole = encoded(
        Image.frombytes("I;16" if decode is decode_millimetres else "L", (64, 32), bytes(range(256)) * 16)
    ).data
    data = {0: b"", 20: b"no picture at all", -1: whole[: len(whole) // 2]}[cut]
    wrong = {0: "is empty", 20: "is not an image that can be read", -1: "cannot be decoded"}[cut]
    with pytest.raises(InvalidDataError, match=wrong):
        decode(EncodedImage(data, "image/png") if decode is decode_image else data)


@pytest.mark.parametrize("kind", ["GIF", "BMP", "TIFF"])
def test_a_picture_of_another_kind_is_refused(kind: str) -> None:
    with pytest.raises(InvalidDataError, match="not an image that can be read"):
        image_size(encoded(Image.new("L", (8, 4)), kind))


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize(
    ("most", "wrong"),
    [(32, None), (31, "claims to have 8 x 4 pixels; at most 31"), (15, "more than twice that pixels")],
)
def test_a_picture_has_up_to_a_number_of_pixels(
    most: int, wrong: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    monkeypatch.setattr(pictures, "MOST_PIXELS", most)
    image = encoded(Image.new("L", (8, 4)))
    if wrong:
        with pytest.raises(InvalidDataError, match=wrong):
            image_size(image)
    else:
        assert image_size(image) == (8, 4)


@pytest.mark.parametrize(
    ("enough", "size"),
    [(None, (512, 256)), ((128, 64), (128, 64)), ((100, 50), (128, 64)), ((1, 1), (64, 32))],
)
def test_a_jpeg_is_decoded_to_as_little_as_is_enough(
    enough: tuple[int, int] | None, size: tuple[int, int]
) -> None:
    assert decode_image(encoded(Image.new("RGB", (512, 256)), "JPEG"), enough).size == size
    assert decode_image(encoded(Image.new("RGB", (512, 256)), "PNG"), enough).size == (512, 256)


def test_the_orientation_of_xmp_is_not_followed_since_no_browser_does() -> None:
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:Description tiff:Orientation="3"/></x:xmpmeta>'
    picture = Image.new("RGB", (64, 32))
    picture.paste("white", (0, 0, 32, 16))
    for kind in ("JPEG", "PNG", "WEBP"):
        shown = decode_image(encoded(picture, kind, xmp=xmp)).convert("L")
        assert shown.resize((2, 2), Image.Resampling.NEAREST).tobytes()[0] > 200


def test_a_profile_of_srgb_or_a_broken_one_changes_nothing() -> None:
    picture = Image.new("RGB", (8, 8), (10, 200, 30))
    srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    for profile in (srgb, b"no profile"):
        assert decode_image(encoded(picture, icc_profile=profile)).getpixel((0, 0)) == (10, 200, 30)


def test_the_numbers_of_a_panorama_are_read_in_both_ways_of_writing_them() -> None:
    data = b'GPano:PosePitchDegrees="12.0" <GPano:PoseRollDegrees>-8.5</GPano:PoseRollDegrees> GPano:Viewer="True"'
    assert panorama_head(EncodedImage(data, "image/jpeg")) == {
        "PosePitchDegrees": 12.0,
        "PoseRollDegrees": -8.5,
    }
