"""Servers that help two browsers to reach each other, and short-lived credentials for those that relay (TURN).

A password in a page is no secret. So the relay shares one with this server instead, and believes who proves, by an
HMAC, that this server let them in for a time; coturn calls it ``use-auth-secret``.

Source: A REST API for Access to TURN Services, draft-uberti-behave-turn-rest-00 (2013), section 2.2.
"""

from __future__ import annotations

import base64
import hmac
import math
import secrets
from datetime import datetime, timedelta

from pangea_server.core.settings import DeploymentLimits, Settings
from pangea_server.core.wire import Wire

OPAQUE_BYTES = 8
"""Of a name for the relay that says nothing of the person, and is never the same again."""
BYTES_PER_SECOND = 2 * 48_000
"""Of a recorded voice, as most browsers give it."""


class IceServer(Wire):
    """One server, in the words of WebRTC's ``RTCIceServer``; ``username`` and ``credential`` are empty for STUN."""

    urls: str
    username: str = ""
    credential: str = ""


def ice_servers(settings: Settings, until: datetime) -> tuple[IceServer, ...]:
    """What one page is told; relays believe it ``until`` then."""
    name = f"{math.ceil(until.timestamp())}:{secrets.token_hex(OPAQUE_BYTES)}"
    return tuple(_server(url, name, settings) for url in settings.ice_servers.split())


def longest_dialogue(limits: DeploymentLimits, time_limit: int | None) -> timedelta:
    """The time that a task may be held before it, and the dialogue: as the campaign limits it, or while a recording has
    room."""
    seconds = time_limit or limits.recording_bytes // BYTES_PER_SECOND
    return timedelta(minutes=limits.lease_minutes, seconds=seconds)


def turn_credential(secret: str, username: str) -> str:
    """The password that goes with a name which begins with the time of its end."""
    return base64.b64encode(hmac.digest(secret.encode(), username.encode(), "sha1")).decode()


def _server(url: str, username: str, settings: Settings) -> IceServer:
    if not url.startswith("turn") or settings.turn_secret is None:
        return IceServer(urls=url)
    credential = turn_credential(settings.turn_secret.get_secret_value(), username)
    return IceServer(urls=url, username=username, credential=credential)
