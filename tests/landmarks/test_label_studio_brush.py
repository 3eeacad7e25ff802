"""Label Studio's brushes: the bytes that its page and its own library write, and bytes that are none."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from environments import InvalidDataError
from pangea_server.dataset.formats.landmarks.label_studio.brush import packed, unpacked

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "label_studio" / "brushes.json").read_text()
)
SMALL = packed(np.ones((2, 3), np.bool_))


def rows_of(name: str) -> NDArray[np.bool_]:
    return np.array([[letter == "#" for letter in row] for row in GOLDEN[name]["rows"]])


def wide() -> NDArray[np.bool_]:
    """With a run of more than 65,536 values."""
    cells = np.zeros((300, 320), np.bool_)
    cells[40:200, 5:300] = True
    cells[100:120, 50:60] = False
    return cells


@pytest.mark.parametrize("name", ["small", "dots"])
@pytest.mark.parametrize("written", ["hard", "soft", "colour", "sdk"])
def test_what_others_wrote_is_read(name: str, written: str) -> None:
    cells = rows_of(name)
    assert np.array_equal(unpacked(GOLDEN[name][written], *cells.shape), cells)


@pytest.mark.parametrize("name", ["small", "dots", "wide"])
def test_ours_are_the_bytes_of_label_studios_page(name: str) -> None:
    cells = wide() if name == "wide" else rows_of(name)
    assert packed(cells) == GOLDEN[name]["hard"]
    ours = len(GOLDEN[name]["hard"])
    assert GOLDEN[name]["sdk"][:ours] == GOLDEN[name]["hard"]  # a byte of zeros may follow
    assert np.array_equal(unpacked(packed(cells), *cells.shape), cells)


def test_the_example_of_its_readme_is_read() -> None:
    """1024 values, of which 29 from the 512th on are not zero; every fourth is an opacity."""
    painted = unpacked(GOLDEN["readme"], 16, 16)
    values = np.zeros(1024, np.bool_)
    values[512:541] = True
    assert np.array_equal(painted.ravel(), values[3::4])


@settings(max_examples=60, deadline=None)
@given(arrays(np.bool_, array_shapes(min_dims=2, max_dims=2, max_side=40)))
def test_any_brush_comes_back(cells: NDArray[np.bool_]) -> None:
    assert np.array_equal(unpacked(packed(cells), *cells.shape), cells)


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ([], "rle ends after 0 bytes"),
        (SMALL[:-1], f"rle ends after {len(SMALL) - 1} bytes"),
        (packed(np.ones((3, 3), np.bool_)), "rle has 36 values"),
        ([*SMALL[:6], 0xFF, *SMALL[7:]], "rle adds up to more than its 24 values"),
        ([0, 0, 0, 24, 256], "rle has a number outside 0 to 255"),
        ([-1], "rle has a number outside 0 to 255"),
    ],
)
def test_bytes_that_do_not_add_up_are_refused(told: list[int], named: str) -> None:
    with pytest.raises(InvalidDataError, match=named) as refused:
        unpacked(told, 2, 3)
    assert refused.value.remedy


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 255), max_size=40), st.integers(1, 4), st.integers(1, 4))
def test_any_bytes_are_read_or_refused(tail: list[int], rows: int, columns: int) -> None:
    head = packed(np.zeros((rows, columns), np.bool_))[:4]
    with suppress(InvalidDataError):
        assert unpacked([*head, *tail], rows, columns).shape == (rows, columns)
