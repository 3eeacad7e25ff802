"""The section ``guide`` of a campaign file: each nonsense is told with its line, and nothing is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from pangea_server.annotate.campaigns.file import read_campaign_file
from pangea_server.core.errors import CampaignFileError

HEAD = "id: walks\nlanguages: [hi-IN]\ntasks: {tour: {}}\n"


def written(tmp_path: Path, section: str) -> Path:
    (tmp_path / "walks.yaml").write_text(f"{HEAD}{section}\n")
    return tmp_path / "walks.yaml"


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ("guide: {free: maybe}", "guide.free: 'maybe': should be a valid boolean"),
        ("guide: {free: 1}", "guide.free: 1: should be a valid boolean"),
        ("guide: {fre: true}", "guide.fre: this key is not known"),
        ("guide: {transcript: spoken}", "guide.transcript: 'spoken': should be 'typed' or 'none'"),
        ("guide: {transcript: null}", "guide.transcript: None: should be 'typed' or 'none'"),
        ("guide: free", "guide: 'free': should be a valid dictionary"),
        ("guide: [free]", "guide: this: should be a valid dictionary"),
        ("guide: {hints: off}", "guide.hints: 'off': should be a valid dictionary"),
        ("guide: {hints: {off: [loud]}}", "guide.hints.off[0]: 'loud': should be 'silent', 'quiet'"),
        ("guide: {hints: {off: quiet}}", "guide.hints.off: 'quiet': should be a valid tuple"),
        ("guide: {hints: {silent_seconds: 1}}", "guide.hints.silent_seconds: 1: should be greater than"),
        ("guide: {hints: {silent_seconds: .inf}}", "guide.hints.silent_seconds: inf"),
        ("guide: {hints: {silent_seconds: .nan}}", "guide.hints.silent_seconds: nan"),
        ("guide: {hints: {quiet_decibels: 3}}", "guide.hints.quiet_decibels: 3: should be less than"),
        ("guide: {hints: {clipped_share: 0}}", "guide.hints.clipped_share: 0: should be greater than 0"),
        (
            "guide: {hints: {apart_seconds: soon}}",
            "guide.hints.apart_seconds: 'soon': should be a valid number",
        ),
        ("guide: {hints: {loud_decibels: -3}}", "guide.hints.loud_decibels: this key is not known"),
    ],
)
def test_nonsense_is_told_with_its_line(tmp_path: Path, section: str, told: str) -> None:
    with pytest.raises(CampaignFileError) as caught:
        read_campaign_file(written(tmp_path, section))
    assert told in caught.value.message
    assert "line 4" in caught.value.message
    assert caught.value.remedy


@pytest.mark.parametrize("section", ["", "guide: {}", "guide: {hints: {}}"])
def test_whatever_is_left_out_has_its_default(tmp_path: Path, section: str) -> None:
    rules = read_campaign_file(written(tmp_path, section)).definition.guide
    assert (rules.free, rules.transcript, rules.hints.off) == (False, "typed", ())
