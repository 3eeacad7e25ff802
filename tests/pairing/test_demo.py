"""The part of the demo for two people."""

from __future__ import annotations

from pathlib import Path

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.demo import two_people
from pangea_server.http.services import open_services
from pangea_server.people.access.records import Annotator, Role


def test_two_links_for_two_people_at_each_start(tmp_path: Path) -> None:
    settings = Settings(environment="demo", data_dir=tmp_path / "data")
    services = open_services(settings, make=True)
    try:
        links = [two_people(services, "http://demo") for _ in range(2)]
        tasks = services.store.records.count(Task, {"kind": "guide_two"})
        people = services.store.records.find(Annotator)
    finally:
        services.close()
    assert tasks == 2 * 20
    assert [person.role for person in people] == [Role.ANNOTATOR] * 4
    addresses = [link for each in links for link in each.values()]
    assert len({*addresses}) == 4
    assert all("/task/guide_two#token=" in link for link in addresses)
