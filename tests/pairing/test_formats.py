"""Dialogues in the files of others: CVDN and NDH, and those of people who study conversation."""

from __future__ import annotations

import json
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import soundfile
from fastapi.testclient import TestClient
from pyarrow import parquet

from environments import PanoramaFolder
from environments.geometry import camera_pose
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.pairing.machine import played_by_program
from pangea_server.annotate.pairing.records import Pairing
from pangea_server.app.testing.server import People
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.files import ExportedFile
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.formats.conversations import UNTIMED, Conversations
from pangea_server.dataset.formats.cvdn_dialogues import UNORDERED, CVDNDialogues
from pangea_server.dataset.formats.dialogues import Dialogues
from pangea_server.dataset.formats.huggingface_dialogues import HuggingFaceDialogues
from pangea_server.dataset.formats.teach import TEACh
from pangea_server.stores.protocol import Store
from tests.pairing.talked import align, exchanges, hand_in, talk
from tests.server.conftest import PATH


@pytest.fixture
def aligned(people: People, store: Store, dialogue: None, server: TestClient) -> dict[str, Any]:
    """The oracle speaks, the navigator asks, the oracle types."""
    talked = talk(people)
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    return talked


def write(store: Store, place: Path, format: Format, folder: Path) -> Dataset:
    dataset = Dataset(store, PanoramaFolder(place))
    assert not [*(format.write(dataset, folder) or ())]
    return dataset


def as_ndh_reads(row: dict[str, Any]) -> tuple[str, str, str]:
    """What NDH's loader makes of a row: the last question, the last answer, and where the player's way should end.

    Written anew from tasks/NDH/env.py of mmurray/cvdn.
    """
    question, answer = row["dialog_history"][-2:]
    assert (question["role"], answer["role"]) == ("navigator", "oracle")
    target = "<TAR> " + row["target"]
    planner_goal = row["planner_path"][-1]
    trusted = row["player_path"] if planner_goal in row["player_path"][1:] else row["planner_path"]
    assert trusted[0] == row["start_pano"]["pano"]
    return f"<NAV> {question['message']} <ORA> {answer['message']} {target}".strip(), trusted[-1], trusted[0]


def test_a_dialog_and_an_instance_for_each_answer(
    aligned: dict[str, Any], store: Store, place: Path, tmp_path: Path
) -> None:
    write(store, place, CVDNDialogues(), tmp_path / "out")
    (dialog,) = json.loads(next((tmp_path / "out").glob("CVDN_*.json")).read_text())
    rows = json.loads(next((tmp_path / "out").glob("NDH_*.json")).read_text())
    assert [(turn["role"], turn["message"], turn["nav_idx"]) for turn in dialog["dialog_history"]] == [
        ("navigator", "", 0),
        ("oracle", "Go on.", 0),
        ("navigator", "Here?", 0),
        ("oracle", "Stop.", 1),
    ]
    assert (dialog["nav_steps"], dialog["planner_nav_steps"]) == (list(PATH), list(PATH))
    assert (dialog["stop_history"], dialog["end_panos"], dialog["R2R_spl"]) == ([2], [PATH[-1]], 1.0)
    assert [as_ndh_reads(row) for row in rows] == [
        ("<NAV>  <ORA> Go on. <TAR>", PATH[0 + 2], PATH[0]),
        ("<NAV> Here? <ORA> Stop. <TAR>", PATH[2], PATH[1]),
    ]
    assert [(row["nav_history"], row["player_path"], row["planner_path"]) for row in rows] == [
        (["door"], ["door", "lamp"], ["door", "lamp", "sofa"]),
        (["door", "lamp"], ["lamp", "sofa"], ["lamp", "sofa"]),
    ]
    assert [row["R2R_success"] for row in rows] == [1.0, 1.0]  # a corridor of two metres a step


def test_what_has_no_order_is_not_written(
    people: People, store: Store, place: Path, dialogue: None, server: TestClient, tmp_path: Path
) -> None:
    talk(people)
    dataset = write(store, place, CVDNDialogues(), tmp_path / "out")
    assert (dataset.notes[UNORDERED], list(tmp_path.glob("out/*"))) == (1, [])


