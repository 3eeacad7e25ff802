"""One annotation over HTTP with everything kept in a store that servers share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import soundfile
from fastapi.testclient import TestClient

from align.batch import run_work
from align.beam import run_on_beam
from environments import open_environment
from pangea_server import Settings, create_app
from pangea_server.annotate.alignments.aligner import StoreWork
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import FollowerAnnotation
from pangea_server.annotate.campaigns.sample import sample_definition
from pangea_server.app.testing.server import Someone, let_in
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.http.pages import PAGES
from pangea_server.stores.protocol import Store

SPEECH = Path(__file__).parents[1] / "data" / "speech"
TRANSCRIPT = (SPEECH / "instruction.txt").read_text().strip()


class WayInStores:
    """Subclass it; define ``store``, an empty one, and ``settings`` that name it."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        raise NotImplementedError

    @pytest.fixture
    def settings(self) -> Settings:
        raise NotImplementedError

    def test_the_whole_way(self, store: Store, settings: Settings, tmp_path: Path) -> None:
        records, web = store.records, tmp_path / "web"
        (web / "assets").mkdir(parents=True)
        for page in PAGES:
            (web / f"{page}.html").touch()
        settings = settings.model_copy(update={"web_dir": web})
        create_campaign(records, open_environment("demo"), "demo", sample_definition(paths_per_scan=1))
        with TestClient(create_app(settings)) as client:
            guide, follower = (
                Someone(client, token, person.annotator_id)
                for person, token in (let_in(records) for _ in range(2))
            )
            lease = guide.lease("guide")
            path = lease["args"]["path"]
            answer = guide.record(lease["lease_id"], path, _voice()) | {"transcript": TRANSCRIPT}
            first, again = (guide.submit(lease["lease_id"], answer) for _ in range(2))
            assert (
                first.json()
                == again.json()
                == {"lease_id": lease["lease_id"], "kind": "guide", "annotation_id": 1}
            )
            assert follower.follow(path).status_code == 200

        (walk,) = records.find(FollowerAnnotation)
        assert (list(walk.path), walk.scores.ndtw) == (path, 1.0)
        run_on_beam(StoreWork(settings), ["guide-000001"], "direct")
        by_beam = records.get(AlignmentRecord, "guide-000001")
        list(run_work(StoreWork(settings), ["guide-000001"], workers=1))
        alignment = records.get(AlignmentRecord, "guide-000001")
        assert (by_beam.version, alignment.version) == (1, 2)
        assert by_beam.timed_instruction == alignment.timed_instruction
        assert by_beam.report == alignment.report
        assert [word.word for word in alignment.timed_instruction] == TRANSCRIPT.split()
        assert export(Dataset(store), tmp_path / "out", open_formats(["rxr"])).unaligned == 0
        assert len(list((tmp_path / "out").rglob("*.npz"))) == 2


def _voice() -> list[bytes]:
    samples, _ = soundfile.read(SPEECH / "instruction.flac", dtype="int16")
    return [samples.tobytes()]
