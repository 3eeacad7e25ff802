"""The door ``pangea.segmenters``: every segmenter answers the same way, and a model is a folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest

from environments.errors import ConfigurationError, PluginNotFoundError, SegmenterError
from environments.segmenting.process import SegmenterAnswer, SegmenterRequest
from environments.segmenting.protocol import SEGMENTERS, Prompt, check_segmented, open_segmenter
from tests.environments.segmenting import toy_model

if TYPE_CHECKING:
    from environments.segmenting.protocol import Picture

PROMPT = Prompt((30.0, 20.0, 90.0, 70.0), ((60.0, 45.0, True),))
Named = Callable[[str], str]


@pytest.fixture
def named(tmp_path: Path) -> Named:
    def name(segmenter: str) -> str:
        return f"onnx:{toy_model.write(tmp_path / 'toy')}" if segmenter == "onnx" else segmenter

    return name


def red_on_grey(width: int = 120, height: int = 96) -> Picture:
    noise = np.random.default_rng(7).integers(-12, 13, (height, width, 3))
    picture = np.full((height, width, 3), 128)
    picture[25:65, 35:85] = (220, 30, 30)
    shown: Picture = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return shown


@pytest.mark.parametrize("segmenter", SEGMENTERS.names())
def test_a_red_thing_is_found(segmenter: str, named: Named) -> None:
    picture = red_on_grey()
    found = check_segmented(open_segmenter(named(segmenter)).segment(picture, PROMPT), picture)
    truth = np.zeros(picture.shape[:2], np.bool_)
    truth[25:65, 35:85] = True
    assert (found.pixels & truth).sum() / (found.pixels | truth).sum() > 0.9


@pytest.mark.parametrize("segmenter", SEGMENTERS.names())
@pytest.mark.parametrize(
    "box", [(0, 0, 120, 96), (-50, -50, 500, 500), (10, 10, 10, 10), (500, 500, 600, 600)]
)
def test_any_box_has_an_answer(segmenter: str, box: tuple[float, float, float, float], named: Named) -> None:
    picture = red_on_grey()
    check_segmented(open_segmenter(named(segmenter)).segment(picture, Prompt(box)), picture)


def test_a_model_says_how_sure_it_is(named: Named) -> None:
    found = open_segmenter(named("onnx")).segment(red_on_grey(), PROMPT)
    assert found.score == 0.75  # the toy's, who was told of the box's lower right corner: 3 of 4


def test_a_model_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"lacks encoder\.onnx and decoder\.onnx"):
        open_segmenter(f"onnx:{tmp_path}")
    with pytest.raises(ConfigurationError, match="lacks"):
        open_segmenter("onnx")
    folder = toy_model.write(tmp_path / "any-size", "side")
    with pytest.raises(SegmenterError, match="fixed S"):
        open_segmenter(f"onnx:{folder}")
    (folder / "encoder.onnx").write_bytes(b"nothing")
    with pytest.raises(SegmenterError, match=r"encoder\.onnx cannot be opened"):
        open_segmenter(f"onnx:{folder}")


def test_a_model_that_fails_says_so(tmp_path: Path) -> None:
    folder = toy_model.write(tmp_path / "toy")
    (folder / "decoder.onnx").write_bytes((folder / "encoder.onnx").read_bytes())
    with pytest.raises(SegmenterError, match="The model failed"):
        open_segmenter(f"onnx:{folder}").segment(red_on_grey(), PROMPT)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(PluginNotFoundError, match="grabcut"):
        open_segmenter("grabcat")


def test_a_process_answers_one_picture_after_the_other() -> None:
    picture = red_on_grey()
    request = SegmenterRequest("grabcut", 120, 96, PROMPT.box, PROMPT.points)
    wrong = SegmenterRequest("grabcat", 120, 96, PROMPT.box)
    asked = b"".join(
        msgspec.json.encode(each) + b"\n" + picture.tobytes() for each in (request, wrong, request)
    )
    done = subprocess.run(
        [sys.executable, "-m", "environments.segmenting.process"],
        input=asked,
        capture_output=True,
        check=True,
    )
    first, second, third = (
        msgspec.json.decode(line, type=SegmenterAnswer) for line in done.stdout.splitlines()
    )
    assert first == third
    pixels = np.unpackbits(np.frombuffer(first.pixels, np.uint8), count=120 * 96).reshape(96, 120)
    assert (pixels == open_segmenter("grabcut").segment(picture, PROMPT).pixels).all()
    assert (second.code, second.pixels) == ("plugin_not_found", b"")
