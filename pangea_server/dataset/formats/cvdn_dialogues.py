"""CVDN and NDH: dialogues of an oracle and a navigator, each as a dialog of CVDN's and an instance of NDH's for each
answer of the oracle.

``CVDN_{split}.json`` and ``NDH_{split}.json``. A turn is what one said or typed until the other began; loaders expect
a question before each answer, so where the oracle speaks first an empty question stands before it. ``nav_idx`` is where
the navigator stood when the turn began. ``player_path`` goes on to where they stood when the oracle next answered,
and ``planner_path`` is the shortest path to the goal, whole. In addition to their own keys, both have ``pairing_id``,
``kind`` and ``language``, and turns the time at which they began, in seconds.

A dialogue with a voice that is not aligned yet, or a side whose time is not known, or without a goal or the navigator's
walk, cannot be put in order, and is not written.

Source: Thomason et al. 2019, arXiv:1907.04957; tasks/{CVDN,NDH}/data/README.md of https://github.com/mmurray/cvdn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from math import inf
from pathlib import Path
from typing import Any

import numpy as np

from align import PoseTrace
from align.turns import Utterance, merged_turns
from environments import NavigationGraph, PangeaError, PathScores
from environments.metrics.report import score_path
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.dataset.dialogues.figures import goal_of, is_timed, navigator_of
from pangea_server.dataset.dialogues.together import Dialogue
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import FailedFile
from pangea_server.dataset.entries.protocol import METRICS, WORLD, Format
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.dialogues import dialogues, steps

UNORDERED = "dialogues that are not aligned, not timed, without a goal or without a walk, and so have no order of turns"
NAVIGATOR, ORACLE = "navigator", "oracle"


class CVDNDialogues(Format):
    name = "cvdn_dialogues"
    summary = "dialogues as CVDN's, and an instance of NDH's for each answer (json)"
    of = TaskAnnotation
    needs_places = True
    about: Mapping[str, Any] = {
        "world": WORLD,
        "start_pano": "heading and elevation of the navigator's camera when the answer began, in radians",
        "metrics": METRICS,
        "target": "the thing that was looked for; empty where there was a path",
        "nav_camera": "empty: the pose trace of the format dialogues has how the navigator looked around",
        "stop_history": "where the navigator ended the dialogue",
        "planner_path": "the shortest path to the goal, whole: not its first five steps",
        "null": {
            "R2R_oracle_spl": "published without saying where near the goal the walk would have stopped",
            "problem": "nobody is asked for it in CVDN's form",
            "*_quality": "the two do not rate each other",
            "*_mturk": "people are given by PanGEA's numbers only",
        },
    }

    def write(self, dataset: Dataset, folder: Path) -> Iterable[FailedFile]:
        faults: list[FailedFile] = []
        dialogs, instances = count(), count()
        with RowFiles(folder, list_file) as tables:
            for dialogue in dialogues(dataset):
                split = dialogue.first.split
                try:
                    played = _played(dataset, dialogue)
                except PangeaError as error:  # a damaged pose trace
                    faults.append(
                        FailedFile(f"{self.name} ({navigator_of(dialogue).annotation.record_id})", error)
                    )
                    continue
                if played is None:
                    dataset.notes[UNORDERED] += 1
                    continue
                number = next(dialogs)
                tables.write(f"CVDN_{split}.json", played.dialog(number))
                for instance in played.instances(number):
                    tables.write(f"NDH_{split}.json", {"inst_idx": next(instances), **instance})
        return faults


def _played(dataset: Dataset, dialogue: Dialogue) -> PlayedDialogue | None:
    """None where nothing puts the turns in an order with the walk."""
    goal, artefact = goal_of(dialogue), navigator_of(dialogue).annotation.pose_trace
    if dataset.places is None or goal is None or artefact is None or not is_timed(dialogue):
        return None
    graph = dataset.places.scan(dialogue.first.scan_id).graph
    return PlayedDialogue(dialogue, graph, load_trace(dataset.store.blobs, artefact), goal)


@dataclass(frozen=True)
class PlayedDialogue:
    """A dialogue with the navigator's walk to a goal."""

    dialogue: Dialogue
    graph: NavigationGraph
    trace: PoseTrace
    goal: str

    @cached_property
    def walked(self) -> Sequence[tuple[float, str]]:
        """When the navigator came to each viewpoint, on the dialogue's line."""
        navigator = navigator_of(self.dialogue)
        return [(navigator.at(time), viewpoint) for time, viewpoint in steps(self.trace)]

    @cached_property
    def turns(self) -> Sequence[Utterance]:
        """In order, and one of the navigator's first; an empty one where they said nothing before the first answer."""
        told = merged_turns(self.dialogue.said())
        if told and self._role(told[0]) == ORACLE:
            told.insert(0, Utterance(navigator_of(self.dialogue).role, told[0].start, told[0].start, ()))
        return told

    def dialog(self, number: int) -> dict[str, Any]:
        first, nodes = self.dialogue.first, [viewpoint for _, viewpoint in self.walked]
        people = {self._called(side.role): side.annotation.annotator_id for side in self.dialogue.sides}
        scores = score_path(self.graph, nodes, self._planned(nodes[0]))
        return {
            "idx": number,
            **self._asked(),
            "start_pano": nodes[0],
            "problem": None,
            NAVIGATOR: people[NAVIGATOR],
            "navigator_mturk": None,
            "navigator_quality": None,
            "navigator_avg_quality": None,
            ORACLE: people[ORACLE],
            "oracle_mturk": None,
            "oracle_quality": None,
            "oracle_avg_quality": None,
            "nav_camera": [
                {"nav_idx": self._index(turn.start), "dia_idx": place, "message": []}
                for place, turn in enumerate(self.turns)
                if self._role(turn) == NAVIGATOR
            ],
            "nav_steps": nodes,
            "dialog_history": self._history(len(self.turns)),
            "stop_history": [len(nodes) - 1],
            "planner_nav_steps": self._planned(nodes[0]),
            "R2R_spl": scores.spl,
            "R2R_oracle_spl": None,
            "heading": first.heading,
        }

    def instances(self, number: int) -> Iterator[dict[str, Any]]:
        """One for each answer: what led to it, and where the navigator went until the next one."""
        answers = [place for place, turn in enumerate(self.turns) if self._role(turn) == ORACLE]
        ends = [*(self.turns[place].start for place in answers[1:]), inf]
        for place, end in zip(answers, ends, strict=True):
            begin = self._index(self.turns[place].start)
            nodes = [viewpoint for _, viewpoint in self.walked]
            played = nodes[begin : self._index(end) + 1]
            planned = self._planned(played[0])
            scores = score_path(self.graph, played, planned)
            yield {
                "game_idx": number,
                **self._asked(),
                "start_pano": self._view(self.turns[place].start),
                "nav_camera": [],
                "nav_history": nodes[: begin + 1],
                "dialog_history": self._history(place + 1),
                "player_path": played,
                "planner_path": planned,
                "navigator_game_quality": None,
                "navigator_avg_quality": None,
                "oracle_game_quality": None,
                "oracle_avg_quality": None,
                **_scored(scores),
            }

    def _asked(self) -> dict[str, Any]:
        """What both kinds of rows say of the task."""
        first = self.dialogue.first
        return {
            "scan": first.scan_id,
            "target": str(first.args.get("description") or ""),
            "end_panos": [self.goal],
            "pairing_id": self.dialogue.pairing_id,
            "kind": first.kind,
            "language": first.language,
        }

    def _history(self, length: int) -> list[dict[str, Any]]:
        return [
            {
                "nav_idx": self._index(turn.start),
                "role": self._role(turn),
                "message": turn.text,
                "time": turn.start,
            }
            for turn in self.turns[:length]
        ]

    def _index(self, time: float) -> int:
        """Of the viewpoint where the navigator stood; the first one before their walk began."""
        return max(0, sum(came <= time for came, _ in self.walked) - 1)

    def _view(self, time: float) -> dict[str, Any]:
        """Where the navigator stood and looked."""
        navigator = navigator_of(self.dialogue)
        row = max(0, int(np.searchsorted(navigator.times(self.trace.time), time, side="right")) - 1)
        return {
            "heading": float(self.trace.heading[row]),
            "elevation": float(self.trace.elevation[row]),
            "pano": str(self.trace.viewpoint_ids[row]),
        }

    def _planned(self, start: str) -> list[str]:
        return self.graph.shortest_path(start, self.goal)

    def _role(self, turn: Utterance) -> str:
        return self._called(turn.speaker)

    def _called(self, role: str) -> str:
        """CVDN's name of a role: who ends the dialogue is its navigator."""
        return NAVIGATOR if role == navigator_of(self.dialogue).role else ORACLE


def _scored(scores: PathScores) -> dict[str, Any]:
    return {
        "R2R_success": scores.success,
        "R2R_spl": scores.spl,
        "R2R_oracle_success": scores.oracle_success,
        "R2R_oracle_spl": None,
    }
