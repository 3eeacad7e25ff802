"""A release with every format, and the Python of somebody who has other people's readers and nothing of ours."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import Aids, GuideAnnotation, TaskAnnotation
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.formats import FORMATS, LANDMARK_FORMATS
from pangea_server.dataset.release.release import make_release
from tests.exports.filled import annotated, corridor

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".venv" / "readers" / "bin" / "python"
SECONDS = 600
NEEDS_LABELS = {"landmarks"}  # a place that names its pixels; tests/exports/test_landmarks.py has one
Opened = Callable[..., Any]


@pytest.fixture(scope="session")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """Calls a function of ``others.py`` in the readers' environment; returns what it returns."""
    if not PYTHON.exists():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse("other people's readers are not installed: make readers")
    home = tmp_path_factory.mktemp("home")
    machine = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "HF_HUB_OFFLINE": "1",
        "PYTHONWARNINGS": "ignore",
    }

    def run(what: str, *told: str | Path) -> Any:
        done = subprocess.run(
            [PYTHON, ROOT / "tests" / "readers" / "others.py", what, *map(str, told)],
            cwd=home,
            env=machine,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-4000:]
        return json.loads(done.stdout.splitlines()[-1])

    return run


@pytest.fixture(scope="session")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """Two Guides of whom one has no voice, a walk, and answers of other kinds."""
    folder = tmp_path_factory.mktemp("collected")
    store = annotated(folder / "data", guides=3)
    silent = store.records.get(GuideAnnotation, "000003")
    unheard = silent.model_copy(update={"voice": None, "duration": None, "sample_rate": None})
    store.records.transact(lambda transaction: transaction.replace(unheard))
    store.records.create(_tour(silent))
    return Dataset(store, corridor(folder / "place"))


@pytest.fixture(scope="session")
def released(dataset: Dataset, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of it in every format."""
    folder = tmp_path_factory.mktemp("published") / "one"
    names = [name for name in FORMATS.builtin if name not in (*NEEDS_LABELS, *LANDMARK_FORMATS)]
    make_release(dataset, folder, open_formats(names), "1.0")
    return folder


def _tour(guide: GuideAnnotation) -> TaskAnnotation:
    return TaskAnnotation(
        kind="tour",
        annotation_id=1,
        annotator_id=1,
        path_id=1,
        split="train",
        scan_id="corridor",
        language="en-US",
        heading=0.0,
        walked=("door", "lamp"),
        args={},
        answer={"transcript": "A bright room."},
        voice=guide.voice,
        duration=2.0,
        sample_rate=16_000,
        pose_trace=guide.pose_trace,
        phases=(),
        aids=Aids(map=True),
    )
