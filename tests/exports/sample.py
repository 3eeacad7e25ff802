"""The sample of the 2021 toolkit: one real annotation of RxR."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from align import PoseTrace
from tests.exports.rows import write_rows


def open_sample(folder: Path) -> tuple[dict[str, Any], Path, PoseTrace]:
    """Its row without times, its voice and its poses."""
    told = json.loads((folder / "args.json").read_text())
    voice = folder / told.pop("audio")
    snapshots = (folder / "snapshots.jsonl").read_bytes()
    return told, voice, PoseTrace.from_snapshots_2021(snapshots, layout="row", time_unit="s")


def as_rxr(folder: Path, told: Mapping[str, Any], voice: Path, trace: PoseTrace) -> Path:
    """The sample as RxR publishes its data: a row without times, a trace, and an mp3."""
    number = f"{told['instruction_id']:06}"
    for kind in ("pose_traces", "voices"):
        (folder / kind / "rxr_train").mkdir(parents=True)
    shutil.copy(voice, folder / "voices" / "rxr_train" / f"{number}.mp3")
    trace.save_rxr(folder / "pose_traces" / "rxr_train" / f"{number}_guide_pose_trace.npz")
    write_rows(folder / "rxr_train_guide.jsonl.gz", [dict(told)])
    return folder / "rxr_train_guide.jsonl.gz"