def spans(document: ElementTree.Element, tier: str) -> Iterable[tuple[int, int, str | None]]:
    slots = {each.get("TIME_SLOT_ID"): int(each.get("TIME_VALUE", "")) for each in document.iter("TIME_SLOT")}
    (found,) = (each for each in document.iter("TIER") if each.get("TIER_ID") == tier)
    for each in found.iter("ALIGNABLE_ANNOTATION"):
        start, end = (slots[each.get(f"TIME_SLOT_REF{number}")] for number in (1, 2))
        yield start, end, each.findtext("ANNOTATION_VALUE")


def test_a_conversation_is_one_sound_with_who_says_what_when(
    aligned: dict[str, Any], store: Store, place: Path, tmp_path: Path
) -> None:
    write(store, place, Conversations(), tmp_path)
    file = tmp_path / "guide_two" / "000002"
    sound, rate = soundfile.read(file.with_suffix(".wav"))
    assert sound.shape == (round(3.5 * rate), 2)
    loud = [np.flatnonzero(np.abs(channel) > 1e-5) / rate for channel in sound.T]
    assert (loud[0][0], loud[1][0]) == (pytest.approx(0.0, abs=0.05), pytest.approx(1.5, abs=0.05))
    document = ElementTree.parse(file.with_suffix(".eaf")).getroot()
    assert document.find("HEADER/MEDIA_DESCRIPTOR").get("RELATIVE_MEDIA_URL") == "./000002.wav"  # type: ignore[union-attr]  # it is there
    assert list(spans(document, "oracle")) == [(100, 1000, "Go on.")]
    assert list(spans(document, "oracle words")) == [(100, 500, "Go"), (600, 1000, "on.")]
    assert [(start, text) for start, _, text in spans(document, "oracle typed")] == [(3200, "Stop.")]
    assert list(spans(document, "navigator")) == [(1700, 2100, "Here?")]
    assert file.with_suffix(".rttm").read_text().splitlines() == [
        "SPEAKER 000002 1 0.100 0.900 <NA> <NA> oracle <NA> <NA>",
        "SPEAKER 000002 2 1.700 0.400 <NA> <NA> navigator <NA> <NA>",
    ]
    assert file.with_suffix(".ctm").read_text().splitlines() == [
        "000002 1 0.100 0.400 Go",
        "000002 1 0.600 0.400 on.",
        "000002 2 1.700 0.400 Here?",
    ]


def test_a_row_has_both_voices(aligned: dict[str, Any], store: Store, place: Path, tmp_path: Path) -> None:
    pairing = store.records.get(Pairing, aligned["pairing_id"])
    program = played_by_program(pairing, pairing.seats[0].lease_id, pairing.created_at)
    store.records.transact(lambda transaction: transaction.replace(program))
    write(store, place, HuggingFaceDialogues(), tmp_path)
    (table,) = tmp_path.glob("dialogues/*-00000-of-00001.parquet")
    (row,) = parquet.read_table(table).to_pylist()
    assert [row[side]["role"] for side in ("side_1", "side_2")] == ["oracle", "navigator"]
    for number in (1, 2):
        voice = row[f"audio_{number}"]
        assert voice["path"] == f"guide_two-{number:06d}.wav"
        assert soundfile.info(BytesIO(voice["bytes"])).duration == row[f"side_{number}"]["duration"]
    assert [word["word"] for word in row["side_1"]["words"]] == ["Go", "on."]
    assert [row[side]["is_program"] for side in ("side_1", "side_2")] == [True, False]
    assert [(turn["role"], turn["words"], turn["typed"]) for turn in row["turns"]] == [
        ("oracle", "Go on.", False),
        ("navigator", "Here?", False),
        ("oracle", "Stop.", True),
    ]
    head = (tmp_path / "README.md").read_text()
    assert head.count("dtype: audio") == 2
    assert json.loads(row["asked"])["path"] == list(PATH)


def as_teach_reads(game: dict[str, Any]) -> list[tuple[int, float, str]]:
    """Who does what when, by ``Dataset.from_dict``, ``Task`` and ``Interaction``. Written anew from alexa/teach."""
    types = {each["action_id"]: each["action_type"] for each in game["definitions"]["actions"]}
    needed = {"Motion": {"pose"}, "Keyboard": {"utterance"}, "Audio": {"utterance", "file_name"}}
    (task,) = game["tasks"]
    assert {"task_id", "task_name", "task_nparams", "task_params", "subgoals"} < task.keys()
    (episode,) = task["episodes"]
    assert {"episode_id", "world", "world_type", "commander_embodied"} < episode.keys()
    assert all(len(agent["pose"]) == 6 for agent in episode["initial_state"]["agents"])
    read = []
    for each in episode["interactions"]:
        assert {"duration", "success", *needed[types[each["action_id"]]]} < each.keys()
        read.append((each["agent_id"], each["time_start"], types[each["action_id"]]))
    return read


