"""Previews and tiles over HTTP."""

from __future__ import annotations

import base64
import shutil
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from environments import PanoramaFolder
from environments.tiles.build import build_tiles
from pangea_server import Settings
from pangea_server.doctor import installation
from pangea_server.doctor.deployment import AdviceError, Deployment
from pangea_server.testing import People, Someone, assert_problem


@pytest.fixture
def tiles(corridor_tiles: Path, settings: Settings) -> Path:
    """The corridor's tiles, where the server looks for them."""
    return Path(shutil.copytree(corridor_tiles, settings.tiles_dir))


@pytest.fixture
def guide(people: People) -> Someone:
    return people()


def viewpoint(person: Someone, name: str = "lamp") -> dict[str, Any]:
    scan = person.call("GET", "/scans/corridor").json()
    return next(view for view in scan["viewpoints"] if view["viewpoint_id"] == name)


def fetch(person: Someone, address: str, **headers: str) -> Any:
    return person.call("GET", address.removeprefix("/api/v1"), headers=headers)


def tile(view: dict[str, Any], level: int, face: str, row: int, column: int) -> str:
    return str(view["tiles"]["url_template"]).format(level=level, face=face, row=row, column=column)


def test_a_scan_says_where_tiles_are(tiles: Path, guide: Someone) -> None:
    view = viewpoint(guide)["tiles"]
    assert (view["tile_size"], view["face_sizes"]) == (512, [512, 1024])
    preview = fetch(guide, view["preview"])
    assert preview.headers["content-type"] == "image/jpeg"
    assert preview.content == (tiles / "corridor" / "lamp" / "preview.jpg").read_bytes()


def test_without_tiles_the_viewer_is_told_so(guide: Someone) -> None:
    assert viewpoint(guide)["tiles"] is None
    problem = assert_problem(fetch(guide, "/scans/corridor/viewpoints/lamp/preview"), 404, "image_not_found")
    assert "pangea env build" in problem["remedy"]


def test_a_tile_is_kept_for_ever_and_not_sent_twice(tiles: Path, guide: Someone) -> None:
    address = tile(viewpoint(guide), 1, "down", 1, 0)
    answer = fetch(guide, address)
    assert answer.content == (tiles / "corridor" / "lamp" / "tiles" / "1" / "down" / "1_0.webp").read_bytes()
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    again = fetch(guide, address, **{"If-None-Match": f'"other", {answer.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]


def test_an_address_without_the_pictures_version_is_asked_for_again(tiles: Path, guide: Someone) -> None:
    bare = tile(viewpoint(guide), 0, "front", 0, 0).split("?")[0]
    for address in (bare, f"{bare}?v=0123456789ab"):
        assert fetch(guide, address).headers["cache-control"] == "private, no-cache"


def test_tiles_cut_anew_have_another_address(tiles: Path, place: Path, guide: Someone) -> None:
    before = viewpoint(guide)["tiles"]["preview"]
    list(build_tiles(PanoramaFolder(place), tiles))
    after = viewpoint(guide)["tiles"]
    assert after["preview"] != before
    assert after["face_sizes"] == [512]


@pytest.mark.parametrize(
    "address",
    [
        "2/front/0/0",
        "0/front/1/0",
        "0/front/0/1",
        "-1/front/0/0",
        "0/front/-1/0",
        "0/inside/0/0",
        "0/%2e%2e/0/0",
    ],
)
def test_there_are_no_other_tiles(tiles: Path, guide: Someone, address: str) -> None:
    answer = fetch(guide, f"/scans/corridor/viewpoints/lamp/tiles/{address}")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_nothing_outside_the_tiles_can_be_named(tiles: Path, guide: Someone) -> None:
    secret = tiles / "secret"
    secret.mkdir()
    (secret / "preview.jpg").write_bytes(b"not for you")
    for address in (
        "/scans/corridor/viewpoints/%2e%2e%2fsecret/preview",
        "/scans/%2e/viewpoints/secret/preview",
    ):
        assert fetch(guide, address).status_code == 404


def test_strangers_see_no_tile(tiles: Path, server: TestClient) -> None:
    address = "/api/v1/scans/corridor/viewpoints/lamp"
    assert_problem(server.get(f"{address}/preview"), 401, "not_signed_in")
    assert_problem(server.get(f"{address}/tiles/0/front/0/0"), 401, "not_signed_in")


def test_a_lease_carries_the_first_picture(tiles: Path, campaign: None, people: People) -> None:
    """The preview of the path's start, in the Guide's and in the Follower's answer."""
    start = (tiles / "corridor" / "door" / "preview.jpg").read_bytes()
    guide, follower = people(), people()
    picture = guide.lease("guide")["start_preview"]
    assert base64.b64decode(picture.removeprefix("data:image/jpeg;base64,")) == start
    assert guide.guide().status_code == 200
    assert follower.lease("follower")["start_preview"] == picture


def test_without_tiles_a_lease_carries_no_picture(campaign: None, guide: Someone) -> None:
    assert guide.lease("guide")["start_preview"] is None


def test_a_scan_is_zipped_and_not_sent_twice(tiles: Path, guide: Someone) -> None:
    plain = fetch(guide, "/scans/corridor", **{"Accept-Encoding": "identity"})
    zipped = fetch(guide, "/scans/corridor", **{"Accept-Encoding": "br, gzip"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.headers["vary"] == "Accept-Encoding"
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert zipped.json() == plain.json()
    unchanged = fetch(
        guide, "/scans/corridor", **{"If-None-Match": zipped.headers["etag"], "Accept-Encoding": "gzip"}
    )
    assert (unchanged.status_code, unchanged.content) == (304, b"")


def test_the_doctor_says_what_is_not_cut_and_what_cuts_it(settings: Settings) -> None:
    with pytest.raises(AdviceError, match="corridor not cut into tiles, so pages load whole images") as advice:
        installation.tiles(Deployment(settings))
    assert advice.value.remedy.startswith("pangea env build folder:")
    assert advice.value.remedy.endswith(f"--output {settings.tiles_dir}")


def test_the_doctor_counts_what_is_cut(tiles: Path, settings: Settings) -> None:
    shutil.rmtree(tiles / "corridor" / "lamp")
    assert installation.panoramas(Deployment(settings)) == "3 of 4 panoramas are cut"
