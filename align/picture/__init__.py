"""The picture of one alignment: the words over the waveform, and the camera's viewpoints and heading."""

from __future__ import annotations

from align.picture.page import alignment_picture
from align.picture.png import png

__all__ = ["alignment_picture", "png"]
