"""A program in the second seat: waits for a person, writes with them, and hands in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from time import sleep
from typing import Any

from websockets.exceptions import ConnectionClosed

from environments.errors import ConfigurationError
from pangea_server.annotate.pairing.records import PairingState
from pangea_server.app.partner.client import Client, PartnerLine
from pangea_server.app.partner.observer import Observer
from pangea_server.app.partner.oracle import Oracle
from pangea_server.collect.pairing.wire import Now, PartnerText, Text

IDLE_SECONDS = 2.0
"""Between two looks for a task."""


Part = Oracle | Observer
"""What a program knows and says in one dialogue, in which it stands still."""
PARTS: Mapping[str, type[Part]] = {part.kind: part for part in (Oracle, Observer)}


def part_in(link: str) -> type[Part]:
    """What a program plays behind a link with ``/task/KIND``.

    Raises:
        ConfigurationError: it can play nothing there.
    """
    kind = link.partition("#")[0].rstrip("/").rpartition("/")[2]
    if kind not in PARTS:
        raise ConfigurationError(
            f"No program can play in {kind!r}.", remedy=f"Give a link with /task/ and {' or '.join(PARTS)}."
        )
    return PARTS[kind]


def play(client: Client, part: type[Part]) -> Iterator[str]:
    """Play with one person after the other; yields what happens, in a sentence each. Ends where nothing is to do."""
    while lease := client.call("POST", "/leases", {"kind": part.kind, "seat": part.seat}):
        if lease["pairing"]["role"] != part.seat:  # a person already waits in this seat
            client.call("DELETE", f"/leases/{lease['lease_id']}")
            yield f"Somebody waits who is the {part.seat} as well. Start the program first; it looks again."
            sleep(IDLE_SECONDS)
            continue
        yield f"Waiting for a person at {client.origin}/task/{part.kind}"
        yield from _play_once(client, lease, part.of(client, lease))


def _play_once(client: Client, lease: Mapping[str, Any], part: Part) -> Iterator[str]:
    came, texts = False, list[dict[str, Any]]()
    with client.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line, suppress(ConnectionClosed):
        while True:
            match heard := line.hear():
                case Now(state=PairingState.ENDED):
                    break
                case Now(partner="here") if not came:
                    came = True
                    _write(line, part.welcome)
                    yield "A person has come."
                case PartnerText(role=part.seat, words=words):  # its own come back once passed on
                    texts.append({"time": None, "words": words})
                case _ if came and (said := part.reply(heard)):
                    _write(line, said)
                case _:
                    pass
    if came:
        client.hand_in(lease["lease_id"], [part.stand], {"transcript": "", "messages": texts})
        yield part.outcome
    else:
        client.call("DELETE", f"/leases/{lease['lease_id']}")
        yield "Nobody came."


def _write(line: PartnerLine, words: str) -> None:
    line.say(Text(type="text", words=words))
