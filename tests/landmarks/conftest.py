"""The corridor's server and its people."""

from __future__ import annotations

import pytest
from pydantic import JsonValue

from environments import PanoramaFolder
from pangea_server.annotate.landmarks.protocol.asked import DIGEST, Asked, MentionKey
from pangea_server.annotate.landmarks.records import transcript_digest
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People, Someone
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import Store
from tests.exports.filled import corridor
from tests.server.conftest import campaign as by_hand
from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["by_hand", "people", "place", "server", "settings", "store", "web"]


@pytest.fixture
def campaign(by_hand: None, store: Store) -> None:
    """Its numbers are taken, as ``pangea campaign`` would have."""
    take_numbers(store.records, "instructions", 1)
    take_numbers(store.records, "demonstrations", 1)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> PanoramaFolder:
    return corridor(tmp_path_factory.mktemp("places") / "corridor")


@pytest.fixture
def drawer(store: Store, people: People, campaign: None) -> tuple[Someone, str]:
    """Somebody with a task in which a box is drawn."""
    people().guide()
    digest = transcript_digest("Go past the lamp to the sofa.")[:DIGEST]
    lamp = MentionKey(instruction_id=1, start_char=8, end_char=16, digest=digest)
    items: list[JsonValue] = [Asked(mentions=(lamp,)).stored()]
    task = Task(
        kind="box_draw",
        number=9,
        path_id=1,
        scan_id="corridor",
        language="en-US",
        state=TaskState.OPEN,
        args={"items": items, "path": ["door", "lamp"], "reach": ["door", "lamp"], "types": ["furniture"]},
    )
    store.records.create(task)
    person = people()
    return person, person.lease("box_draw")["lease_id"]
