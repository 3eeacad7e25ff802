"""What ``pangea landmarks simulate`` asks the crowd for, and what it prints of it."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.app import simulated_crowd
from pangea_server.app.landmarks import app
from pangea_server.collect.landmarks.simulation.figures import Figures, StepCost, Workers

WORKERS = Workers(
    people=60, bad=18, found=9, stopped=11, wrongly=2, pairs=30, pairs_found=20, faded=3, faded_found=1
)
GOOD = Figures(
    instructions=60,
    conll=0.91,
    muc=0.92,
    b3=0.93,
    ceaf_e=0.94,
    mentions_f1=0.99,
    boxes=200,
    boxes_right=190,
    things=50,
    things_drawn=45,
    links=300,
    pairs=1200,
    settled=6,
    disputes=4,
    open=7,
    lost=3,
    workers=WORKERS,
    costs=(StepCost("coref_link", 300, 48, 40, 10, 2.0, 0.25), StepCost("carry", 20, 0, 0, 20, None, None)),
    seconds=12.5,
)
WORSE = replace(GOOD, conll=0.88, boxes=0, boxes_right=0, pairs=0, costs=())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The crowds that were let work."""
    crowds: list[dict[str, Any]] = []

    def simulate(
        folder: Path, environment: object, place: object, *, watch: object, **wanted: Any
    ) -> Figures:
        assert folder.parent.is_dir()
        crowds.append(wanted)
        return WORSE if len(crowds) > 1 else GOOD

    monkeypatch.setattr(simulated_crowd, "simulate_landmarks", simulate)
    return crowds


def run(*options: str) -> str:
    done = CliRunner(env={"COLUMNS": None}).invoke(app, ["simulate", *options])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_each_crowd_has_a_seed_of_its_own(asked: list[dict[str, Any]]) -> None:
    usual = {"instructions": 60, "people": 60, "at_once": 6, "landmarks": None}
    run()
    run("--seeds", "2", "--seed", "5", "--instructions", "6", "--people", "9", "--at-once", "2", "--no-carry")
    without = [step for step in Step if step is not Step.CARRY]
    fewer = {"instructions": 6, "people": 9, "at_once": 2, "landmarks": {"kinds": without}}
    assert asked == [usual | {"seed": 1}, fewer | {"seed": 5}, fewer | {"seed": 6}]


def test_programs_get_all_figures_by_seed(asked: object) -> None:
    told = json.loads(run("--json", "--seeds", "2"))
    assert told == json.loads(json.dumps({1: asdict(GOOD), 2: asdict(WORSE)}))


def test_people_get_a_row_for_each_crowd_the_worst_of_them_and_what_each_cost(asked: object) -> None:
    lines = [line for line in run("--seeds", "2").splitlines() if line.strip() and "━" not in line]
    assert [re.split(" {2,}", line.strip()) for line in lines] == [
        [
            *("seed", "CoNLL F1", "boxes", "IoU ≥ 0.5", "things drawn", "bad people", "found"),
            *("wrongly stopped", "links", "of exhaustive", "settled", "disputes", "open", "lost"),
        ],
        ["1", "0.910", "200", "95.0%", "45 of 50", "18", "9", "2", "300", "25.0%", "6", "4", "7", "3"],
        ["2", "0.880", "0", "0.0%", "45 of 50", "18", "9", "2", "300", "–", "6", "4", "7", "3"],
        ["Worst: CoNLL F1 0.880, 0.0% of the boxes with IoU ≥ 0.5."],
        ["What it cost with seed 1:"],
        ["step", "items", "a page", "of", "check items", "hours", "hours of checks"],
        ["coref_link", "300", "7.5", "10", "48", "2.00", "0.25"],
        ["carry", "20", "–", "20", "0", "–", "–"],
        [
            "36 s of people's time for a good box, all steps together, at the pace of Flickr30k Entities (Table 3: "
            "26.8 s to draw one); check items not counted."
        ],
        ["What it cost with seed 2:"],
        ["step", "items", "a page", "of", "check items", "hours", "hours of checks"],
    ]
