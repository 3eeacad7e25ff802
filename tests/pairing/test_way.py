"""Dialogues in which one locates the other, as the loaders of Localization from Embodied Dialog read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.app.testing.server import People
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.formats.way import UNORDERED, WAY
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import add_tasks
from tests.pairing.talked import align, exchanges, talk
from tests.server.conftest import PATH

START, THERE, NEAR = PATH


def located(people: People, store: Store, path_id: int = 1) -> None:
    """The observer goes one step, and the locator marks the next place but one; the observer speaks first."""
    add_tasks(store, "locate_two", path_id, path=(START,))
    observer, locator = people(), people()
    leases = [person.lease("locate_two") for person in (observer, locator)]
    said = {"transcript": "A lamp. Yes.", "exchanges": exchanges(began=1.0)}
    sent = observer.record(leases[0]["lease_id"], (START, THERE))
    assert observer.submit(leases[0]["lease_id"], sent | {"answer": said}).status_code == 200
    said = {"transcript": "Is it big?", "exchanges": exchanges(began=1.5), "mark": NEAR}
    sent = locator.record(leases[1]["lease_id"], ())
    assert locator.submit(leases[1]["lease_id"], sent | {"answer": said}).status_code == 200


def written(store: Store, place: Path, folder: Path) -> tuple[list[dict[str, Any]], Dataset]:
    dataset = Dataset(store, PanoramaFolder(place))
    assert not [*WAY().write(dataset, folder)]
    files = list(folder.glob("*_data.json"))
    return json.loads(files[0].read_text()) if files else [], dataset


def as_led_reads(row: dict[str, Any]) -> str:
    """What the loader makes of the turns: the locator's are the even ones. Written anew from Graph_LED."""
    marks = ("SOLM", "EOLM"), ("SOOM", "EOOM")
    return " ".join(
        f"{marks[at % 2][0]} {text} {marks[at % 2][1]}" for at, text in enumerate(row["dialogArray"])
    )


@pytest.mark.usefixtures("server")
def test_an_episode_has_strict_turns_and_where_the_observer_stood(
    people: People, store: Store, place: Path, tmp_path: Path
) -> None:
    located(people, store)
    align(store, 1, (0.1, 0.2, "A"), (0.2, 0.3, "lamp."), (1.5, 1.8, "Yes."), kind="locate_two")
    align(store, 2, (0.2, 0.8, "Is"), (0.8, 0.85, "it"), (0.85, 0.9, "big?"), kind="locate_two")
    ((row,), _) = written(store, place, tmp_path / "out")
    assert as_led_reads(row) == "SOLM  EOLM SOOM A lamp. EOOM SOLM Is it big? EOLM SOOM Yes. EOOM"
    assert (row["scanName"], row["finalLocation"]) == (
        "corridor",
        {"viewPoint": THERE, "floor": None, "pixel_coord": None},
    )
    assert (row["locatorGuess"], row["localizationError"]) == (NEAR, pytest.approx(2.0))
    assert row["viewPoints"] == [START, START, START, THERE]


@pytest.mark.usefixtures("server", "dialogue")
def test_what_has_no_order_and_other_kinds_are_not_written(
    people: People, store: Store, place: Path, tmp_path: Path
) -> None:
    talk(people)
    located(people, store, 2)
    rows, dataset = written(store, place, tmp_path / "out")
    assert (rows, dataset.notes[UNORDERED]) == ([], 1)
