"""What segmenters are asked and what is made of their answers, number by number."""

from __future__ import annotations

from math import atan, degrees, radians, tan
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from environments.errors import ConfigurationError, PluginNotFoundError, SegmenterError
from environments.regions import Polygon, ViewBox, as_polygon
from environments.segmenting import process
from environments.segmenting.grabcut import GrabCut
from environments.segmenting.onnx import DEVIATION, MEAN, OnnxSegmenter, _asked
from environments.segmenting.process import SegmenterAnswer, SegmenterRequest
from environments.segmenting.protocol import Prompt, Segmented, open_segmenter
from environments.segmenting.snapping import SIDE, _without_noise, picture_around, prompt_of, region_of

PICTURE = np.random.default_rng(1).integers(0, 256, (4, 8, 3), np.uint8)
PROMPT = Prompt((2.0, 4.0, 6.0, 8.0), ((1.0, 2.0, True), (3.0, 4.0, False)))


# A model in a folder


def model(masks: Any, sureness: Any, names: tuple[str, ...] = ()) -> tuple[OnnxSegmenter, dict[str, Any]]:
    """A segmenter whose decoder takes inputs of these names, and what it was asked last."""
    asked: dict[str, Any] = {}

    def decode(outputs: list[str], given: dict[str, Any]) -> list[Any]:
        asked.update(given, outputs=outputs)
        return [np.array([masks]), np.array([sureness])]

    made = object.__new__(OnnxSegmenter)
    made._encoder = SimpleNamespace(run=lambda outputs, given: [given["picture"]])
    made._decoder = SimpleNamespace(run=decode)
    made._input, made._side, made._decodes = SimpleNamespace(name="picture"), 16, set(names)
    return made, asked


def test_a_decoder_is_asked_with_corners_of_the_box_and_points_in_the_scaled_picture() -> None:
    asked = {name: value.tolist() for name, value in _asked(PROMPT, 0.5, 10, 20).items()}
    assert asked.pop("mask_input") == np.zeros((1, 1, 256, 256)).tolist()
    assert asked == {
        "point_coords": [[[1.0, 2.0], [3.0, 4.0], [0.5, 1.0], [1.5, 2.0]]],
        "point_labels": [[2.0, 3.0, 1.0, 0.0]],
        "has_mask_input": [0.0],
        "orig_im_size": [10.0, 20.0],
    }


def test_an_encoder_is_given_the_picture_scaled_normalised_and_padded() -> None:
    red = np.zeros((4, 8, 3), np.uint8)
    red[..., 0] = 255
    made, asked = model(np.zeros((1, 4, 8)), [0.5], ("image_embeddings",))
    made.segment(red, PROMPT)
    (given,) = asked["image_embeddings"]
    assert given.shape == (3, 16, 16)  # the longer side has 16 pixels, the other 8
    assert given[:, :8] == pytest.approx(
        np.broadcast_to(((np.array([255, 0, 0]) - MEAN) / DEVIATION)[:, None, None], (3, 8, 16))
    )
    assert not given[:, 8:].any()


def test_a_decoder_is_given_only_what_it_takes_and_the_surest_mask_is_the_answer() -> None:
    thing = np.zeros((4, 8))
    thing[1, 2:4] = 0.1
    made, asked = model([np.full((4, 8), 9.0), thing], [0.2, 1.3], ("point_labels",))
    found = made.segment(PICTURE, PROMPT)
    assert asked.keys() == {"point_labels", "outputs"}
    assert asked["outputs"] == ["masks", "iou_predictions"]
    assert (found.pixels == (thing > 0)).all()
    assert found.score == 1.0


def test_a_model_that_fails_is_named_by_the_first_line_of_its_error() -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("\nno memory\nat line 3")

    made, _ = model([], [])
    made._decoder = SimpleNamespace(run=fail)
    with pytest.raises(SegmenterError, match=r"^The model failed: no memory Use another one\.$"):
        made.segment(PICTURE, PROMPT)


def test_a_name_may_take_no_argument() -> None:
    with pytest.raises(ConfigurationError, match="'grabcut:best': grabcut takes no argument"):
        open_segmenter("grabcut:best")


# Colours inside a box


def drawn() -> Any:
    picture = np.full((60, 80, 3), 120, np.uint8)
    picture[20:40, 30:50] = (220, 30, 30)
    return picture


def test_the_thing_in_the_box_is_found_and_nothing_outside_it() -> None:
    truth = drawn()[..., 0] == 220
    found = GrabCut().segment(drawn(), Prompt((25.0, 15.0, 55.0, 45.0)))
    assert (found.pixels == truth).all()
    assert found.score is None
    cut = GrabCut().segment(drawn(), Prompt((25.0, 15.0, 48.4, 45.0))).pixels
    assert not cut[:, 48:].any()


@pytest.mark.parametrize(
    ("box", "all_of_it"),
    [((0, 0, 80, 60), True), ((-9, -9, 99, 99), True), ((9, 9, 9, 9), False), ((90, 0, 99, 9), False)],
)
def test_a_box_with_nothing_beside_or_in_it_is_the_answer(
    box: tuple[float, float, float, float], all_of_it: bool
) -> None:
    assert (GrabCut().segment(drawn(), Prompt(box)).pixels == all_of_it).all()


