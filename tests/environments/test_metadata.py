"""Pictures are freed of what cameras write about their owner, and look the same."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageCms, PngImagePlugin

from environments import EncodedImage, InvalidDataError
from environments.metadata import without_metadata
from environments.pictures import decode_image

OWNER, SERIAL, PLACE = "Ada Lovelace", "X3-4711-0815", (51.0, 30.0, 5.5)
XMP = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><GPano:PoseRollDegrees>1</GPano:PoseRollDegrees>Ada Lovelace</x:xmpmeta>'
FORMS = ("JPEG", "PNG", "WEBP")


def personal_exif(orientation: int = 1) -> Image.Exif:
    """The owner's name, the camera's number, and where it was."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x013B] = OWNER
    exif.get_ifd(0x8769)[0xA431] = SERIAL
    exif.get_ifd(0x8825).update({1: "N", 2: PLACE, 3: "W", 4: (0.0, 8.0, 0.0)})
    return exif


def personal(form: str, orientation: int = 1, **options: Any) -> EncodedImage:
    """A picture with all that, as EXIF, XMP, and as a comment where the form has them."""
    pixels = np.random.default_rng(0).integers(0, 256, (32, 64, 3), np.uint8)
    told: dict[str, Any] = {"exif": personal_exif(orientation), **options}
    if form == "PNG":
        text = PngImagePlugin.PngInfo()
        text.add_text("Author", OWNER)
        text.add_itxt("XML:com.adobe.xmp", XMP.decode())
        told |= {"pnginfo": text}
    else:
        told |= {"xmp": XMP} | ({"comment": OWNER} if form == "JPEG" else {"lossless": True})
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, form, **told)
    return EncodedImage(file.getvalue(), f"image/{form.lower()}")


def tells(image: EncodedImage) -> list[str]:
    """What of it is in a file."""
    return [each for each in (OWNER, SERIAL, "GPano", "xmpmeta") if each.encode() in image.data]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("orientation", [1, 3, 6])
def test_nothing_is_left_but_the_picture(form: str, orientation: int) -> None:
    image = personal(form, orientation)
    assert {OWNER, SERIAL} <= set(tells(image))
    kept = without_metadata(image)
    assert tells(kept) == []
    with Image.open(io.BytesIO(kept.data)) as before, Image.open(io.BytesIO(image.data)) as after:
        assert dict(before.getexif()) == ({} if orientation == 1 else {0x0112: orientation})
        assert not before.getexif().get_ifd(0x8825)
        assert np.array_equal(np.asarray(before), np.asarray(after))


@pytest.mark.parametrize("form", FORMS)
def test_colours_and_turns_stay(form: str) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()
    image = personal(form, 3, icc_profile=profile)
    kept = without_metadata(image)
    with Image.open(io.BytesIO(kept.data)) as opened:
        assert opened.info["icc_profile"] == profile
    assert decode_image(kept).tobytes() == decode_image(image).tobytes()


@pytest.mark.parametrize("form", FORMS)
def test_what_follows_a_picture_in_its_file_is_left_out(form: str) -> None:
    image = personal(form)
    followed = EncodedImage(image.data + b"where the camera was: " + SERIAL.encode(), image.media_type)
    assert without_metadata(followed) == without_metadata(image)


def test_a_list_of_more_pictures_is_left_out_with_them() -> None:
    file = io.BytesIO()
    first, second = (Image.new("RGB", (64, 32), colour) for colour in ("red", "blue"))
    second.encoderinfo = {"exif": personal_exif()}
    first.save(file, "MPO", save_all=True, append_images=[second])
    kept = without_metadata(EncodedImage(file.getvalue(), "image/jpeg"))
    assert (b"MPF" in file.getvalue(), b"MPF" in kept.data, kept.data.count(b"\xff\xd8\xff")) == (
        True,
        False,
        1,
    )


def test_a_progressive_picture_keeps_all_its_scans() -> None:
    image = personal("JPEG", progressive=True)
    kept = without_metadata(image)
    assert kept.data.count(b"\xff\xda") == image.data.count(b"\xff\xda") > 1
    assert decode_image(kept).tobytes() == decode_image(image).tobytes()


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_without_anything_personal_is_the_same_file(form: str) -> None:
    kept = without_metadata(personal(form))
    assert without_metadata(kept) == kept


@pytest.mark.parametrize("form", FORMS)
def test_of_a_file_that_is_cut_off_or_damaged_nothing_personal_stays(form: str) -> None:
    data = personal(form).data
    for end in range(12, len(data), 97):
        assert tells(without_metadata(EncodedImage(data[:end], ""))) == []
    rng = np.random.default_rng(1)
    for _ in range(100):
        damaged = bytearray(data)
        damaged[int(rng.integers(12, len(data)))] = int(rng.integers(256))
        without_metadata(EncodedImage(bytes(damaged), ""))  # never an error, never without an end


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="not an image that can be read"):
        without_metadata(EncodedImage(b"ftypheic" + OWNER.encode(), "image/jpeg"))


def test_exif_that_is_damaged_turns_nothing() -> None:
    image = personal("JPEG", 3)
    start = image.data.index(b"MM\0*") if b"MM\0*" in image.data else image.data.index(b"II*\0")
    broken = image.data[: start + 4] + struct.pack(">I", 2**32 - 9) + image.data[start + 8 :]
    assert tells(without_metadata(EncodedImage(broken, "image/jpeg"))) == []