def test_a_game_has_what_both_said_and_where_they_went(
    aligned: dict[str, Any], store: Store, place: Path, tmp_path: Path
) -> None:
    write(store, place, TEACh(), tmp_path)
    game = json.loads((tmp_path / "guide_two" / "000002.game.json").read_text())
    assert as_teach_reads(game) == [
        (0, 0.0, "Motion"),
        (0, 0.1, "Audio"),
        (1, 1.5, "Motion"),
        (1, 1.7, "Audio"),
        (1, 2.5, "Motion"),
        (0, 3.2, "Keyboard"),
        (1, 3.5, "Motion"),
    ]
    (episode,) = game["tasks"][0]["episodes"]
    moves = [each for each in episode["interactions"] if "pose" in each and each["agent_id"] == 1]
    assert [each["viewpoint_id"] for each in moves] == list(PATH)
    artefact = store.records.get(TaskAnnotation, "guide_two-000002").pose_trace
    assert artefact is not None
    seen = camera_pose(load_trace(store.blobs, artefact).extrinsic_matrix[0])
    turns = 0.0, np.degrees(seen.elevation), np.degrees(seen.heading)
    assert moves[0]["pose"] == pytest.approx([*seen.position, *turns], abs=1e-4)
    said = [each["utterance"] for each in episode["interactions"] if "utterance" in each]
    assert said == ["Go on.", "Here?", "Stop."]
    files = {file.name for number in (1, 2) for file in _files(TEACh(), store, number)}
    assert files == {"voices/guide_two/000001.wav", "voices/guide_two/000002.wav"}


def test_poses_of_a_dialogue_are_rxrs(aligned: dict[str, Any], store: Store) -> None:
    (trace, _) = _files(Dialogues(), store, 2)
    with np.load(BytesIO(trace.make(*map(store.blobs.read, trace.blobs), *trace.arguments))) as columns:
        assert {"pano", "time", "extrinsic_matrix", "intrinsic_matrix", "image_mask"} <= set(columns)
        assert dict.fromkeys(columns["pano"].ravel().tolist()) == dict.fromkeys(PATH)


def _files(format: Format, store: Store, number: int) -> list[ExportedFile]:
    return [*format.answer_files(store.records.get(TaskAnnotation, f"guide_two-{number:06d}"))]


def test_a_voice_that_cannot_be_read_costs_only_itself(
    aligned: dict[str, Any], store: Store, place: Path, tmp_path: Path
) -> None:
    voice = store.records.get(TaskAnnotation, "guide_two-000002").voice
    assert voice is not None
    store.blobs.delete(voice.blob)
    dataset = Dataset(store, PanoramaFolder(place))
    table = tmp_path / "table"
    (fault,) = HuggingFaceDialogues().write(dataset, table)
    assert fault.file == "huggingface_dialogues/dialogues/train (audio_2 of guide_two-000002)"
    (row,) = parquet.read_table(next(table.glob("dialogues/*.parquet"))).to_pylist()
    assert (row["audio_1"]["path"], row["audio_2"]) == ("guide_two-000001.wav", None)
    (fault,) = Conversations().write(dataset, tmp_path / "conversations")
    assert fault.file == "conversations/guide_two/000002"


def test_a_side_without_a_time_is_not_put_beside_the_other(
    people: People, store: Store, place: Path, dialogue: None, server: TestClient, tmp_path: Path
) -> None:
    oracle, navigator = people(), people()
    leases = [person.lease("guide_two") for person in (oracle, navigator)]
    hand_in(navigator, leases[1], PATH, exchanges=exchanges(began=4.0))
    hand_in(oracle, leases[0], PATH[:1])
    dataset = write(store, place, Conversations(), tmp_path / "out")
    assert (dataset.notes[UNTIMED], list(tmp_path.glob("out/*"))) == (1, [])
