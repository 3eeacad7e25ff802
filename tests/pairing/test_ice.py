"""What helps two browsers to reach each other, and who is told."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr

from environments.errors import ConfigurationError
from pangea_server import Settings, read_settings
from pangea_server.app.testing.server import People
from pangea_server.collect.pairing.ice import IceServer, ice_servers, longest_dialogue, turn_credential
from pangea_server.core.records import now
from pangea_server.core.settings import DeploymentLimits
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import add_dialogue
from tests.server.conftest import campaign, people, place, server, store, web
from tests.server.conftest import settings as corridor_settings

__all__ = ["campaign", "corridor_settings", "people", "place", "server", "store", "web"]

SECRET = "0123456789abcdef" * 2
STUN, RELAY = "stun:turn.example.org:3478", "turns:turn.example.org:443?transport=tcp"
END = datetime.fromtimestamp(1_433_895_918, UTC)


@pytest.fixture
def settings(corridor_settings: Settings) -> Settings:
    return corridor_settings.model_copy(
        update={"ice_servers": f"{STUN} {RELAY}", "turn_secret": SecretStr(SECRET)}
    )


def test_the_password_is_the_name_signed() -> None:
    """As ``openssl dgst -sha1 -hmac 0123… -binary | base64`` has it."""
    assert turn_credential(SECRET, "1433895918:0011223344556677") == "8nTt7LK9vzi8UGLJ3PNxOJJzn3A="


def test_only_a_relay_is_given_a_name_that_ends_and_names_nobody(settings: Settings) -> None:
    (stun, relay), (_, again) = (ice_servers(settings, END) for _ in range(2))
    assert (stun, relay.urls) == (IceServer(urls=STUN), RELAY)
    expiry, opaque = relay.username.split(":")
    assert (int(expiry), len(opaque)) == (1_433_895_918, 16)
    assert relay.credential == turn_credential(SECRET, relay.username)
    assert again.username != relay.username


@pytest.mark.parametrize(("time_limit", "minutes"), [(600, 70), (None, 60 + 186.4)])
def test_a_name_lasts_as_long_as_a_dialogue_may(time_limit: int | None, minutes: float) -> None:
    lasts = longest_dialogue(DeploymentLimits(), time_limit)
    assert lasts / timedelta(minutes=1) == pytest.approx(minutes, abs=0.1)


def test_who_sits_in_a_pairing_is_told_and_nobody_else(
    people: People, store: Store, campaign: None, caplog: pytest.LogCaptureFixture
) -> None:
    add_dialogue(store, 2)
    person, alone = people(), people()
    with caplog.at_level(logging.DEBUG):
        lease = person.lease("guide_two")
        read = person.call("GET", f"/leases/{lease['lease_id']}").json()
        guide = alone.lease("guide")
    _, relay = lease["pairing"]["ice_servers"]
    assert relay["credential"] == turn_credential(SECRET, relay["username"])
    lasts = int(relay["username"].split(":")[0]) - now().timestamp()
    assert 0 < lasts <= longest_dialogue(DeploymentLimits(), None).total_seconds() + 1
    assert read["pairing"]["ice_servers"][1]["username"] != relay["username"]
    assert guide["pairing"] is None
    assert "turn.example" not in json.dumps(guide)
    assert SECRET not in json.dumps([lease, read, guide])
    assert not any(said in caplog.text for said in (SECRET, relay["credential"], relay["username"]))
    assert person.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    assert "turn.example" not in person.call("GET", f"/leases/{lease['lease_id']}").text


def test_the_secret_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANGEA_TURN_SECRET", SECRET)
    assert SECRET not in repr(read_settings()) + str(read_settings().model_dump())
    monkeypatch.setenv("PANGEA_TURN_SECRET", "hush")
    with pytest.raises(ConfigurationError, match="at least 32") as refused:
        read_settings()
    assert "hush" not in f"{refused.value} {refused.value.remedy}"
