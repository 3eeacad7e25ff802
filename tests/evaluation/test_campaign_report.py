"""The report of a campaign made by ``pangea campaign evaluate``, from its tasks to the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments import InvalidDataError
from pangea_server import Settings
from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People
from pangea_server.dataset.evaluation.campaigns import campaign_sources
from pangea_server.dataset.evaluation.evaluation import evaluate
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store
from tests.written.conftest import SYSTEMS, Make, make, people, place, rows_of, server, settings, store, web
from tests.written.test_written_tasks import follow_all

__all__ = ["make", "people", "place", "server", "settings", "store", "web"]


def test_a_campaign_is_reported(
    make: Make, people: People, store: Store, settings: Settings, tmp_path: Path
) -> None:
    make(rows_of())
    with pytest.raises(
        InvalidDataError, match="Nobody has followed an instruction of campaign comparison yet"
    ):
        campaign_sources(store.records, "comparison")
    for _ in range(4):
        follow_all(people())
    found = evaluate(campaign_sources(store.records, "comparison"))
    assert [system.name for system in found.systems] == sorted(SYSTEMS)
    assert (found.walks, found.people, found.paths) == (16, 4, 4)
    assert found.origin == ["Campaign: comparison"]
    at = ("--data-dir", settings.data_dir, "--output", tmp_path / "report")
    told = CliRunner().invoke(app, ["evaluate", "instructions", "--campaign", "comparison", *map(str, at)])
    assert told.exit_code == 0, told.output
    report = json.loads((tmp_path / "report" / "evaluation.json").read_text())
    assert report["walks"] == 16
    assert SYSTEMS[1] in (tmp_path / "report" / "evaluation.html").read_text()


def test_walks_that_do_not_count_are_named_where_there_are_no_others(
    make: Make, people: People, store: Store
) -> None:
    make(rows_of())
    follow_all(people())
    for walk in store.records.find(FollowerAnnotation):
        learner = walk.model_copy(update={"learning": True})
        store.records.transact(lambda transaction, learner=learner: transaction.replace(learner))  # type: ignore[misc]
    with pytest.raises(InvalidDataError, match="No walk of campaign comparison is counted: 4 of learning"):
        campaign_sources(store.records, "comparison")


def test_a_campaign_without_systems_is_told_how_to_make_one(make: Make, store: Store) -> None:
    make([row | {"system": None} for row in rows_of()[:4]], compares=False)
    with pytest.raises(InvalidDataError) as error:
        campaign_sources(store.records, "comparison")
    assert "pangea campaign evaluate FILE --system NAME" in error.value.remedy


def test_staff_save_the_page_and_others_do_not(make: Make, people: People) -> None:
    make(rows_of())
    staff = people(Role.REVIEWER)
    nobody_yet = staff.call("GET", "/monitor/evaluation")
    assert nobody_yet.status_code == 422
    assert "Nobody has followed" in nobody_yet.json()["detail"]
    walkers = [people() for _ in range(4)]
    for walker in walkers:
        follow_all(walker)
    for query in ("", "?campaign=comparison"):
        found = staff.call("GET", f"/monitor/evaluation{query}")
        assert found.status_code == 200
        assert found.headers["Content-Disposition"] == 'attachment; filename="evaluation.html"'
        assert SYSTEMS[0] in found.text
    assert walkers[0].call("GET", "/monitor/evaluation").status_code == 403
    assert staff.call("GET", "/monitor/evaluation?campaign=other").status_code == 404
