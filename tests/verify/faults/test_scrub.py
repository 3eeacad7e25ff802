"""The server verifies its store by itself, in a process of its own."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest

from pangea_server import Settings
from pangea_server.app.attached import ATTACHED
from pangea_server.core.settings import DeploymentLimits
from pangea_server.dataset.verify import scrub
from pangea_server.dataset.verify.report import read_report
from pangea_server.dataset.verify.scrub import BackgroundScrub
from pangea_server.dataset.verify.verification import Pace
from pangea_server.stores.local.store import LocalStore
from tests.verify.test_scrub import settings

__all__ = ["settings"]

PATIENCE = 60.0


def test_a_server_verifies_its_store_while_it_has_it(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrub, "REST", timedelta(seconds=0.1))
    background = BackgroundScrub(settings, ATTACHED)
    with LocalStore.open(settings.data_dir, exclusive=True):
        background.start()
        until = time.monotonic() + PATIENCE
        while read_report(settings.data_dir) is None and time.monotonic() < until:
            time.sleep(0.1)
        background.close()
    report = read_report(settings.data_dir)
    assert report
    assert (report.blobs, report.fault_count) == (6, 0)


@pytest.mark.parametrize("change", [{"limits": DeploymentLimits(scrub_rate=0)}, {"store": "firebase"}])
def test_it_can_be_switched_off_and_is_off_where_there_is_no_local_store(
    settings: Settings, change: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scrub, "REST", timedelta(seconds=0.01))
    background = BackgroundScrub(settings.model_copy(update=change), ATTACHED)
    background.start()
    time.sleep(0.2)
    background.close()
    assert read_report(settings.data_dir) is None


def test_it_reads_no_faster_than_it_may() -> None:
    pace, began = Pace(rate=1_000_000), time.monotonic()
    for _ in range(10):
        pace.took(50_000)
    assert time.monotonic() - began >= 0.45
