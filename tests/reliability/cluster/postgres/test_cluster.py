"""Two servers over one store, one of them killed: what ``make prove-cluster`` does for longer, and with more faults."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest

from pangea_server.app.testing.server import let_in
from pangea_server.people.access.records import Role
from pangea_server.stores.opening import open_store
from tests.firebase.emulators import EmulatorMissingError
from tests.reliability.cluster.database import counted, watched
from tests.reliability.cluster.people import Crowd, Links, held_twice, seconds_until_shown
from tests.reliability.cluster.servers import Servers
from tests.reliability.cluster.stores import Stores, stores

LINKS = 3


@pytest.fixture
def given() -> Iterator[Stores]:
    with ExitStack() as opened:
        try:
            yield opened.enter_context(stores(with_s3=False))
        except EmulatorMissingError as reason:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(reason))


def test_a_server_is_killed_and_nothing_is_lost_or_there_twice(given: Stores) -> None:
    settings, url = given.postgres()
    with closing(open_store(settings, make=True)) as store:
        crowd, links = Crowd(store.records, people=2, seconds=0, pause=0), Links.make(store.records, LINKS)
        _, manager = let_in(store.records, Role.MANAGER)
    worked, _ = counted(url)
    with Servers(given.folder, settings, 2) as servers, watched(url) as database:
        crowd.begin(servers.port)
        while crowd.acknowledged < 3:
            time.sleep(0.01)
        servers.all[0].kill()
        links.open(servers.port, 0)
        servers.all[0].start()
        crowd.end(servers.port)
        shown = seconds_until_shown([each.port for each in servers.all], manager, len(crowd.submitted))
        assert servers.cpu_seconds() > 0
    with closing(open_store(settings)) as store:
        findings = crowd.audit(store)
        assert findings.total == held_twice(store.records) == 0, (findings, crowd.refusals())
    assert crowd.submitted
    assert links.winners == [1] * LINKS
    assert shown < float("inf")
    assert database.cpu_seconds > 0
    assert counted(url)[0] > worked
