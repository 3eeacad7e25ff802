"""Flags of a dialogue: what needs the partner's answer is known as soon as both are there."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings
from pangea_server.app.testing.server import People
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.runner import open_runner
from pangea_server.stores.protocol import Store
from tests.pairing.talked import exchanges, hand_in
from tests.server.conftest import PATH


def findings(store: Store, number: int) -> dict[str, Any]:
    report = store.records.get(FlagReport, f"guide_two-{number:06d}")
    return {each.flag: each for each in report.findings}


def look(settings: Settings, number: int) -> None:
    with open_runner(settings) as runner:
        assert runner.run(f"guide_two-{number:06d}")


@pytest.mark.usefixtures("dialogue")
def test_the_first_is_looked_at_again_when_the_second_comes(
    people: People, server: TestClient, settings: Settings, store: Store
) -> None:
    oracle, navigator = people(), people()
    leases = [person.lease("guide_two") for person in (oracle, navigator)]
    texts = [{"time": 0.5, "words": " ".join(["left"] * 40)}]
    hand_in(oracle, leases[0], PATH[:1], exchanges=exchanges(began=1.0), messages=texts)
    look(settings, 1)
    first = findings(store, 1)
    assert (first["one_sided"].raised, first["clock_unsure"].raised) == (None, False)
    hand_in(navigator, leases[1], PATH)
    look(settings, 2)
    first, second = findings(store, 1), findings(store, 2)
    assert (first["one_sided"].raised, second["one_sided"].raised) == (False, True)
    assert second["one_sided"].value == pytest.approx(2 / 44)
    assert (second["clock_unsure"].raised, second["clock_unsure"].value) == (True, None)
    assert second["place_named"].raised is False
