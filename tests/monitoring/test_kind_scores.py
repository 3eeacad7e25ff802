"""The scores that kinds have of their own, also those of packages: means in groups, with n."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from statistics import fmean

import pytest
from typer.testing import CliRunner

from environments import open_environment
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.app.command_line import app
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.dimensions import dimension, in_groups
from pangea_server.dataset.monitoring.routes import group_rows
from pangea_server.dataset.monitoring.statistics import Group, Selection
from pangea_server.http.csv_tables import csv_lines
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Transaction

TOURS = {"en-US": (3.0, 5.0, None), "hi-IN": (None,)}
CHAIRS = {"en-US": (0.5,), "hi-IN": (1.0, 0.25, 0.75)}


def answers() -> list[TaskAnnotation]:
    """Of the kind ``tour``, and of ``chairs``, which a package has brought."""
    given = [
        (kind, language, score, value)
        for kind, score, values in (("tour", "rooms", TOURS), ("chairs", "chairs_found", CHAIRS))
        for language, found in values.items()
        for value in found
    ]
    return [
        TaskAnnotation(
            kind=kind,
            annotation_id=number,
            annotator_id=1 + number % 2,
            path_id=1,
            split="train",
            scan_id="demo-house",
            language=language,
            heading=0.0,
            walked=(),
            args={},
            answer={},
            pose_trace=None,
            phases=(),
            scores={score: value},
        )
        for number, (kind, language, score, value) in enumerate(given, 1)
    ]


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    def write(transaction: Transaction) -> None:
        for annotation in answers():
            transaction.create(annotation)

    with LocalStore.open(tmp_path / "data") as store:
        store.records.transact(write)
    return tmp_path / "data"


def groups(data_dir: Path, by: str) -> dict[str | None, Group]:
    with LocalStore.open(data_dir) as store:
        table = Board(store, open_environment("demo")).rebuild(lambda read: None)
    selection = Selection(table, in_groups(table, {}))
    return {None: selection.total(), **{group.name: group for group in selection.groups(dimension(by))}}


@pytest.mark.parametrize(
    ("kind", "score", "values"), [("tour", "rooms", TOURS), ("chairs", "chairs_found", CHAIRS)]
)
def test_means_are_of_those_who_have_the_score(
    data_dir: Path, kind: str, score: str, values: dict[str, tuple[float | None, ...]]
) -> None:
    found = groups(data_dir, "language")
    of_all: tuple[float | None, ...] = sum(values.values(), ())
    for language, of_language in (*values.items(), (None, of_all)):
        known = [value for value in of_language if value is not None]
        mean = found[language].kinds[kind].scores[score]
        assert found[language].kinds[kind].annotations == len(of_language)
        if known:
            assert mean is not None
            assert mean.value == pytest.approx(fmean(known))
            assert mean.n == len(known)
        else:
            assert mean is None


def test_a_spreadsheet_has_them_after_what_all_share(data_dir: Path) -> None:
    rows = list(groups(data_dir, "language").values())
    text = "".join(csv_lines(*group_rows(rows)))
    total, english, hindi = csv.DictReader(io.StringIO(text))
    assert (total["tours"], english["tour_rooms.value"], english["tour_rooms.n"]) == ("4", "4.0", "2")
    assert (hindi["tour_rooms.value"], hindi["chairs_chairs_found.n"]) == ("", "3")
    assert english["tour_success_rate.value"] == ""
    assert [name for name in english if name.endswith("_success_rate.n")] == [
        "chairs_success_rate.n",
        "tour_success_rate.n",
    ]


def test_the_command_prints_them_with_n(data_dir: Path) -> None:
    at = ["--data-dir", str(data_dir)]
    shown = CliRunner().invoke(app, ["monitor", *at], env={"COLUMNS": "80"})
    assert shown.exit_code == 0, shown.output
    told = [re.sub(r"\s+", " ", line).strip() for line in shown.output.splitlines()]
    assert "chairs: means, and of how many answers" in told
    assert "hi-IN 3 – 0.67 (3)" in told
    assert "hi-IN 1 – –" in told
    assert "all 4 – 4.00 (2)" in told
    as_json = json.loads(CliRunner().invoke(app, ["monitor", "--json", *at]).output)
    assert as_json["total"]["kinds"]["tour"]["scores"]["rooms"]["n"] == 2


def test_the_command_leaves_out_learning_periods_unless_they_are_asked_for(data_dir: Path) -> None:
    with LocalStore.open(data_dir) as store:
        learner = answers()[0].model_copy(update={"annotation_id": 99, "learning": True})
        store.records.create(learner)
    told = [
        json.loads(CliRunner().invoke(app, ["monitor", "--json", "--data-dir", str(data_dir), *more]).output)
        for more in ((), ("--population", "learning"))
    ]
    assert [each["total"]["kinds"]["tour"]["annotations"] for each in told] == [4, 5]
