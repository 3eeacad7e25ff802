"""A dialogue that took place on the corridor, with words that have times."""

from __future__ import annotations

from typing import Any

from align import GroundedWord
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import report_id
from pangea_server.app.testing.server import People, Someone
from pangea_server.stores.protocol import Store
from tests.server.conftest import PATH

SERVER = 1_764_000_000.0


def exchanges(began: float, rate: float = 1.0) -> list[dict[str, float]]:
    """Of a recording that began at this time of the server's; each takes 20 ms.

    The device's clock is 100 s behind the server's.
    """
    return [
        {
            "since": 0.0,
            "sent": own,
            "received": SERVER + began + own * rate + 0.01,
            "answered": SERVER + began + own * rate + 0.01,
            "arrived": own + 0.02,
            "device": SERVER + began + own * rate - 100.0,
        }
        for own in (1.0, 11.0, 21.0)
    ]


def hand_in(person: Someone, lease: dict[str, Any], walk: tuple[str, ...], **answer: Any) -> None:
    sent = person.record(lease["lease_id"], walk)
    response = person.submit(lease["lease_id"], sent | {"answer": {"transcript": "Go on.", **answer}})
    assert response.status_code == 200, response.text


def heard(*moments: tuple[float, float]) -> dict[str, Any]:
    """Noted by a page: at which times of the own recording were times (of the server's, since ``SERVER``) heard."""
    return {"heard": [{"spoken": SERVER + said - 100.0, "time": own} for own, said in moments]}


def talk(people: People, link: dict[str, Any] | None = None) -> dict[str, Any]:
    """A navigator who came to the goal, and an oracle who began a second and a half before them; nothing is aligned.

    ``link``: what the navigator's page noted of the line.

    The navigator stands at the door from 1.5 s, at the lamp from 2.5 s, and at the goal from 3.5 s.
    """
    oracle, navigator = people(), people()
    leases = [person.lease("guide_two") for person in (oracle, navigator)]
    hand_in(navigator, leases[1], PATH, exchanges=exchanges(began=4.0), link=link or {})
    texts = [{"time": 3.2, "words": "Stop."}]
    hand_in(oracle, leases[0], PATH[:1], exchanges=exchanges(began=2.5), messages=texts)
    return {"pairing_id": leases[0]["pairing"]["pairing_id"], "oracle": oracle, "navigator": navigator}


def align(store: Store, number: int, *words: tuple[float, float, str], kind: str = "guide_two") -> None:
    """Give the words of an answer times in its recording: 1 is that of the first seat, 2 of the second."""
    timed = tuple(
        GroundedWord(word=word, start_time=start, end_time=end, source="aligned")
        for start, end, word in words
    )
    store.records.create(
        AlignmentRecord(
            task_id=report_id(kind, number), engine="test", state="aligned", timed_instruction=timed
        )
    )