def test_points_on_the_thing_and_beside_it_are_sure() -> None:
    found = (
        GrabCut()
        .segment(drawn(), Prompt((25.0, 15.0, 75.0, 45.0), ((66.0, 25.0, True), (40.0, 30.0, False))))
        .pixels
    )
    assert found[25, 64:69].all()  # two pixels to each side
    assert found[23:28, 66].all()
    assert not found[30, 38:43].any()


# A process of its own


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (
            SegmenterRequest("some", 8, 4, (0, 0, 1, 1)),
            SegmenterAnswer(np.packbits(PICTURE[..., 0] > 99).tobytes(), 0.5),
        ),
        (
            SegmenterRequest("some", 4, 4, (0, 0, 1, 1)),
            SegmenterAnswer(
                code="segmenter", message="ValueError: cannot reshape array of size 96 into shape (4,4,3)"
            ),
        ),
        (
            SegmenterRequest("broken", 8, 4, (0, 0, 1, 1)),
            SegmenterAnswer(code="segmenter", message="KeyError: 'colour'"),
        ),
        (
            SegmenterRequest("wrong", 8, 4, (0, 0, 1, 1)),
            SegmenterAnswer(
                code="segmenter",
                message="A segmenter is 2.0 sure. It must answer a number in [0, 1], or None.",
            ),
        ),
        (
            SegmenterRequest("missing", 8, 4, (0, 0, 1, 1)),
            SegmenterAnswer(code="plugin_not_found", message="It is not there."),
        ),
    ],
)
def test_whatever_goes_wrong_becomes_an_answer(
    request_: SegmenterRequest, expected: SegmenterAnswer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(name: str) -> Any:
        def segment(shown: Any, prompt: Prompt) -> Segmented:
            assert (shown == PICTURE).all()
            assert prompt == Prompt((0, 0, 1, 1))
            if name == "broken":
                raise KeyError("colour")
            return Segmented(shown[..., 0] > 99, 2.0 if name == "wrong" else 0.5)

        if name == "missing":
            raise PluginNotFoundError("It is not there.")
        return SimpleNamespace(segment=segment)

    monkeypatch.setattr(process, "_opened", opened)
    assert process.segment(request_, PICTURE.tobytes()) == expected


# From a region to a picture and back


@pytest.mark.parametrize(
    ("width", "height", "field"),
    [(20, 12, 20), (12, 20, 20), (127.6, 20, 127.6), (127.8, 20, None), (20, 127.8, None)],
)
def test_a_picture_is_a_third_wider_than_its_region_and_up_to_140_degrees_wide(
    width: float, height: float, field: float | None
) -> None:
    region = ViewBox(0.4, -0.2, radians(width), radians(height))
    if field is None:
        with pytest.raises(SegmenterError, match="too wide"):
            picture_around(region)
        return
    camera = picture_around(region)
    assert (camera.heading, camera.elevation, camera.width, camera.height) == (0.4, -0.2, SIDE, SIDE)
    assert degrees(camera.field_of_view) == pytest.approx(degrees(2 * atan(1.35 * tan(radians(field / 2)))))


def test_a_prompt_has_the_box_and_the_points_in_pixels() -> None:
    region = ViewBox(0.0, 0.0, radians(20), radians(12))
    prompt = prompt_of(region, picture_around(region), [(radians(10), 0.0), (0.0, radians(6))])
    half, tall = SIDE / 2 / 1.35, SIDE / 2 / 1.35 * tan(radians(6)) / tan(radians(10))
    middle = SIDE / 2
    assert prompt.box == pytest.approx((middle - half, middle - tall, middle + half, middle + tall))
    assert np.array(prompt.points) == pytest.approx(
        np.array([(middle + half, middle, 1), (middle, middle - tall, 1)])
    )


def blocks(*sizes: int) -> Any:
    """Pieces of so many pixels, one below the other."""
    pixels = np.zeros((SIDE, SIDE), np.bool_)
    for number, size in enumerate(sizes):
        pixels[2 * number, :size] = True
    return pixels


@pytest.mark.parametrize(
    ("sizes", "kept"), [((100, 10), (100, 10)), ((100, 9), (100,)), ((9, 100, 50), (0, 100, 50)), ((), ())]
)
def test_pieces_of_a_tenth_of_the_largest_are_part_of_the_thing(
    sizes: tuple[int, ...], kept: tuple[int, ...]
) -> None:
    assert (_without_noise(blocks(*sizes)) == blocks(*kept)).all()


def test_pieces_that_touch_at_a_corner_are_two() -> None:
    pixels = blocks(100)
    pixels[1, 100:105] = True
    assert (_without_noise(pixels) == blocks(100)).all()


@pytest.mark.parametrize("like", [ViewBox(0.0, 0.0, 0.4, 0.4), as_polygon(ViewBox(0.0, 0.0, 0.4, 0.4))])
def test_a_thing_fills_two_percent_of_its_region(like: ViewBox | Polygon) -> None:
    camera = picture_around(like)
    least = int(np.ceil(0.02 * camera.cells(like).sum()))
    pixels = np.zeros((SIDE, SIDE), np.bool_)
    pixels[90:100, 80 : 80 + least // 10] = True
    pixels[100, 80 : 80 + least % 10] = True
    assert pixels.sum() == least
    assert region_of(pixels, camera, like).kind == like.kind
    pixels[95, 80] = False
    with pytest.raises(SegmenterError, match="No thing stands out"):
        region_of(pixels, camera, like)
