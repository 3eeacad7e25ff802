"""The server verifies its store by itself, and doctor and metrics say what came of it."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from pangea_server import Settings
from pangea_server.app.attached import ATTACHED
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.integrity import integrity
from pangea_server.core.settings import Limits
from pangea_server.dataset.verify import scrub
from pangea_server.dataset.verify.report import Fault, Report, keep_report, read_report
from pangea_server.dataset.verify.scrub import BackgroundScrub
from pangea_server.dataset.verify.verification import Pace
from pangea_server.http.edge.metrics import Metrics
from pangea_server.stores.local.store import LocalStore

PATIENCE = 60.0


@pytest.fixture
def settings(sound: Path) -> Settings:
    return Settings(data_dir=sound)


def verified(settings: Settings, ago: timedelta, *faults: Fault) -> None:
    at = datetime.now(UTC) - ago
    keep_report(settings.data_dir, Report(finished_at=at, fault_count=len(faults), faults=[*faults]))


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


def test_it_is_due_a_day_after_the_last_one_and_not_at_the_start(settings: Settings) -> None:
    background = BackgroundScrub(settings, ATTACHED)
    assert background.rest() == scrub.REST
    verified(settings, timedelta(hours=4))
    assert timedelta(hours=19.9) < background.rest() <= timedelta(hours=20)
    verified(settings, timedelta(days=3))
    assert background.rest() == scrub.REST


@pytest.mark.parametrize("change", [{"limits": Limits(scrub_rate=0)}, {"store": "firebase"}])
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


def test_the_doctor_says_how_old_it_is_and_what_it_found(settings: Settings) -> None:
    deployment = Deployment(settings)
    assert "not verified yet" in integrity(deployment)
    verified(settings, timedelta(hours=1))
    assert "no fault" in integrity(deployment)
    verified(settings, timedelta(days=9))
    with pytest.raises(AdviceError, match="last verified 9 days ago"):
        integrity(deployment)
    verified(settings, timedelta(hours=1), Fault("blob voice.wav", "its bytes have changed"))
    with pytest.raises(AdviceError, match=r"found 1 faults, such as blob voice\.wav: its bytes have changed"):
        integrity(deployment)
    (settings.data_dir / "quarantine" / "segments").mkdir(parents=True)
    (settings.data_dir / "quarantine" / "segments" / "0123456789abcdef.7").write_bytes(b"voice")
    with pytest.raises(AdviceError, match=r"in quarantine, such as segments/0123456789abcdef\.7"):
        integrity(deployment)


def test_metrics_tell_when_and_how_many() -> None:
    metrics, at = Metrics(), datetime(2026, 1, 1, tzinfo=UTC)
    known: list[tuple[datetime, int]] = []
    metrics.watch_store(lambda: known[0] if known else None)
    assert b"pangea_store_faults 2.0" not in generate_latest(metrics.registry)
    known.append((at, 2))
    told = generate_latest(metrics.registry).decode()
    assert "pangea_store_faults 2.0" in told
    (line,) = (line for line in told.splitlines() if line.startswith("pangea_store_verified_seconds"))
    assert float(line.split()[1]) == at.timestamp()


def test_a_report_that_is_damaged_is_no_report(settings: Settings) -> None:
    verified(settings, timedelta(hours=1))
    path = settings.data_dir / "verified.json"
    path.write_bytes(path.read_bytes().replace(b'"fault_count":0', b'"fault_count":1'))
    assert read_report(settings.data_dir) is None
