"""Recording into a store that servers share: every call may be made again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.app.testing.server import VOICE, Someone, assert_problem, let_in, poses, summary
from pangea_server.core.settings import DeploymentLimits
from pangea_server.http.pages import PAGES
from pangea_server.stores.protocol import Store
from tests.reliability.house import WALK, build_corridor, make_work


class RecordingsInStores:
    """Subclass it; define ``store``, an empty one, and ``settings`` that name it."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        raise NotImplementedError

    @pytest.fixture
    def settings(self) -> Settings:
        raise NotImplementedError

    @pytest.fixture
    def guide(self, store: Store, settings: Settings, tmp_path: Path) -> Iterator[Someone]:
        """A Guide with a task, at a server over the store."""
        make_work(store.records, tasks=1, guides=0)
        web = tmp_path / "web"
        (web / "assets").mkdir(parents=True)
        for page in PAGES:
            (web / f"{page}.html").touch()
        here = {
            "environment": build_corridor(tmp_path / "place"),
            "web_dir": web,
            "limits": DeploymentLimits(recording_bytes=2**20),
        }
        person, token = let_in(store.records)
        with TestClient(create_app(settings.model_copy(update=here))) as client:
            yield Someone(client, token, person.annotator_id)

    def test_every_call_made_twice_makes_one_annotation(self, guide: Someone, store: Store) -> None:
        def twice(method: str, address: str, **options: Any) -> Any:
            first, again = (guide.call(method, address, **options) for _ in range(2))
            assert first.status_code < 300, first.text
            assert again.status_code == 200, again.text
            assert first.json() == again.json()
            return again.json()

        lease_id = twice("POST", "/leases", json={"kind": "guide"})["lease_id"]
        recording_id = twice("POST", f"/leases/{lease_id}/recordings", json={"sample_rate": 16_000})[
            "recording_id"
        ]
        trace = poses(WALK)
        for stream, chunks in (("voice", VOICE), ("pose", [trace])):
            for index, chunk in enumerate(chunks):
                statuses = [guide.put(recording_id, stream, index, chunk).status_code for _ in range(2)]
                assert statuses == [201, 200]
        assert_problem(guide.put(recording_id, "voice", 0, VOICE[1]), 409, "store_conflict")
        assert_problem(guide.put(recording_id, "voice", 2, bytes(2**20)), 413, "quota")
        twice("PUT", f"/leases/{lease_id}/draft", json={"version": 2, "content": "Go"})
        older = guide.call("PUT", f"/leases/{lease_id}/draft", json={"version": 1, "content": "G"})
        assert_problem(older, 409, "store_conflict")

        reopened = guide.lease("guide")
        assert reopened["draft"] == {"version": 2, "content": "Go"}
        assert reopened["recordings"][0]["voice"] == {"chunks": 2, "size": 64_000, "ranges": [[0, 1]]}
        answer = {
            "recording_id": recording_id,
            "voice": summary(VOICE),
            "pose": summary([trace]),
            "transcript": "Go.",
        }
        twice("POST", f"/leases/{lease_id}/submit", json=answer)
        assert store.records.count(GuideAnnotation) == 1
        assert guide.put(recording_id, "voice", 0, VOICE[0]).status_code == 200
