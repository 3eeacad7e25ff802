"""WAY: dialogues of an observer, who is somewhere in the place, and a locator, who finds out where on its plan.

``{split}_data.json`` has an episode for each dialogue, as the loaders of Localization from Embodied Dialog read it:
``dialogArray`` has what the two said or typed in strict turns and begins with the locator, whose turn is empty where
the observer spoke first; ``finalLocation`` is where the observer stood in the end. ``pixel_coord`` is null: it is a
place on floor plans of the dataset's own. In addition to these keys, episodes have ``locatorGuess`` (the viewpoint that
was marked, or null), ``localizationError`` in metres along the graph, ``language``, ``pairing_id``, and for each turn
its seconds (``times``) and where the observer stood then (``viewPoints``).

A dialogue with a voice that is not aligned yet, or a side whose time is not known, has no order, and is not written.

Source: Hahn et al. 2020, arXiv:2011.08277; https://github.com/meera1hahn/Graph_LED.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from align.turns import Utterance, merged_turns
from environments import Environment, PangeaError, Scan
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.dataset.dialogues.figures import is_timed
from pangea_server.dataset.dialogues.together import Dialogue, Side
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.dialogues import dialogues

UNORDERED = "dialogues on where somebody is that are not aligned or not timed, and so have no order of turns"


class WAY(Format):
    name = "way"
    summary = "dialogues in which one finds out where the other is, as WAY's episodes (json)"
    of = TaskAnnotation
    needs_places = True
    about: Mapping[str, Any] = {
        "times": "seconds since the first of both began to record",
        "floor": "storeys of the place, counted from 0 upwards",
        "null": {
            "pixel_coord": "a place on floor plans of WAY's own",
            "floor": "the place has no plan of its storeys",
        },
    }

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults: list[FailedFile] = []
        episodes = count()
        with RowFiles(folder, list_file) as tables:
            for dialogue in dialogues(dataset):
                if not declared(dialogue.first.kind).plan_only:
                    continue
                if dataset.places is None or not is_timed(dialogue):
                    dataset.notes[UNORDERED] += 1
                    continue
                try:
                    row = _episode(dataset, dataset.places, dialogue)
                except PangeaError as error:  # a damaged pose trace
                    faults.append(FailedFile(f"{self.name} ({dialogue.first.record_id})", error))
                else:
                    name = f"{dialogue.first.split}_data.json"
                    tables.write(name, {"episodeId": next(episodes), **row})
        return faults


def _episode(dataset: Dataset, places: Environment, dialogue: Dialogue) -> dict[str, Any]:
    locates = declared(dialogue.first.kind).plan_only
    observer, locator = sorted(dialogue.sides, key=lambda side: side.role == locates)
    turns = _strict(dialogue, locator)
    last = observer.annotation.walked[-1]
    scan = places.scan(dialogue.first.scan_id)
    return {
        "scanName": dialogue.first.scan_id,
        "dialogArray": [turn.text for turn in turns],
        "finalLocation": {"viewPoint": last, "floor": _floor(scan, last), "pixel_coord": None},
        "locatorGuess": locator.annotation.answer.get("mark"),
        "localizationError": locator.annotation.scores.get("error"),
        "language": dialogue.first.language,
        "pairing_id": dialogue.pairing_id,
        "times": [turn.start for turn in turns],
        "viewPoints": _seen_from(dataset, observer, [turn.start for turn in turns]),
    }


def _floor(scan: Scan, viewpoint_id: str) -> int | None:
    """The storey, counted from 0 upwards; None where the place has no plan of its storeys."""
    below = (
        [floor for floor in scan.floor_plan.floors if floor.z <= scan.graph.position(viewpoint_id)[2]]
        if scan.floor_plan
        else []
    )
    return len(below) - 1 if below else None


def _strict(dialogue: Dialogue, locator: Side) -> list[Utterance]:
    """In turns that begin with the locator's."""
    turns = merged_turns(dialogue.said())
    if turns and turns[0].speaker != locator.role:
        turns.insert(0, Utterance(locator.role, turns[0].start, turns[0].start, ()))
    return turns


def _seen_from(dataset: Dataset, observer: Side, times: list[float]) -> list[str | None]:
    """Where the observer stood at these times; null where their walk is not known."""
    artefact = observer.annotation.pose_trace
    if artefact is None:
        return [None for _ in times]
    trace = load_trace(dataset.store.blobs, artefact)
    rows = np.searchsorted(observer.times(trace.time), times, side="right") - 1
    return [str(trace.viewpoint_ids[row]) for row in np.maximum(rows, 0)]
