"""How far things are around a viewpoint, over HTTP."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fastapi.testclient import TestClient
from PIL import Image

from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role


@pytest.fixture
def depth(place: Path) -> Path:
    """The corridor's lamp, with walls two metres away all around."""
    (place / "objects.json").write_text(json.dumps({"image_size": [512, 256], "objects": []}))
    picture = place / "lamp.depth.png"
    Image.fromarray(np.full((256, 512), 2000, np.uint16)).save(picture)
    return picture


@pytest.fixture
def reviewer(people: People) -> Someone:
    return people(Role.REVIEWER)


def reliefs(person: Someone) -> dict[str, Any]:
    scan = person.call("GET", "/scans/corridor").json()
    return {view["viewpoint_id"]: view["relief"] for view in scan["viewpoints"]}


def test_a_scan_says_where_distances_are_known(depth: Path, reviewer: Someone, server: TestClient) -> None:
    known = {name: address for name, address in reliefs(reviewer).items() if address}
    assert list(known) == ["lamp"]
    answer = server.get(known["lamp"])
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    levels = np.asarray(Image.open(BytesIO(answer.content)))
    assert 0.25 * 2 ** (8 * levels.astype(float) / 255) == pytest.approx(np.full((128, 256), 2.0), rel=0.02)
    again = server.get(known["lamp"], headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_without_depth_pictures_nothing_is_said(reviewer: Someone) -> None:
    assert set(reliefs(reviewer).values()) == {None}


def test_only_links_lead_there_and_only_where_distances_are_known(
    depth: Path, reviewer: Someone, server: TestClient
) -> None:
    address = reliefs(reviewer)["lamp"]
    assert_problem(server.get(address.rpartition("?")[0]), 404, "link_not_valid")
    assert_problem(server.get(address.replace("/lamp/", "/door/")), 404, "record_not_found")
    assert_problem(server.get(address.replace("/lamp/", "/cellar/")), 404, "viewpoint_not_found")


def test_a_damaged_depth_picture_is_told(depth: Path, reviewer: Someone, server: TestClient) -> None:
    address = reliefs(reviewer)["lamp"]
    depth.write_bytes(depth.read_bytes()[:60])
    assert_problem(server.get(address), 404, "image_not_found")
