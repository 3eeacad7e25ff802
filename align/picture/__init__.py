"""The aligner's picture of one recording: what was said, when, and where the camera was."""

from __future__ import annotations

from align.picture.page import alignment_picture
from align.picture.png import png

__all__ = ["alignment_picture", "png"]
