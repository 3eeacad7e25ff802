"""Pictures of floor plans under an own place, for the maps of those who walk there."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role

LIES = {"z": 0.0, "corner": [-1.0, 4.5], "heading": 0.25, "scale": 0.0125}


@pytest.fixture
def plan(place: Path) -> Path:
    """A plan under the corridor, whose file says when and by whom it was made."""
    file = place / "plans" / "ground floor.png"
    file.parent.mkdir()
    Image.new("RGB", (80, 40), "white").save(file, exif=_exif())
    graph = place / "graph.json"
    lying = [LIES | {"image": "plans/ground floor.png"}, LIES | {"image": "plans/lost.png"}]
    graph.write_text(json.dumps(json.loads(graph.read_text()) | {"plans": lying}))
    return file


def _exif() -> Image.Exif:
    exif = Image.Exif()
    exif[0x013B] = "somebody"  # its artist
    return exif


def plans(person: Someone) -> list[dict[str, Any]]:
    return list(person.call("GET", "/scans/corridor").json()["plans"])


def test_a_person_with_a_task_sees_the_plan_and_nothing_about_who_made_it(
    plan: Path, campaign: None, people: People, server: TestClient
) -> None:
    person = people()
    person.lease("guide")
    (seen,) = plans(person)  # the one whose file is not there is left out
    address = seen.pop("address")
    assert seen == LIES | {"width": 80, "height": 40}
    answer = server.get(address)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.headers["cache-control"] == "private, max-age=86400"
    with Image.open(BytesIO(answer.content)) as picture:
        assert (picture.size, dict(picture.getexif())) == ((80, 40), {})
    assert b"somebody" in plan.read_bytes()


def test_the_address_ends_with_the_task(
    plan: Path, campaign: None, people: People, server: TestClient
) -> None:
    person = people()
    lease = person.lease("guide")
    (seen,) = plans(person)
    assert person.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    assert_problem(server.get(seen["address"]), 404, "link_not_valid")


def test_the_address_opens_nothing_else(
    plan: Path, campaign: None, people: People, server: TestClient
) -> None:
    person = people()
    person.lease("guide")
    (seen,) = plans(person)
    bare, _, k = seen["address"].partition("?")
    assert_problem(server.get(bare), 404, "link_not_valid")
    assert_problem(server.get(seen["address"].replace("/corridor/", "/cellar/")), 404, "link_not_valid")
    for name in ("lost.png", "lamp.jpg", "..%2Flamp.jpg", "%2E%2E", "graph.json"):
        assert server.get(f"{bare.rpartition('/')[0]}/{name}?{k}").status_code == 404, name


def test_a_plan_whose_file_is_gone_is_told_without_its_name(
    plan: Path, campaign: None, people: People, server: TestClient
) -> None:
    person = people()
    person.lease("guide")
    (seen,) = plans(person)
    plan.unlink()
    problem = assert_problem(server.get(seen["address"]), 404, "missing_image")
    assert str(plan.parent.parent) not in json.dumps(problem)


def test_a_place_without_plans_has_none(people: People) -> None:
    assert plans(people(Role.REVIEWER)) == []
