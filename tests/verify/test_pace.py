"""How a verification reports, waits, and is started by a server."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from pangea_server.core.settings import DeploymentLimits, Settings
from pangea_server.dataset.verify import verification
from pangea_server.dataset.verify.report import (
    MOST_FAULTS,
    Fault,
    Report,
    VerificationCheckpoint,
    finish,
    keep_progress,
    read_progress,
    read_report,
)
from pangea_server.dataset.verify.scrub import BackgroundScrub
from pangea_server.dataset.verify.verification import Pace


def test_a_report_keeps_so_many_faults_and_counts_all(tmp_path: Path) -> None:
    report = Report()
    for number in range(MOST_FAULTS + 1):
        report.add(Fault(f"blob {number}", "it is gone"))
    keep_progress(tmp_path, VerificationCheckpoint(report, "files", "a/b"))
    found = read_progress(tmp_path)
    assert found
    assert (found.step, found.after, found.report.fault_count, len(found.report.faults)) == (
        *("files", "a/b"),
        *(1001, 1000),
    )
    assert str(report.faults[0]) == "blob 0: it is gone."
    finish(tmp_path, report)
    kept = read_report(tmp_path)
    assert kept
    assert (kept.fault_count, kept.finished_at is not None, read_progress(tmp_path)) == (1001, True, None)
    assert [each.stat().st_mode & 0o777 for each in tmp_path.iterdir()] == [0o600]


def test_it_waits_as_long_as_its_pace_says(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, slept = [100.0], list[float]()

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr(verification, "time", SimpleNamespace(monotonic=lambda: clock[0], sleep=sleep))
    pace = Pace(1000)
    for size in (500, 250):
        pace.took(size)
    clock[0] += 60
    pace.took(2000)  # what was not read in the meantime is not made up for, but for a second
    Pace(0).took(10**9)
    assert slept == [0.5, 0.25, 1.0]


@pytest.mark.parametrize(
    ("rate", "back_end", "starts"), [(1000, "local", True), (0, "local", False), (1000, "firebase", False)]
)
def test_a_server_verifies_a_local_store_unless_that_is_switched_off(
    tmp_path: Path, rate: int, back_end: str, starts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data_dir=tmp_path).model_copy(
        update={"limits": DeploymentLimits(scrub_rate=rate), "store": back_end}
    )
    scrub, begun = BackgroundScrub(settings, ["pangea"]), list[str]()
    monkeypatch.setattr(
        "pangea_server.core.background.BackgroundCommand.start", lambda _: begun.append("command")
    )
    monkeypatch.setattr(scrub, "_clock", SimpleNamespace(start=lambda: begun.append("clock")))
    scrub.start()
    assert begun == ["command", "clock"] * starts
    if starts:
        assert scrub._arguments() == ["--rate", "1000", "--gently"]
