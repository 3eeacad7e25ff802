"""CVDN and NDH: a Follower's walk as the navigator's, the Guide's words as the oracle's only answer.

``NDH_{split}.json`` and ``CVDN_{split}.json`` have one instance and one dialog for each Follower. Nobody asked
anything, but loaders expect a question before the answer, so it is there and empty, and nobody had looked around before
it (``nav_camera``). Nobody looked for a named thing either, so ``target`` is empty; it is a text, because loaders join
it to others. What nobody knows is null, and ``about.json`` says why. In addition to their own keys, both have
``instruction_id``, ``path_id`` and ``language``; NDH's instances have ``oracle_id`` and ``navigator_id``, CVDN's
dialogs the ``heading`` of their first view.

Dialogs with several answers are not read: each answer belongs to a place of the walk, and the file does not say the
heading there. NDH does, with one instance for each answer.

Source: Thomason et al. 2019, arXiv:1907.04957; tasks/{CVDN,NDH}/data/README.md of https://github.com/mmurray/cvdn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from environments import Environment, InvalidDataError
from pangea_server.annotate.annotations.records import Outcome
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import Entry, FollowerEntry, GuideEntry
from pangea_server.dataset.entries.named_lists import found_in, name_parts
from pangea_server.dataset.entries.protocol import METRICS, WORLD, Format, Found
from pangea_server.dataset.entries.row_files import RowFiles, list_file

_NAME = re.compile(r"(CVDN_|NDH_)?(\w+)\.json(\.gz)?")


class CVDN(Format):
    name = "cvdn"
    summary = "each walk as a dialog of CVDN's and an instance of NDH's (json)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "start_pano": "heading and elevation in radians; the walk begins level",
        "metrics": METRICS,
        "target": "empty: nobody was asked to find a named thing",
        "nav_camera": "empty: the only question, which is empty, stands at the start",
        "stop_history": "where the Follower said to have arrived; empty for who gave up",
        "null": {
            "R2R_oracle_spl": "published without saying where near the goal the walk would have stopped",
            "problem": "nobody is asked for it in CVDN's form",
            "*_quality": "Guides and Followers do not rate each other",
            "*_mturk": "people are given by PanGEA's numbers only",
        },
    }

    def write(self, dataset: Dataset, folder: Path) -> None:
        with RowFiles(folder, list_file) as tables:
            for follower in dataset.followers("CVDN dialogs"):
                guide, walk = follower.guide.entry(), follower.entry()
                if not guide.transcript:
                    continue
                arrived = follower.annotation.outcome == "done"
                tables.write(f"NDH_{guide.split}.json", instance(guide, walk))
                tables.write(f"CVDN_{guide.split}.json", dialog(guide, walk, arrived=arrived))

    def read(self, file: Path, places: Environment) -> Iterator[Found]:
        """The last answer is the instruction of the planner's path, and the player's or navigator's is the walk."""
        kind, split, _ = name_parts(file, _NAME, "NDH_{split}.json or CVDN_{split}.json").groups()
        told: dict[int, GuideEntry] = {}

        def entries(row: NdhInstance, place: str) -> Iterator[Entry]:
            guide, walk = entries_of(row, split, place)
            known = told.setdefault(guide.instruction_id, guide)
            if known is guide:
                yield guide
            elif known != guide:
                raise InvalidDataError(
                    f"{place} has an instruction {guide.instruction_id} that differs from that of an earlier entry.",
                    remedy="Give each instruction an instruction_id of its own.",
                )
            if walk is not None:
                yield walk

        if kind == "CVDN_":
            yield from found_in(file, Dialog, lambda row, place: entries(row.instance(place), place))
        else:
            yield from found_in(file, NdhInstance, entries)


class StartPano(msgspec.Struct):
    heading: float
    pano: str
    elevation: float = 0.0


class CvdnTurn(msgspec.Struct):
    role: str
    message: str
    nav_idx: int = 0


class NdhInstance(msgspec.Struct):
    """An instance of NDH; test splits have no paths. The last six keys are PanGEA's."""

    inst_idx: int
    scan: str
    start_pano: StartPano
    dialog_history: list[CvdnTurn]
    player_path: list[str] = []
    planner_path: list[str] = []
    instruction_id: int | None = None
    path_id: int | None = None
    language: str | None = None
    oracle_id: int | None = None
    navigator_id: int | None = None
    outcome: Outcome | None = None


