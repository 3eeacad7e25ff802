"""Building tiles: whole or not at all, again only what changed, and one bad image spoils nothing else."""

from __future__ import annotations

import json
import struct
import zlib
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from environments import CUBE_FACES, ConfigurationError, Matterport3D, PanoramaFolder
from environments.tiles.build import MemoryBudget, TileOutcome, build_tiles
from environments.tiles.layout import TileFolder, pyramid, read_manifest


def build(source: Path, output: Path, face_size: int | None = None) -> dict[str, TileOutcome]:
    outcomes = build_tiles(PanoramaFolder(source), output, face_size)
    return {outcome.viewpoint_id: outcome for outcome in outcomes}


def test_a_panorama_becomes_a_preview_and_a_pyramid(folder: Path, tmp_path: Path) -> None:
    Image.new("RGB", (4096, 2048), "teal").save(folder / "hall.jpg")
    outcomes = build(folder, tmp_path / "tiles")
    assert all(outcome.was_cut for outcome in outcomes.values())
    hall = tmp_path / "tiles" / "cottage" / "hall"
    tile_set = read_manifest(hall)
    assert tile_set is not None
    assert tile_set.face_sizes == (512, 1024, 1536)
    with Image.open(hall / "preview.jpg") as preview:
        assert (preview.size, preview.format) == ((768, 128), "JPEG")
    tiles = sorted(path.relative_to(hall / "tiles").as_posix() for path in hall.rglob("*.webp"))
    assert len(tiles) == 6 * (1 + 4 + 9)
    assert "2/down/2_2.webp" in tiles
    for tile in tiles:
        with Image.open(hall / "tiles" / tile) as picture:
            assert (picture.size, picture.format) == ((512, 512), "WEBP")


def test_each_face_lies_in_its_own_place_of_the_preview(matterport: Path, tmp_path: Path) -> None:
    """The fixture's skyboxes are grey: 40 times the number of the skybox, which is 1 for front and so on."""
    (viewpoint_id, *_) = [o.viewpoint_id for o in build_tiles(Matterport3D(matterport), tmp_path / "tiles")]
    preview = Image.open(tmp_path / "tiles" / "gZ6f7yhEvPG" / viewpoint_id / "preview.jpg").convert("L")
    shades: list[Any] = [preview.getpixel((128 * number + 64, 64)) for number in range(6)]
    assert shades == pytest.approx([40 * skybox for skybox in (1, 2, 3, 4, 0, 5)], abs=3)


