"""The photographs of the shared cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments import EncodedImage
from environments.pictures import decode_image, image_size, panorama_head

pytestmark = pytest.mark.shared_data


def photograph(shared: Path, name: str) -> EncodedImage:
    return EncodedImage((shared / "data" / "cases" / "photographs" / name).read_bytes(), "image/jpeg")


def test_colours_of_a_wide_gamut_become_those_of_srgb(shared: Path) -> None:
    pixel = decode_image(photograph(shared, "wide.jpg")).getpixel((5, 5))
    assert pixel == pytest.approx((0, 201, 37), abs=4)


def test_a_list_of_pictures_that_counts_wrongly_is_not_looked_at(shared: Path) -> None:
    image = photograph(shared, "mpo_count3.jpg")
    assert decode_image(image).size == image_size(image)


def test_the_pose_of_a_panorama_is_seen(shared: Path) -> None:
    told = panorama_head(photograph(shared, "gpano_pose.jpg"))
    assert [told[f"Pose{name}Degrees"] for name in ("Heading", "Pitch", "Roll")] == [90, 12, -8.5]
