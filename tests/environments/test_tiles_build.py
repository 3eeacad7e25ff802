"""Building tiles: whole or not at all, again only what changed, and one bad image spoils nothing else."""

from __future__ import annotations

import json
import os
import struct
import zlib
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from environments import (
    CUBE_FACES,
    ConfigurationError,
    EncodedImage,
    ImageNotFoundError,
    Matterport3D,
    PanoramaFolder,
    Scan,
)
from environments.testing import tiny_scan
from environments.tiles import build as tiles_build
from environments.tiles import layout
from environments.tiles.build import MemoryBudget, TileOutcome, build_tiles, check_sources
from environments.tiles.layout import TileFolder, TileSet, pyramid, read_manifest


@pytest.fixture(autouse=True)
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tiles of 64 pixels, which are cut in no time."""
    if "512" not in request.node.name:
        monkeypatch.setattr(layout, "TILE_SIZE", 64)
        monkeypatch.setattr(tiles_build, "TILE_SIZE", 64)


def build(source: Path, output: Path, face_size: int | None = None) -> dict[str, TileOutcome]:
    outcomes = build_tiles(PanoramaFolder(source), output, face_size)
    return {outcome.viewpoint_id: outcome for outcome in outcomes}


def test_a_panorama_becomes_a_preview_and_a_pyramid(folder: Path, tmp_path: Path) -> None:
    Image.new("RGB", (512, 256), "teal").save(folder / "hall.jpg")
    outcomes = build(folder, tmp_path / "tiles")
    assert all(outcome.was_cut for outcome in outcomes.values())
    hall = tmp_path / "tiles" / "cottage" / "hall"
    tile_set = read_manifest(hall)
    assert tile_set is not None
    assert tile_set == TileSet(64, (64, 128, 192), tile_set.fingerprint)
    with Image.open(hall / "preview.jpg") as preview:
        assert (preview.size, preview.format) == ((768, 128), "JPEG")
    tiles = sorted(path.relative_to(hall / "tiles").as_posix() for path in hall.rglob("*.webp"))
    assert len(tiles) == 6 * (1 + 4 + 9)
    assert "2/down/2_2.webp" in tiles
    for tile in tiles:
        with Image.open(hall / "tiles" / tile) as picture:
            assert (picture.size, picture.format) == ((64, 64), "WEBP")


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
    assert all(outcome.was_cut for outcome in build(folder, tmp_path / "tiles", face_size=128).values())


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
    build(folder, tmp_path / "tiles", face_size=128)
    assert asked == [8 * (128**2 + 16 * 8)] * 2


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


def test_a_second_build_in_the_same_directory_is_refused(folder: Path, tmp_path: Path) -> None:
    first = build_tiles(PanoramaFolder(folder), tmp_path / "tiles")
    next(first)
    with pytest.raises(ConfigurationError, match="Another build is writing tiles to"):
        build(folder, tmp_path / "tiles")
    assert not [outcome.error for outcome in first if outcome.error]
    assert not any(outcome.was_cut for outcome in build(folder, tmp_path / "tiles").values())


@pytest.mark.parametrize(
    ("size", "sizes"),
    [
        (1, (64,)),
        (64, (64,)),
        (65, (64, 128)),
        (128, (64, 128)),
        (163, (64, 128, 192)),
        (700, (64, 128, 256, 512, 704)),
    ],
)
def test_levels_double_up_to_whole_tiles(size: int, sizes: tuple[int, ...]) -> None:
    assert pyramid(size) == sizes


def test_a_tile_set_knows_its_tiles(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles", face_size=128)
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


@pytest.mark.parametrize("name", ["RECIPE", "TILE_QUALITY", "TILE_EFFORT", "PREVIEW_QUALITY", "PREVIEW_FACE"])
def test_tiles_are_cut_again_when_they_are_cut_in_another_way(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    build(folder, tmp_path / "tiles")
    monkeypatch.setattr(tiles_build, name, getattr(tiles_build, name) + 1)
    assert all(outcome.was_cut for outcome in build(folder, tmp_path / "tiles").values())


def test_pictures_are_packed_as_the_recipe_says(matterport: Path, tmp_path: Path) -> None:
    """A skybox as large as a tile is stored as it is, and the preview has each in 128 pixels."""
    faces: dict[int, Image.Image] = {}
    for number, file in enumerate(sorted(matterport.rglob("*_sami.jpg"))):
        noise = np.random.default_rng(number).integers(0, 256, (64, 64, 3), np.uint8)
        Image.fromarray(noise).save(file)
    (name, *_) = [
        outcome.viewpoint_id for outcome in build_tiles(Matterport3D(matterport), tmp_path / "tiles")
    ]
    for number in range(6):
        (file,) = matterport.rglob(f"{name}_skybox{number}_sami.jpg")
        faces[number] = Image.open(file)
    preview = Image.new("RGB", (768, 128))
    for place, number in enumerate((1, 2, 3, 4, 0, 5)):
        preview.paste(faces[number].resize((128, 128), Image.Resampling.LANCZOS), (128 * place, 0))
    directory = tmp_path / "tiles" / "gZ6f7yhEvPG" / name
    jpeg = packed(preview, "JPEG", quality=30, optimize=True, progressive=True)
    assert (directory / "preview.jpg").read_bytes() == jpeg
    up = directory / "tiles" / "0" / "up" / "0_0.webp"
    assert up.read_bytes() == packed(faces[0], "WEBP", quality=80, method=2)


def packed(picture: Image.Image, kind: str, **options: Any) -> bytes:
    file = BytesIO()
    picture.save(file, kind, **options)
    return file.getvalue()


def test_each_tile_shows_its_part_of_the_face(folder: Path, tmp_path: Path) -> None:
    """Of the face ahead: dark above the horizon, bright below it; redder to the right."""
    picture = np.zeros((128, 256, 3), np.uint8)
    picture[64:, :, 1], picture[:, 128:, 0] = 255, 255
    Image.fromarray(picture).save(folder / "more" / "kitchen.png")
    build(folder, tmp_path / "tiles", face_size=128)
    tiles = TileFolder(tmp_path / "tiles")
    for row, column in product(range(2), range(2)):
        with Image.open(BytesIO(tiles.tile("cottage", "kitchen", 1, "front", row, column))) as tile:
            red, green, _ = np.asarray(tile.convert("RGB"))[32, 32]
        assert (red > 128, green > 128) == (column == 1, row == 1)


def test_tiles_have_512_pixels_and_their_manifest_says_how_they_were_cut(
    folder: Path, tmp_path: Path
) -> None:
    build(folder, tmp_path / "tiles")
    manifest = json.loads((tmp_path / "tiles" / "cottage" / "hall" / "manifest.json").read_text())
    assert manifest == {"tile_size": 512, "face_sizes": [512], "fingerprint": manifest["fingerprint"]}
    assert len(manifest["fingerprint"]) == 64
    assert (folder / "hall.jpg").exists()


def test_other_users_cannot_look_into_tiles(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    folders = [tmp_path / "tiles", *(each for each in (tmp_path / "tiles").rglob("*") if each.is_dir())]
    assert {each.stat().st_mode & 0o777 for each in folders} == {0o700}


def test_a_directory_that_cannot_be_made_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "tiles").write_text("a file")
    with pytest.raises(
        ConfigurationError, match=r"Tiles cannot be written to .*tiles: (Not a directory|File exists)"
    ):
        build(folder, tmp_path / "tiles")


def test_a_build_can_begin_once_another_has_ended_or_was_given_up(folder: Path, tmp_path: Path) -> None:
    first = build_tiles(PanoramaFolder(folder), tmp_path / "tiles")
    next(first)
    first.close()  # type: ignore[attr-defined]
    assert not [each.error for each in build(folder, tmp_path / "tiles").values() if each.error]


def test_a_scan_that_cannot_be_read_is_one_outcome(matterport: Path, tmp_path: Path) -> None:
    (matterport / "connectivity" / "broken_connectivity.json").write_text("[")
    outcomes = list(build_tiles(Matterport3D(matterport), tmp_path / "tiles"))
    (bad,) = (outcome for outcome in outcomes if outcome.error)
    assert (bad.scan_id, bad.viewpoint_id, bad.was_cut) == ("broken", "", False)
    assert len(outcomes) == 1 + 8


def test_a_viewpoint_that_cannot_name_a_directory_is_refused(tmp_path: Path) -> None:
    scan = tiny_scan()
    odd = replace(scan, viewpoints={"../up": replace(scan.viewpoints["a"], viewpoint_id="../up")})

    class Odd:
        def scan_ids(self) -> list[str]:
            return ["tiny"]

        def scan(self, scan_id: str) -> Scan:
            return odd

        def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
            raise NotImplementedError

    (outcome,) = build_tiles(Odd(), tmp_path / "tiles")
    assert str(outcome.error) == "'../up' cannot name a directory. Use letters, digits, '_' and '-'."


def check(source: Path, output: Path) -> dict[str, TileOutcome]:
    return {outcome.viewpoint_id: outcome for outcome in check_sources(PanoramaFolder(source), output)}


def test_sources_are_checked_without_writing(folder: Path, tmp_path: Path) -> None:
    assert {name: (each.was_cut, each.error) for name, each in check(folder, tmp_path / "tiles").items()} == {
        "hall": (False, None),
        "kitchen": (False, None),
    }
    assert not (tmp_path / "tiles").exists()
    build(folder, tmp_path / "tiles")
    assert [each.was_cut for each in check(folder, tmp_path / "tiles").values()] == [True, True]
    Image.new("RGB", (16, 8), "red").save(folder / "hall.jpg")
    (tmp_path / "tiles" / "cottage" / "kitchen" / "preview.jpg").unlink()
    assert [each.was_cut for each in check(folder, tmp_path / "tiles").values()] == [False, False]
    Image.new("RGB", (17, 8), "red").save(folder / "hall.jpg")
    truncated(folder / "more" / "kitchen.png")
    errors = {name: str(each.error) for name, each in check(folder, tmp_path / "tiles").items()}
    assert "17 x 8 pixels, but an equirectangular image is twice" in errors["hall"]
    assert "cannot be decoded" in errors["kitchen"]


def test_tiles_that_were_not_built_are_named(folder: Path, tmp_path: Path) -> None:
    tiles = TileFolder(tmp_path / "tiles")
    assert not tiles.has_scan("cottage")
    unbuilt = r"no tiles of viewpoint 'hall' of scan 'cottage'.*`pangea env build`"
    with pytest.raises(ImageNotFoundError, match=unbuilt):
        tiles.preview("cottage", "hall")
    with pytest.raises(ImageNotFoundError, match=unbuilt):
        tiles.tile("cottage", "hall", 0, "front", 0, 0)
    build(folder, tmp_path / "tiles")
    hall = tmp_path / "tiles" / "cottage" / "hall"
    assert tiles.has_scan("cottage")
    assert tiles.preview("cottage", "hall") == (hall / "preview.jpg").read_bytes()
    assert (
        tiles.tile("cottage", "hall", 0, "down", 0, 0)
        == (hall / "tiles" / "0" / "down" / "0_0.webp").read_bytes()
    )
    with pytest.raises(
        ImageNotFoundError, match=r"has no tile 1/front/0/0\. Its levels have faces of 64 pixels"
    ):
        tiles.tile("cottage", "hall", 1, "front", 0, 0)


def test_tiles_that_were_cut_again_are_met_anew(folder: Path, tmp_path: Path) -> None:
    build(folder, tmp_path / "tiles")
    tiles, manifest = (
        TileFolder(tmp_path / "tiles"),
        tmp_path / "tiles" / "cottage" / "hall" / "manifest.json",
    )
    before = tiles.tile_set("cottage", "hall")
    assert tiles.tile_set("cottage", "hall") is before
    build(folder, tmp_path / "tiles", face_size=128)
    os.utime(manifest, ns=(1, 1))  # a clock need not go on between two builds
    after = tiles.tile_set("cottage", "hall")
    assert after == read_manifest(manifest.parent)
    assert after != before


def test_a_budget_is_shared_and_given_back() -> None:
    budget = MemoryBudget(10)
    with budget.of(7), budget.of(3):
        assert budget._free == 0
    with suppress(KeyError), budget.of(99):  # all there is
        assert budget._free == 0
        raise KeyError
    assert budget._free == 10