class Dialog(msgspec.Struct):
    """A dialog of CVDN; the last five keys are PanGEA's."""

    idx: int
    scan: str
    start_pano: str
    dialog_history: list[CvdnTurn]
    nav_steps: list[str] = []
    planner_nav_steps: list[str] = []
    oracle: int | None = None
    navigator: int | None = None
    heading: float | None = None
    instruction_id: int | None = None
    path_id: int | None = None
    language: str | None = None
    outcome: Outcome | None = None

    def instance(self, place: str) -> NdhInstance:
        """The dialog as an NDH instance; NDH has only this one for it.

        Raises:
            InvalidDataError: it has several answers, or does not say in which direction the navigator looked first.
        """
        answers = sum(turn.role == "oracle" for turn in self.dialog_history)
        if answers > 1 or self.heading is None:
            lacks = f"has {answers} answers" if answers > 1 else "does not say the heading of its first view"
            raise InvalidDataError(
                f"{place} {lacks}.",
                remedy="Import NDH's file instead: it has an instance, with its heading, for each answer.",
            )
        return NdhInstance(
            inst_idx=self.idx,
            scan=self.scan,
            start_pano=StartPano(self.heading, self.start_pano),
            dialog_history=self.dialog_history,
            player_path=self.nav_steps,
            planner_path=self.planner_nav_steps,
            instruction_id=self.instruction_id,
            path_id=self.path_id,
            language=self.language,
            oracle_id=self.oracle,
            navigator_id=self.navigator,
            outcome=self.outcome,
        )


def instance(guide: GuideEntry, walk: FollowerEntry) -> dict[str, Any]:
    """A walk as an instance of NDH."""
    return {
        "inst_idx": walk.demonstration_id,
        "game_idx": walk.demonstration_id,
        "scan": guide.scan,
        "target": "",
        "start_pano": {"heading": guide.heading, "elevation": 0.0, "pano": guide.path[0]},
        "nav_camera": [],
        "nav_history": [guide.path[0]],
        "dialog_history": _turns(guide),
        "player_path": list(walk.path),
        "planner_path": list(guide.path),
        "end_panos": [guide.path[-1]],
        "navigator_game_quality": None,
        "navigator_avg_quality": None,
        "oracle_game_quality": None,
        "oracle_avg_quality": None,
        "R2R_success": walk.metrics.get("sr"),
        "R2R_spl": walk.metrics.get("spl"),
        "R2R_oracle_success": walk.metrics.get("osr"),
        "R2R_oracle_spl": None,
        "instruction_id": guide.instruction_id,
        "path_id": guide.path_id,
        "language": guide.language,
        "oracle_id": guide.annotator_id,
        "navigator_id": walk.annotator_id,
        "outcome": walk.outcome,
    }


def dialog(guide: GuideEntry, walk: FollowerEntry, *, arrived: bool) -> dict[str, Any]:
    """A walk as a dialog of CVDN; people are given by PanGEA's numbers. ``arrived``: the Follower said so."""
    return {
        "idx": walk.demonstration_id,
        "scan": guide.scan,
        "target": "",
        "start_pano": guide.path[0],
        "problem": None,
        "end_panos": [guide.path[-1]],
        "navigator": walk.annotator_id,
        "navigator_mturk": None,
        "navigator_quality": None,
        "navigator_avg_quality": None,
        "oracle": guide.annotator_id,
        "oracle_mturk": None,
        "oracle_quality": None,
        "oracle_avg_quality": None,
        "nav_camera": [{"nav_idx": 0, "dia_idx": 0, "message": []}],
        "nav_steps": list(walk.path),
        "dialog_history": _turns(guide),
        "stop_history": [len(walk.path) - 1] if arrived else [],
        "planner_nav_steps": list(guide.path),
        "R2R_spl": walk.metrics.get("spl"),
        "R2R_oracle_spl": None,
        "heading": guide.heading,
        "instruction_id": guide.instruction_id,
        "path_id": guide.path_id,
        "language": guide.language,
        "outcome": walk.outcome,
    }


def entries_of(row: NdhInstance, split: str, place: str) -> tuple[GuideEntry, FollowerEntry | None]:
    """The instruction, and the walk or None where the split leaves it out.

    Raises:
        InvalidDataError: the row has no answer.
    """
    answers = [turn.message for turn in row.dialog_history if turn.role == "oracle"]
    if not answers:
        raise InvalidDataError(
            f"{place} has no answer from an oracle.", remedy="Leave it out: --skip-broken."
        )
    instruction_id = row.inst_idx if row.instruction_id is None else row.instruction_id
    guide = GuideEntry(
        instruction_id=instruction_id,
        path_id=row.inst_idx if row.path_id is None else row.path_id,
        split=split,
        scan=row.scan,
        path=tuple(row.planner_path or [row.start_pano.pano]),
        heading=row.start_pano.heading,
        transcript=answers[-1],
        annotator_id=row.oracle_id,
        language=row.language,
    )
    if not row.player_path:
        return guide, None
    walked = tuple(row.player_path)
    return guide, FollowerEntry(row.inst_idx, instruction_id, row.navigator_id, walked, outcome=row.outcome)


def _turns(guide: GuideEntry) -> list[dict[str, Any]]:
    return [
        {"nav_idx": 0, "role": "navigator", "message": ""},
        {"nav_idx": 0, "role": "oracle", "message": guide.transcript},
    ]
