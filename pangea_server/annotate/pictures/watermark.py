"""A person's number, faint and over and over, in the pictures that are sent to them.

Each tile is decoded, marked and encoded again when somebody asks for it first: this costs processor time, so a few are
made at once at most, and the latest are kept in memory.
"""

from __future__ import annotations

import os
from functools import lru_cache
from io import BytesIO
from threading import BoundedSemaphore, Lock

from cachetools import LRUCache
from PIL import Image, ImageDraw, ImageFont

from environments.pictures import decode_image
from environments.scan import EncodedImage
from pangea_server.core.errors import OverloadedError
from pangea_server.core.records import padded

KEPT_BYTES = 64 * 2**20  # of marked pictures in memory
LONGEST_WAIT = 10.0  # seconds for a turn
STEP = 128  # pixels from one mark to the next
LETTERS = 18  # pixels
STRENGTH = 34  # of 255, of the letters; their edges have half as much, in black
QUALITY = {"WEBP": 80, "JPEG": 40}
EFFORT = 0  # libwebp's "method": a third of the time of its default
AT_ONCE = max(1, (os.cpu_count() or 1) - 1)


class Watermarks:
    """Marks pictures for people, and remembers the latest."""

    def __init__(self) -> None:
        self._kept: LRUCache[tuple[str, int], bytes] = LRUCache(KEPT_BYTES, getsizeof=len)
        self._lock = Lock()
        self._turns = BoundedSemaphore(AT_ONCE)

    def marked(self, data: bytes, media_type: str, name: str, annotator_id: int) -> bytes:
        """The picture with this person's number.

        Args:
            name: names the picture and its content, for remembering it.

        Raises:
            OverloadedError: too many wait for a marked picture; the viewer asks again.
        """
        key = name, annotator_id
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        if not self._turns.acquire(timeout=LONGEST_WAIT):
            raise OverloadedError(
                "Too many pictures are being marked now.", remedy="Try again in a moment.", retry_after=2
            )
        try:
            marked = _mark(data, media_type, annotator_id)
        finally:
            self._turns.release()
        with self._lock:
            if len(marked) <= KEPT_BYTES:
                self._kept[key] = marked
        return marked


def _mark(data: bytes, media_type: str, annotator_id: int) -> bytes:
    picture = decode_image(EncodedImage(data, media_type))
    form = media_type.removeprefix("image/").upper()
    marks = _marks(annotator_id, picture.size)
    picture.paste(Image.new("RGB", picture.size, "black"), mask=marks.getchannel("R"))
    picture.paste(Image.new("RGB", picture.size, "white"), mask=marks.getchannel("G"))
    out = BytesIO()
    picture.save(out, form, quality=QUALITY[form], method=EFFORT)
    return out.getvalue()


@lru_cache(maxsize=64)
def _marks(annotator_id: int, size: tuple[int, int]) -> Image.Image:
    """How strongly each pixel is darkened (red) and lightened (green); rows are shifted, so that no line is free."""
    marks = Image.new("RGB", size)
    draw = ImageDraw.Draw(marks)
    font = ImageFont.load_default(LETTERS)
    for row, y in enumerate(range(0, size[1], STEP // 2)):
        for x in range(-STEP // 2 * (row % 2), size[0], STEP):
            draw.text(
                (x, y),
                padded(annotator_id),
                (0, STRENGTH, 0),
                font,
                stroke_width=1,
                stroke_fill=(STRENGTH // 2, 0, 0),
            )
    return marks
