"""Flags are computed anew when a transcript was corrected, by the server itself, in the process that it starts."""

from __future__ import annotations

import time
import uuid
from contextlib import suppress
from pathlib import Path

import pytest

from pangea_server import Settings
from pangea_server.app.testing.server import People
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.people.access.records import Role
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.protocol import Store

PATIENCE = 120  # seconds that a busy machine may take for two short processes
SHORT, CORRECTED = "Sofa.", "Go past the lamp and stop in front of the sofa that stands by the window."


@pytest.fixture
def settings(tmp_path: Path, place: Path, web: Path) -> Settings:
    return Settings(
        environment=f"folder:{place}", data_dir=tmp_path / "data", web_dir=web, flag_on_submit=True
    )


def report_of(store: Store, version: int) -> FlagReport:
    """What was found about this version of the first transcript, once it is there."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(RecordNotFoundError):
            report = store.records.get(FlagReport, "guide-000001")
            if report.annotation_version == version:
                return report
        time.sleep(0.1)
    raise AssertionError(f"Nobody has looked at version {version} after {PATIENCE} s.")


@pytest.mark.usefixtures("numbered_campaign")
def test_a_corrected_transcript_is_looked_at_again(
    people: People, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pangea_server.dataset.monitoring.board.BOARD_FRESH_SECONDS", 0)
    guide, reviewer = people(), people(Role.REVIEWER)
    assert reviewer.call("GET", "/monitor").json()["total"]["flagged"] is None
    guide.guide(SHORT)
    assert "too_short" in {found.flag for found in report_of(store, 1).raised}
    [group] = reviewer.call("GET", "/monitor/groups/annotator?flagged=true").json()["groups"]
    assert (group["name"], group["flagged"]["successes"]) == (str(guide.annotator_id), 1)
    sent_back = {"verdict": "send_back", "version": 0, "reason": "Type all that you said."}
    reviewer.call("PUT", f"/review/guide-000001/decisions/{uuid.uuid4()}", json=sent_back)
    corrected = {"version": 1, "transcript": CORRECTED}
    guide.call("PUT", f"/me/reviews/guide-000001/corrections/{uuid.uuid4()}", json=corrected)
    assert "too_short" not in {found.flag for found in report_of(store, 2).raised}
