"""What is no photograph of a whole sphere is named with its remedy, all of it at once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from environments.errors import InvalidDataError
from environments.mapping.photographs import (
    Photograph,
    find_photographs,
    look_at,
    refuse_faults,
    twice,
)


def picture(file: Path, size: tuple[int, int] = (64, 32), seed: int = 0) -> Path:
    """A small picture with detail."""
    pixels = np.random.default_rng(seed).integers(0, 256, (size[1], size[0], 3), np.uint8)
    file.parent.mkdir(exist_ok=True)
    Image.fromarray(pixels).save(file, quality=95)
    return file


@pytest.fixture
def three(tmp_path: Path) -> Path:
    for number in range(3):
        picture(tmp_path / "photos" / f"IMG {number}.jpg", seed=number)
    return tmp_path / "photos"


def looked_at(photos: Path, helpers: Path | None = None) -> list[Photograph | str]:
    return list(look_at(find_photographs(photos, helpers), photos.parent / "copies"))


def test_photographs_are_named_by_their_files_and_copied_once(three: Path) -> None:
    found = refuse_faults(looked_at(three))
    assert [each.name for each in found] == ["IMG-0", "IMG-1", "IMG-2"]
    copies = {file: file.stat().st_mtime_ns for file in (three.parent / "copies").iterdir()}
    assert {file.name for file in copies} == {each.copy for each in found}
    refuse_faults(looked_at(three))
    assert {file: file.stat().st_mtime_ns for file in copies} == copies


def test_another_picture_of_the_same_name_gets_another_copy(three: Path) -> None:
    before = refuse_faults(looked_at(three))
    picture(three / "IMG 1.jpg", seed=9)
    after = refuse_faults(looked_at(three))
    assert [one.copy == other.copy for one, other in zip(before, after, strict=True)] == [True, False, True]


def test_helpers_stand_among_the_others_by_their_names(three: Path) -> None:
    helpers = picture(three.parent / "helpers" / "IMG 1b.jpg", seed=9).parent
    found = refuse_faults(looked_at(three, helpers))
    assert [(each.name, each.helps) for each in found] == [
        ("IMG-0", False),
        ("IMG-1", False),
        ("IMG-1b", True),
        ("IMG-2", False),
    ]


def test_numbers_are_in_their_own_order(three: Path) -> None:
    picture(three / "IMG 10.jpg", seed=10)
    assert [each.name for each in find_photographs(three)] == ["IMG-0", "IMG-1", "IMG-2", "IMG-10"]


def test_all_that_cannot_be_used_is_named_at_once(three: Path) -> None:
    picture(three / "perspective.jpg", (64, 48))
    (three / "torn.jpg").write_bytes((three / "IMG 0.jpg").read_bytes()[:700])
    Image.new("RGB", (64, 32)).save(three / "black.png")
    with pytest.raises(InvalidDataError) as error:
        refuse_faults(looked_at(three))
    message = error.value.message
    assert "3 of 6 photographs cannot be used" in message
    assert "perspective.jpg: It has 64 x 48 pixels, not twice as many across as down. Export" in message
    assert "torn.jpg: The image cannot be decoded" in message
    assert "black.png: It is black, or plain. Take it again" in message


def test_too_few_are_refused(tmp_path: Path) -> None:
    picture(tmp_path / "photos" / "one.jpg")
    with pytest.raises(InvalidDataError, match="1 photographs; a map needs 3"):
        find_photographs(tmp_path / "photos")


def test_two_that_would_be_one_viewpoint_are_named(three: Path) -> None:
    picture(three / "IMG-1.png")
    with pytest.raises(InvalidDataError, match=r"IMG 1\.jpg and .*IMG-1\.png would both be .*'IMG-1'"):
        find_photographs(three)


def test_what_a_mac_adds_is_not_looked_at(three: Path) -> None:
    (three / "._IMG 0.jpg").write_bytes(b"nothing")
    assert len(find_photographs(three)) == 3


def test_the_same_picture_saved_again_is_found(three: Path) -> None:
    with Image.open(picture(three / "IMG 1.jpg", (512, 256))) as opened:
        opened.save(three / "again.jpg", quality=96)
    found = refuse_faults(looked_at(three))
    assert [(one.name, other.name) for one, other in twice(found)] == [("IMG-1", "again")]
