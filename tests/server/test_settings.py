"""Settings: read once, refused when misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments.errors import ConfigurationError, PluginNotFoundError
from pangea_server import Settings, create_app, read_settings


def test_a_variable_sets_and_an_argument_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_LEASE_MINUTES", "5")
    assert read_settings().lease_minutes == 5
    assert read_settings(lease_minutes=7, store=None).lease_minutes == 7


def test_a_misspelt_variable_is_refused_with_the_name_that_was_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_STROE", "firebase")
    with pytest.raises(ConfigurationError, match="PANGEA_STROE") as refused:
        read_settings()
    assert "PANGEA_STORE" in refused.value.remedy


def test_every_setting_says_what_it_is() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


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
        "session_days": 30,
        "lease_minutes": 60,
        "chunk_bytes": 2_097_152,
        "disk_reserve": 2_147_483_648,
        "recording_bytes": 1_073_741_824,
        "person_bytes": 8_589_934_592,
        "person_recordings": 500,
        "project_bytes": 0,
        "align_on_submit": False,
        "flag_on_submit": True,
        "align_engine": "viterbi",
        "align_dtw": "exact",
        "segmenter": "grabcut",
        "frame_ancestors": "",
        "mturk": "off",
        "hosts": "",
        "trusted_proxies": "127.0.0.1 ::1",
        "person_requests_per_second": 100,
        "person_uploads_per_second": 5,
        "address_requests_per_second": 2000,
        "bad_tokens_per_minute": 20,
        "scrub_rate": 4_194_304,
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
def test_a_number_out_of_its_bounds_is_refused_by_its_variable(
    name: str, least: int, most: int | None
) -> None:
    for taken in (least, most or 2**40):
        assert getattr(read_settings(**{name: taken}), name) == taken
    for refused in (least - 1, *([most + 1] if most else [])):
        with pytest.raises(ConfigurationError, match=f"PANGEA_{name.upper()} cannot be used"):
            read_settings(**{name: refused})


def test_a_refused_value_is_not_repeated_as_it_may_be_a_secret() -> None:
    with pytest.raises(ConfigurationError) as refused:
        read_settings(oidc_issuer="http://hush.example")
    assert "hush" not in f"{refused.value} {refused.value.remedy}"
    assert refused.value.remedy == "It means: The provider's address."
