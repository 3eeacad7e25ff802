"""The pictures of a place that is edited: those in which something is blurred, and their originals, kept apart."""

from __future__ import annotations

import io
import os
from hashlib import sha256
from pathlib import Path

from environments.editing.blur import blur
from environments.errors import EditError
from environments.files import read_image
from environments.folders import make_folder
from environments.input.regular_files import read_regular
from environments.own_places.blurred import ORIGINALS, Blurred, BlurredBox
from environments.pictures import decode_image
from environments.scan import EncodedImage

FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP"}
QUALITY = 95
WRITTEN = ".sha256"
"""After the name of an original: the digests of the picture that was written in its place, and of the one before."""
MOST_WRITTEN = 1024


def write_whole(file: Path, text: bytes) -> None:
    """Replace a file at once: whoever reads it finds the old one or the new one."""
    part = file.with_name(f".{file.name}.part")
    with part.open("wb") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
    part.replace(file)


def blur_pictures(folder: Path, before: Blurred, after: Blurred) -> None:
    """Write the pictures whose boxes differ. A picture without boxes is its original again, to the byte.

    Raises:
        EditError: a picture was replaced since, or its original is gone; nothing is written of it.
        InvalidDataError, ImageNotFoundError: it cannot be read.
        OSError: it cannot be written.
    """
    for image in sorted(before.keys() | after.keys()):
        if before.get(image) != after.get(image):
            _blur_picture(folder, image, after.get(image, ()))


def _blur_picture(folder: Path, image: str, boxes: tuple[BlurredBox, ...]) -> None:
    file, original = folder / image, folder / ORIGINALS / image
    written = original.with_name(f"{original.name}{WRITTEN}")
    now = read_image(file, "Put it there again.", folder)
    if not original.is_file():
        if not boxes:
            raise EditError(
                f"The original of {image} is gone: {original} is not there.",
                remedy="Put it there again, or leave the picture as it is.",
            )
        make_folder(original.parent)
        write_whole(original, now.data)
    elif written.is_file() and _digest(now.data).encode() not in read_regular(written, folder, MOST_WRITTEN):
        raise EditError(
            f"{image} was replaced since something in it was blurred.",
            remedy=f"Move {original} elsewhere: the picture as it is now is then the original.",
        )
    kept = read_image(original, "Put it there again.", folder)
    if boxes:
        picture = _blurred(kept, boxes)
        write_whole(written, f"{_digest(picture)} {_digest(now.data)}\n".encode())
        write_whole(file, picture)
    else:
        write_whole(file, kept.data)
        written.unlink(missing_ok=True)
        original.unlink()


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()


def _blurred(image: EncodedImage, boxes: tuple[BlurredBox, ...]) -> bytes:
    """The file of a picture with these boxes blurred, and without what its camera wrote of place and owner."""
    picture = decode_image(image)
    blur(picture, boxes)
    picture.info.clear()
    written = io.BytesIO()
    picture.save(written, FORMATS[image.media_type], quality=QUALITY, subsampling=0)
    return written.getvalue()
