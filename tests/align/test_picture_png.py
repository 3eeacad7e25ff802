"""The picture as PNG."""

from __future__ import annotations

import io
import logging
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from align import Audio, TimedWord
from align.exports import AlignedRecording, writer_for
from align.picture import png
from align.picture.svg import element, font_family

WAVE = (0x1F, 0x3F, 0x63)
WORD = (0x6F, 0xA8, 0xEC)


def test_it_has_the_size_and_the_colours_of_the_svg() -> None:
    hum = np.sin(np.arange(24_000) / 10).astype(np.float32)
    words = [TimedWord("Turn", 0.5, 2.0, "aligned"), TimedWord("मुड़ें,", 2.0, 2.5, "aligned")]
    aligned = AlignedRecording("take.wav", Audio(hum, 8000), words)
    svg = ElementTree.fromstring(writer_for("take.svg")(aligned))
    with Image.open(io.BytesIO(writer_for("take.png")(aligned))) as picture:
        assert picture.size == (round(float(svg.attrib["width"])), round(float(svg.attrib["height"])))
        colours = {colour for _, colour in picture.convert("RGB").getcolors(1 << 20) or ()}
    assert {WAVE, WORD} <= colours


def test_characters_that_no_font_has_are_named(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    nobodys = chr(0xFDD1)
    size = {"width": 9.0, "height": 9.0}
    png(element("svg", element("text", nobodys), xmlns="http://www.w3.org/2000/svg", **size))
    assert f"no font on this machine has {nobodys}" in caplog.text


def test_words_of_another_script_ask_for_its_font_first() -> None:
    assert font_family("left, à gauche") is None
    assert (font_family("“मुड़ें,") or "").startswith("font-family: 'Noto Sans Devanagari'")
    assert (font_family("3-మెట్లు") or "").startswith("font-family: 'Noto Sans Telugu'")
