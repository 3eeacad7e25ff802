"""A real RxR annotation: imported, aligned, replayed and exported, it is what it was."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient

from align import PoseTrace
from align.batch import run_work
from environments import open_environment
from pangea_server import Settings, create_app
from pangea_server.annotate.alignments.aligner import StoreWork
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.rxr import RxR
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.http.pages import PAGES
from pangea_server.people.access.records import Role
from pangea_server.stores.opening import open_store
from tests.exports.sample import as_rxr, open_sample

pytestmark = pytest.mark.shared_data


def test_the_sample_comes_in_is_aligned_replayed_and_goes_out_equal(shared: Path, tmp_path: Path) -> None:
    told, voice, trace = open_sample(shared / "data" / "pangea_sample")
    source = as_rxr(tmp_path / "source", told, voice, trace)
    settings = Settings(
        environment=f"matterport3d:{shared / 'data' / 'matterport3d'}",
        data_dir=tmp_path / "data",
        web_dir=tmp_path / "web",
    )

    store = open_store(settings, make=True)
    report = import_files(store, open_environment(settings.environment), RxR(), [source])
    store.close()
    assert report.new == {"Guide annotations": 1}

    work = StoreWork(settings)
    with work:
        names = work.names()
    assert names == ["guide-046944"]
    assert [outcome.reason for outcome in run_work(work, names, workers=1)] == [""]

    replay(settings, told, trace)

    store = open_store(settings)
    export(Dataset(store), tmp_path / "out", open_formats(["rxr"]))
    store.close()
    folder = tmp_path / "out" / "rxr"
    row = json.loads(gzip.decompress((folder / "rxr_train_guide.jsonl.gz").read_bytes()))
    assert {key: row[key] for key in told} == told
    assert [word["word"] for word in row["timed_instruction"]] == told["instruction"].split()
    file = folder / "pose_traces" / "rxr_train" / "046944_guide_pose_trace.npz"
    back = PoseTrace.load(file)
    assert back.path() == told["path"]
    assert back.heading[0] == pytest.approx(told["heading"], abs=1e-6)
    np.testing.assert_allclose(back.time, trace.time, rtol=0, atol=5.1e-7)  # stored to the microsecond
    assert back.extrinsic_matrix.tobytes() == trace.extrinsic_matrix.tobytes()
    assert back.intrinsic_matrix.tobytes() == trace.intrinsic_matrix.tobytes()
    with np.load(file) as masks:
        visits, tokens = len(told["path"]), len(told["instruction"].split())
        assert masks["image_mask"].shape == (visits, 128, 256)
        assert masks["feature_weights"].shape == (visits, 36)
        assert masks["text_masks"].shape == (visits, tokens)
        assert masks["text_masks"].any(axis=0).all()


def replay(settings: Settings, told: dict[str, object], trace: PoseTrace) -> None:
    """What the replay page asks for: the annotation with its words, every pose, the voice."""
    assert settings.web_dir is not None
    (settings.web_dir / "assets").mkdir(parents=True)
    for page in PAGES:
        (settings.web_dir / f"{page}.html").write_text("<!doctype html><title>a page</title>")
    with TestClient(create_app(settings)) as client:
        person, token = let_in(client.app.state.services.store.records, Role.REVIEWER)  # type: ignore[attr-defined]
        reviewer = Someone(client, token, person.annotator_id)
        view = reviewer.call("GET", "/annotations/guide/46944").json()
        assert view["reference"] == view["walked"] == told["path"]
        assert view["summary"]["alignment"] == "aligned"
        assert view["summary"]["scores"]["ndtw"] == 1.0
        assert view["voice_duration"] == pytest.approx(38.6, abs=0.1)
        poses = reviewer.call("GET", "/annotations/guide/46944/pose-trace").json()
        assert len(poses["time"]) == len(trace)
        voice = reviewer.hear(46944)
        assert voice.headers["content-type"] == "audio/wav"
        assert voice.content[:4] == b"RIFF"
