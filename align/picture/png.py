"""Rendering pictures as PNG by resvg, with this machine's fonts."""

from __future__ import annotations

import logging
import re
from functools import cache
from html import unescape

from align.errors import EngineNotInstalledError
from align.picture.svg import element, font_family, plain

log = logging.getLogger(__name__)

_NO_CHARACTER = "\ufdd0"  # never a character in Unicode, so that it is drawn as a missing glyph
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def png(svg: str) -> bytes:
    """Render the SVG at its own size.

    Characters that no font on this machine can draw are named in the log.

    Raises:
        EngineNotInstalledError: resvg-py is missing.
    """
    missing = sorted(filter(_is_missing, set(unescape("".join(_TEXT.findall(svg)))) - {" "}))
    if missing:
        log.warning(
            "no font on this machine has %s: install Noto (Debian: fonts-noto-core), or take the SVG",
            " ".join(missing),
        )
    return _rendered(svg)


@cache
def _is_missing(character: str) -> bool:
    return _glyph(character) == _glyph(_NO_CHARACTER)


def _glyph(character: str) -> bytes:
    family = font_family(character) or "font-family: 'Noto Sans', sans-serif"
    text = element("text", plain(character), x=4.0, y=20.0, style=family)
    return _rendered(element("svg", text, xmlns="http://www.w3.org/2000/svg", width=32.0, height=32.0))


def _rendered(svg: str) -> bytes:
    try:
        import resvg_py
    except ImportError as exc:
        raise EngineNotInstalledError(
            "The package resvg-py is missing.", remedy="pip install resvg-py"
        ) from exc
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))
