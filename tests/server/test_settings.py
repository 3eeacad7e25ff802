"""Settings: read once, refused when misspelt."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from environments.errors import ConfigurationError, PluginNotFoundError
from pangea_server import Settings, create_app, read_settings
from pangea_server.core.settings import DeploymentLimits


def test_a_variable_sets_and_an_argument_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_HOSTS", "here")
    assert read_settings().hosts == "here"
    assert read_settings(hosts="there", store=None).hosts == "there"


def test_a_misspelt_variable_is_refused_with_the_name_that_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_STROE", "firebase")
    with pytest.raises(ConfigurationError, match="PANGEA_STROE") as refused:
        read_settings()
    assert "PANGEA_STORE" in refused.value.remedy


def test_limits_are_changed_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_LIMITS", '{"session_days": 7}')
    assert read_settings().limits == DeploymentLimits(session_days=7)


def test_a_command_of_its_own_gets_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the address of a database that no variable of this process names: it would look in another store."""
    settings = Settings(
        data_dir=Path("here"),
        flag_on_submit=False,
        limits=DeploymentLimits(scrub_rate=0),
        hosts="a b",
        postgres_url=SecretStr("postgresql://pangea:hush@db/campaign"),
    )
    for name, value in settings.variables().items():
        monkeypatch.setenv(name, value)
    assert read_settings() == settings


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("session_days=7", "it is not a JSON object"),
        ("[7]", "Input should be a valid dictionary"),
        ('{"session_days": 0}', "session_days: Input should be greater than or equal to 1"),
        ('{"session_hours": 7}', "session_hours: Extra inputs are not permitted"),
    ],
)
def test_limits_that_cannot_be_used_are_named(monkeypatch: pytest.MonkeyPatch, value: str, said: str) -> None:
    monkeypatch.setenv("PANGEA_LIMITS", value)
    with pytest.raises(ConfigurationError, match=f"PANGEA_LIMITS cannot be used: {said}"):
        read_settings()


def test_every_variable_that_the_code_names_is_a_setting() -> None:
    root = Path(__file__).parents[2]
    code = [
        file.read_text()
        for part in ("align", "environments", "pangea_server")
        for file in (root / part).rglob("*.py")
    ]
    named = {name for text in code for name in re.findall(r"\bPANGEA_[A-Z_]*[A-Z]\b", text)}
    assert "PANGEA_LIMITS" in named
    assert named - {f"PANGEA_{name.upper()}" for name in Settings.model_fields} == set()


def test_every_setting_says_what_it_is() -> None:
    fields = [*Settings.model_fields.items(), *DeploymentLimits.model_fields.items()]
    assert [name for name, field in fields if not field.description] == []


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"environment": "folder:/nowhere"}, ConfigurationError),
        ({"environment": "castle"}, PluginNotFoundError),
        ({"store": "shoebox"}, PluginNotFoundError),
        ({"web_dir": Path("/nowhere")}, ConfigurationError),
    ],
)
def test_a_setting_that_cannot_work_is_refused_before_the_port_opens(
    settings: Settings, change: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        create_app(settings.model_copy(update=change))


def test_a_data_directory_has_one_server(settings: Settings) -> None:
    first = create_app(settings)
    with pytest.raises(ConfigurationError, match=str(settings.data_dir)):
        create_app(settings)
    first.state.services.close()
    create_app(settings).state.services.close()


def test_a_server_of_which_nothing_is_said_is_set_so() -> None:
    kept = Settings()
    assert (kept.tiles_dir, Settings(tiles=Path("cut")).tiles_dir) == (Path("pangea-data/tiles"), Path("cut"))
    assert kept.model_dump(exclude_none=True) == {
        "environment": "demo",
        "data_dir": Path("pangea-data"),
        "store": "local",
        "firebase_links": False,
        "sign_in": "links",
        "limits": {
            "session_days": 30,
            "lease_minutes": 60,
            "chunk_bytes": 2_097_152,
            "disk_reserve": 2_147_483_648,
            "recording_bytes": 1_073_741_824,
            "person_bytes": 8_589_934_592,
            "person_recordings": 500,
            "project_bytes": 0,
            "person_requests_per_second": 100,
            "person_uploads_per_second": 5,
            "address_requests_per_second": 2000,
            "bad_tokens_per_minute": 20,
            "scrub_rate": 4_194_304,
        },
        "align_on_submit": False,
        "flag_on_submit": True,
        "align_engine": "viterbi",
        "align_dtw": "exact",
        "segmenter": "grabcut",
        "frame_ancestors": "",
        "mturk": "off",
        "ice_servers": "",
        "hosts": "",
        "trusted_proxies": "127.0.0.1 ::1",
        "metrics": "",
        "log_format": "text",
    }


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("session_days", 1, 365),
        ("lease_minutes", 1, 1440),
        ("chunk_bytes", 65_536, None),
        ("disk_reserve", 0, None),
        ("recording_bytes", 1_048_576, None),
        ("person_bytes", 1_048_576, None),
        ("person_recordings", 1, None),
        ("project_bytes", 0, None),
        ("person_requests_per_second", 1, None),
        ("person_uploads_per_second", 1, None),
        ("address_requests_per_second", 1, None),
        ("bad_tokens_per_minute", 1, None),
        ("scrub_rate", 0, None),
    ],
)
def test_a_limit_out_of_its_bounds_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, least: int, most: int | None
) -> None:
    for taken in (least, most or 2**40):
        monkeypatch.setenv("PANGEA_LIMITS", json.dumps({name: taken}))
        assert getattr(read_settings().limits, name) == taken
    for refused in (least - 1, *([most + 1] if most else [])):
        monkeypatch.setenv("PANGEA_LIMITS", json.dumps({name: refused}))
        with pytest.raises(ConfigurationError, match=f"PANGEA_LIMITS cannot be used: {name}: "):
            read_settings()


def test_a_refused_value_is_not_repeated_as_it_may_be_a_secret() -> None:
    with pytest.raises(ConfigurationError) as refused:
        read_settings(oidc_issuer="http://hush.example")
    assert "hush" not in f"{refused.value} {refused.value.remedy}"
    assert refused.value.remedy == "It means: The provider's address."
