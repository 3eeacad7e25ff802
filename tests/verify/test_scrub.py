"""The server verifies its store by itself, and doctor and metrics say what came of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from pangea_server import Settings
from pangea_server.app.attached import ATTACHED
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.stored import integrity
from pangea_server.dataset.verify import scrub
from pangea_server.dataset.verify.report import Fault, Report, keep_report, read_report
from pangea_server.dataset.verify.scrub import BackgroundScrub
from pangea_server.http.edge.metrics import Metrics

PATIENCE = 60.0


@pytest.fixture
def settings(sound: Path) -> Settings:
    return Settings(data_dir=sound)


def verified(settings: Settings, ago: timedelta, *faults: Fault) -> None:
    at = datetime.now(UTC) - ago
    keep_report(settings.data_dir, Report(finished_at=at, fault_count=len(faults), faults=[*faults]))


def test_it_is_due_a_day_after_the_last_one_and_not_at_the_start(settings: Settings) -> None:
    background = BackgroundScrub(settings, ATTACHED)
    assert background.rest() == scrub.REST
    verified(settings, timedelta(hours=4))
    assert timedelta(hours=19.9) < background.rest() <= timedelta(hours=20)
    verified(settings, timedelta(days=3))
    assert background.rest() == scrub.REST


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
