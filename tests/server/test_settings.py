"""Settings: read once, refused when misspelt."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import SecretStr

from environments.errors import ConfigurationError, PluginNotFoundError
from pangea_server import Settings, create_app, read_settings
from pangea_server.core.settings import Limits


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
    assert read_settings().limits == Limits(session_days=7)


def test_a_command_of_its_own_gets_the_same_settings_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(data_dir=Path("here"), flag_on_submit=False, limits=Limits(scrub_rate=0), hosts="a b")
    for name, value in settings.model_copy(update={"oidc_client_secret": SecretStr("s")}).variables().items():
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


def test_every_setting_says_what_it_is() -> None:
    fields = [*Settings.model_fields.items(), *Limits.model_fields.items()]
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