def test_what_is_there_is_kept_and_what_changed_is_cut_again(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    assert not any(outcome.was_cut for outcome in build(folder, tmp_path / "tiles").values())
    Image.new("RGB", (16, 8), "red").save(folder / "hall.jpg")
    assert {name: outcome.was_cut for name, outcome in build(folder, tmp_path / "tiles").items()} == {
        "hall": True,
        "kitchen": False,
    }
    assert all(outcome.was_cut for outcome in build(folder, tmp_path / "tiles", face_size=1024).values())


def test_what_an_interrupted_build_left_is_finished(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    hall = tmp_path / "tiles" / "cottage" / "hall"
    hall.rename(hall.with_name(".hall.partial"))  # what a killed build leaves
    (hall.with_name(".hall.partial") / "manifest.json").unlink()
    assert TileFolder(tmp_path / "tiles").tile_set("cottage", "hall") is None
    assert build(folder, tmp_path / "tiles")["hall"].was_cut
    assert sorted(path.name for path in hall.parent.iterdir()) == ["hall", "kitchen"]


def test_a_manifest_that_was_cut_off_is_built_again(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    (tmp_path / "tiles" / "cottage" / "hall" / "manifest.json").write_text('{"tile_size": 51')
    assert build(folder, tmp_path / "tiles")["hall"].was_cut


def test_files_that_were_lost_are_cut_again(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    cottage = tmp_path / "tiles" / "cottage"
    missing, empty = cottage / "hall" / "tiles" / "0" / "up" / "0_0.webp", cottage / "kitchen" / "preview.jpg"
    missing.unlink()
    empty.write_bytes(b"")
    assert all(outcome.was_cut for outcome in build(folder, tmp_path / "tiles").values())
    assert missing.stat().st_size
    assert empty.stat().st_size


def test_faces_count_against_the_memory_that_a_build_may_use(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small source may be asked for large faces: without them in the sum, every core would hold some at once."""
    asked: list[int] = []

    def remember(_: MemoryBudget, wanted: int) -> AbstractContextManager[None]:
        asked.append(wanted)
        return nullcontext()

    monkeypatch.setattr(MemoryBudget, "of", remember)
    build(folder, tmp_path / "tiles", face_size=1024)
    assert asked == [8 * (1024**2 + 16 * 8)] * 2


def truncated(path: Path) -> None:
    Image.effect_noise((256, 128), 50).save(path)
    path.write_bytes(path.read_bytes()[:-2000])


def bomb(path: Path) -> None:
    """A PNG of a few bytes that claims 60,000 x 30,000 pixels."""
    header = struct.pack(">IIBBBBB", 60_000, 30_000, 8, 2, 0, 0, 0)
    chunks = {b"IHDR": header, b"IDAT": zlib.compress(b"\0")}
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks.items()))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (truncated, "cannot be decoded: image file is truncated"),
        (bomb, "pixels; at most 134,217,728 are decoded"),
        (lambda path: path.write_bytes(b""), "is empty"),
        (lambda path: path.write_bytes(b"\xff\xd8\xff and no more"), "not an image that can be read"),
        (lambda path: path.unlink(), "is not there"),
        (
            lambda path: Image.new("RGB", (300, 200)).save(path),
            "300 x 200 pixels, but an equirectangular image is twice",
        ),
    ],
)
def test_one_bad_image_is_named_and_the_rest_is_built(
    folder: Path, tmp_path: Path, spoil: Any, message: str
) -> None:
    spoil(folder / "hall.jpg")
    outcomes = build(folder, tmp_path / "tiles")
    error = outcomes["hall"].error
    assert error is not None
    assert message in error.message
    assert error.remedy
    assert outcomes["kitchen"].was_cut
    assert not (tmp_path / "tiles" / "cottage" / "hall").exists()


def test_cube_faces_of_different_sizes_are_refused(matterport: Path, tmp_path: Path) -> None:
    face = next(matterport.rglob("*_skybox3_sami.jpg"))
    Image.new("L", (16, 16)).save(face)
    refused = [o for o in build_tiles(Matterport3D(matterport), tmp_path / "tiles") if o.error]
    assert [outcome.viewpoint_id for outcome in refused] == [face.name.split("_")[0]]
    assert "not equal squares: front 8 x 8" in str(refused[0].error)


def test_a_full_disk_stops_the_build_and_leaves_no_half_viewpoint(folder: Path, small_disk: Path) -> None:
    Image.effect_noise((4096, 2048), 90).save(folder / "hall.jpg")
    with pytest.raises(ConfigurationError, match=r"cannot be written to .*No space left"):
        build(folder, small_disk / "tiles")
    assert not (small_disk / "tiles" / "cottage" / "hall").exists()
    assert not list(small_disk.rglob("*.partial"))


def test_a_second_build_in_the_same_directory_is_refused(folder: Path, tmp_path: Path) -> None:
    first = build_tiles(PanoramaFolder(folder), tmp_path / "tiles")
    next(first)
    with pytest.raises(ConfigurationError, match="Another build is writing tiles to"):
        build(folder, tmp_path / "tiles")
    assert not [outcome.error for outcome in first if outcome.error]
    assert not any(outcome.was_cut for outcome in build(folder, tmp_path / "tiles").values())


def test_levels_double_up_to_whole_tiles() -> None:
    assert pyramid(1) == (512,)
    assert pyramid(652) == (512, 1024)
    assert pyramid(1304) == (512, 1024, 1536)
    assert pyramid(5216) == (512, 1024, 2048, 4096, 5632)


def test_a_tile_set_knows_its_tiles(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles", face_size=1024)
    tile_set = TileFolder(tmp_path / "tiles").tile_set("cottage", "hall")
    assert tile_set is not None
    on_disk = {path.relative_to(tmp_path / "tiles" / "cottage" / "hall" / "tiles").with_suffix("").as_posix()
               for path in (tmp_path / "tiles" / "cottage" / "hall").rglob("*.webp")}  # fmt: skip
    known = {
        f"{level}/{face}/{row}_{column}"
        for level in range(4)
        for face in (*CUBE_FACES, "..")
        for row in range(-1, 4)
        for column in range(-1, 4)
        if tile_set.has(level, face, row, column)
    }
    assert known == on_disk


def test_manifests_say_how_the_tiles_were_cut(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    manifest = json.loads((tmp_path / "tiles" / "cottage" / "hall" / "manifest.json").read_text())
    assert manifest["tile_size"] == 512
    assert manifest["face_sizes"] == [512]
    assert len(manifest["fingerprint"]) == 64
