"""Previews and tiles over HTTP."""

from __future__ import annotations

import base64
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from environments.tiles.build import build_tiles
from pangea_server import Settings
from pangea_server.app.doctor import installation
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role


@pytest.fixture
def tiles(corridor_tiles: Path, settings: Settings) -> Path:
    """The corridor's tiles, where the server looks for them."""
    return Path(shutil.copytree(corridor_tiles, settings.tiles_dir))


@pytest.fixture
def reviewer(people: People) -> Someone:
    return people(Role.REVIEWER)


def viewpoint(person: Someone, name: str = "lamp") -> dict[str, Any]:
    scan = person.call("GET", "/scans/corridor").json()
    return next(view for view in scan["viewpoints"] if view["viewpoint_id"] == name)


def fetch(person: Someone, address: str, **headers: str) -> Any:
    return person.call("GET", address.removeprefix("/api/v1"), headers=headers)


def tile(view: dict[str, Any], level: int, face: str, row: int, column: int) -> str:
    return str(view["tiles"]["url_template"]).format(level=level, face=face, row=row, column=column)


def test_a_scan_says_where_tiles_are(tiles: Path, reviewer: Someone) -> None:
    view = viewpoint(reviewer)["tiles"]
    assert (view["tile_size"], view["face_sizes"]) == (512, [512, 1024])
    preview = fetch(reviewer, view["preview"])
    assert preview.headers["content-type"] == "image/jpeg"
    assert preview.content == (tiles / "corridor" / "lamp" / "preview.jpg").read_bytes()


def test_without_tiles_the_viewer_is_told_so(reviewer: Someone) -> None:
    assert viewpoint(reviewer)["tiles"] is None
    key = viewpoint(reviewer)["images"]["equirectangular"].rpartition("?")[2]
    answer = fetch(reviewer, f"/scans/corridor/viewpoints/lamp/preview?{key}")
    problem = assert_problem(answer, 404, "image_not_found")
    assert "pangea env build" in problem["remedy"]


def test_a_tile_is_kept_for_ever_and_not_sent_twice(tiles: Path, reviewer: Someone) -> None:
    address = tile(viewpoint(reviewer), 1, "down", 1, 0)
    answer = fetch(reviewer, address)
    assert answer.content == (tiles / "corridor" / "lamp" / "tiles" / "1" / "down" / "1_0.webp").read_bytes()
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    again = fetch(reviewer, address, **{"If-None-Match": f'"other", {answer.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == answer.headers["etag"]


def test_an_address_without_the_pictures_version_is_asked_for_again(tiles: Path, reviewer: Someone) -> None:
    address = tile(viewpoint(reviewer), 0, "front", 0, 0)
    for address in (re.sub(r"v=\w+&", version, address) for version in ("", "v=0123456789ab&")):
        assert fetch(reviewer, address).headers["cache-control"] == "private, no-cache"


def test_tiles_cut_anew_have_another_address(tiles: Path, place: Path, reviewer: Someone) -> None:
    before = viewpoint(reviewer)["tiles"]["preview"]
    list(build_tiles(PanoramaFolder(place), tiles))
    after = viewpoint(reviewer)["tiles"]
    assert after["preview"] != before
    assert after["face_sizes"] == [512]


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("2/front/0/0", 404),
        ("0/front/1/0", 404),
        ("0/front/0/1", 404),
        ("-1/front/0/0", 422),
        ("0/front/-1/0", 422),
        ("0/inside/0/0", 404),
        ("0/%2e%2e/0/0", 404),
    ],
)
def test_there_are_no_other_tiles(tiles: Path, reviewer: Someone, address: str, status: int) -> None:
    key = viewpoint(reviewer)["tiles"]["preview"].rpartition("?")[2]
    answer = fetch(reviewer, f"/scans/corridor/viewpoints/lamp/tiles/{address}?{key}")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_nothing_outside_the_tiles_can_be_named(tiles: Path, reviewer: Someone) -> None:
    secret = tiles / "secret"
    secret.mkdir()
    (secret / "preview.jpg").write_bytes(b"not for you")
    for address in (
        "/scans/corridor/viewpoints/%2e%2e%2fsecret/preview",
        "/scans/%2e/viewpoints/secret/preview",
    ):
        assert fetch(reviewer, address).status_code == 404


def test_a_lease_carries_the_first_picture(tiles: Path, campaign: None, people: People) -> None:
    """The preview of the path's start, in the Guide's and in the Follower's answer."""
    start = (tiles / "corridor" / "door" / "preview.jpg").read_bytes()
    guide, follower = people(), people()
    picture = guide.lease("guide")["start_preview"]
    assert base64.b64decode(picture.removeprefix("data:image/jpeg;base64,")) == start
    assert guide.guide().status_code == 200
    assert follower.lease("follower")["start_preview"] == picture


def test_without_tiles_a_lease_carries_no_picture(campaign: None, people: People) -> None:
    assert people().lease("guide")["start_preview"] is None


def test_a_scan_is_zipped_and_not_sent_twice(tiles: Path, reviewer: Someone) -> None:
    plain = fetch(reviewer, "/scans/corridor", **{"Accept-Encoding": "identity"})
    zipped = fetch(reviewer, "/scans/corridor", **{"Accept-Encoding": "br, gzip"})
    assert zipped.headers["content-encoding"] == "gzip"
    assert zipped.headers["vary"] == "Accept-Encoding"
    assert int(zipped.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    assert zipped.json() == plain.json()
    unchanged = fetch(
        reviewer, "/scans/corridor", **{"If-None-Match": zipped.headers["etag"], "Accept-Encoding": "gzip"}
    )
    assert (unchanged.status_code, unchanged.content) == (304, b"")


def test_the_doctor_says_what_is_not_cut_and_what_cuts_it(settings: Settings) -> None:
    with pytest.raises(
        AdviceError, match="corridor not cut into tiles, so pages load whole images"
    ) as advice:
        installation.tiles(Deployment(settings))
    assert advice.value.remedy.startswith("pangea env build folder:")
    assert advice.value.remedy.endswith(f"--output {settings.tiles_dir}")


def test_the_doctor_counts_what_is_cut(tiles: Path, settings: Settings) -> None:
    shutil.rmtree(tiles / "corridor" / "lamp")
    assert installation.panoramas(Deployment(settings)) == "3 of 4 panoramas are cut"
