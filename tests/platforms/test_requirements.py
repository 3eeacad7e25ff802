"""Who may enter, in the form of each platform's own API."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from typer.testing import CliRunner

from environments.errors import ConfigurationError
from pangea_server.collect.platforms.command import app
from pangea_server.collect.platforms.records import PlatformName
from pangea_server.collect.platforms.requirements import Requirements, as_platform_takes


def test_mechanical_turk_takes_qualifications() -> None:
    hidden = {"ActionsGuarded": "DiscoverPreviewAndAccept"}
    least = {"Comparator": "GreaterThanOrEqualTo"} | hidden
    wanted = Requirements(95, 500, ["IN", "US"])
    assert as_platform_takes("mturk-code", wanted) == [
        {"QualificationTypeId": "000000000000000000L0", "IntegerValues": [95]} | least,
        {"QualificationTypeId": "00000000000000000040", "IntegerValues": [500]} | least,
        {
            "QualificationTypeId": "00000000000000000071",
            "Comparator": "In",
            "LocaleValues": [{"Country": "IN"}, {"Country": "US"}],
        }
        | hidden,
    ]


def test_prolific_takes_filters() -> None:
    wanted = Requirements(filters=["handedness=0,1", "age=19..22", "age=..65", "age=18.."])
    assert as_platform_takes("prolific", wanted) == [
        {"filter_id": "handedness", "selected_values": ["0", "1"]},
        {"filter_id": "age", "selected_range": {"lower": 19, "upper": 22}},
        {"filter_id": "age", "selected_range": {"upper": 65}},
        {"filter_id": "age", "selected_range": {"lower": 18}},
    ]


@pytest.mark.parametrize(
    ("platform", "wanted"),
    [
        ("prolific", Requirements(percent_approved=95)),
        ("prolific", Requirements(countries=["IN"])),
        ("prolific", Requirements(filters=["age"])),
        ("prolific", Requirements(filters=["age=.."])),
        ("prolific", Requirements(filters=["age=30..20"])),
        ("mturk", Requirements(filters=["age=1..2"])),
        ("mturk", Requirements(percent_approved=101)),
        ("mturk", Requirements(hits_approved=-1)),
        ("mturk", Requirements(countries=["India"])),
    ],
)
def test_what_a_platform_does_not_know_is_refused(platform: PlatformName, wanted: Requirements) -> None:
    with pytest.raises(ConfigurationError) as refused:
        as_platform_takes(platform, wanted)
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("platform", "options", "wanted"),
    [
        (
            "mturk",
            ("--percent-approved", "95", "--hits-approved", "500", "--country", "IN", "--country", "US"),
            Requirements(95, 500, ["IN", "US"]),
        ),
        (
            "prolific",
            ("--filter", "age=18..", "--filter", "a=0,1"),
            Requirements(filters=["age=18..", "a=0,1"]),
        ),
        ("mturk", (), Requirements()),
    ],
)
def test_the_command_prints_json(
    platform: PlatformName, options: Sequence[str], wanted: Requirements
) -> None:
    printed = CliRunner().invoke(app, ["requirements", platform, *options]).stdout
    assert printed == json.dumps(as_platform_takes(platform, wanted), indent=2) + "\n"
