"""What a file is, by its content: its name may say anything."""

from __future__ import annotations

import os
from typing import BinaryIO

from environments.errors import InvalidDataError
from environments.pictures import decode_image, image_size
from environments.scan import EncodedImage

PICTURE_BYTES = 4 * 2**20
FILM_BYTES = 100 * 2**20
CAPTIONS_BYTES = 2**20
MOST_PIXELS = 24_000_000
HEAD_BYTES = 64

PICTURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
EBML = b"\x1a\x45\xdf\xa3"  # the container of WebM
SMALLER = "Make it smaller, or show it elsewhere and link to it."


def media_type_of(file: BinaryIO) -> str:
    """The media type of a picture (PNG, JPEG, WebP), film (MP4, WebM) or captions file (WebVTT) that is complete enough
    to be shown.

    Raises:
        InvalidDataError: it is something else, too large, or a picture that cannot be decoded.
    """
    size = os.fstat(file.fileno()).st_size
    head = file.read(HEAD_BYTES)
    file.seek(0)
    media_type = _type_by(head)
    kind = media_type.partition("/")[0]
    most = {"image": PICTURE_BYTES, "video": FILM_BYTES, "text": CAPTIONS_BYTES}[kind]
    if size > most:
        raise InvalidDataError(f"it has {size:,} bytes; {media_type} may have {most:,}", remedy=SMALLER)
    if kind == "image":
        _check_picture(EncodedImage(file.read(most), media_type))
    elif kind == "text":
        _check_text(file.read(most))
    file.seek(0)
    return media_type


def _type_by(head: bytes) -> str:
    for beginning, media_type in PICTURES.items():
        if head.startswith(beginning):
            return media_type
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[4:8] == b"ftyp":
        return "video/mp4"
    if head.startswith(EBML) and b"webm" in head:
        return "video/webm"
    if head.removeprefix(b"\xef\xbb\xbf").startswith(b"WEBVTT"):
        return "text/vtt"
    raise InvalidDataError(
        "it is none of PNG, JPEG, WebP, MP4, WebM and WebVTT, whatever its name says"
        if head
        else "it is empty",
        remedy="Export it again as one of them.",
    )


def _check_picture(image: EncodedImage) -> None:
    width, height = image_size(image)
    if width * height > MOST_PIXELS:
        raise InvalidDataError(
            f"it has {width} x {height} pixels; a picture may have {MOST_PIXELS:,}", remedy=SMALLER
        )
    decode_image(image)


def _check_text(data: bytes) -> None:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise InvalidDataError("its captions are not UTF-8", remedy="Save them as UTF-8.") from error
