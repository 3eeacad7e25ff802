"""One annotation over HTTP: a Guide speaks, a Follower follows, the data team sees both."""

from __future__ import annotations

import io
import wave

import pytest

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.app.testing.server import People
from pangea_server.people.access.records import Role
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
PATH = ["door", "lamp", "sofa"]


def test_a_guide_and_a_follower_reach_the_store_with_scores(people: People, store: Store) -> None:
    assert people().guide().json()["annotation_id"] == 1
    assert people().follow(PATH).json()["annotation_id"] == 1

    guide = store.records.get(GuideAnnotation, "000001")
    follower = store.records.get(FollowerAnnotation, "000001")
    assert list(guide.walked) == list(follower.path) == PATH
    assert guide.duration == 2.0
    assert guide.scores is not None
    assert (guide.scores.success, guide.scores.ndtw) == (1.0, 1.0)
    assert (follower.scores.ne, follower.scores.spl) == (0.0, 1.0)


def test_the_voice_is_stored_sample_by_sample(people: People) -> None:
    people().guide()
    answer = people(Role.REVIEWER).hear(1)
    with wave.open(io.BytesIO(answer.content)) as voice:
        assert (voice.getframerate(), voice.getnchannels(), voice.getsampwidth()) == (16_000, 1, 2)
        assert voice.readframes(voice.getnframes()) == b"\x01\x00" * 16_000 + b"\x02\x00" * 16_000


def test_a_follower_who_walks_elsewhere_scores_less(people: People, store: Store) -> None:
    people().guide()
    people().follow(["door", "lamp", "sofa", "window", "sofa", "lamp", "door"])
    scores = store.records.get(FollowerAnnotation, "000001").scores
    assert scores.ne == pytest.approx(4.0)
    assert (scores.success, scores.spl, scores.oracle_success) == (0.0, 0.0, 1.0)


def test_nothing_on_the_wire_tells_a_follower_where_the_path_leads(people: People) -> None:
    people().guide(transcript="Somewhere.")
    follower = people()
    lease = follower.lease("follower")
    assert "sofa" not in str(lease)
    assert "path" not in str(lease)
    follower.call("GET", f"/leases/{lease['lease_id']}").json()
    answer = follower.submit(lease["lease_id"], {"recording_id": "0" * 32, "pose": _empty()})
    assert "sofa" not in answer.text


def test_the_guide_never_follows_their_own_words(people: People) -> None:
    guide = people()
    guide.guide()
    assert guide.call("POST", "/leases", json={"kind": "follower"}).status_code == 204
    assert people().lease("follower")["args"]["transcript"].startswith("Go past")


def test_a_follower_task_waits_for_its_guide(people: People) -> None:
    assert people().call("POST", "/leases", json={"kind": "follower"}).status_code == 204


def test_the_follower_hears_the_guide(people: People) -> None:
    people().guide()
    follower = people()
    lease = follower.lease("follower")
    voice = follower.client.get(lease["args"]["voice_url"])
    assert voice.headers["content-type"] == "audio/wav"
    assert len(voice.content) == int(voice.headers["content-length"]) == 44 + 2 * 2 * 16_000


def _empty() -> dict[str, object]:
    return {"chunks": 0, "size": 0, "sha256": "0" * 64}
