"""A program in the second seat: waits for a person, writes with them, and hands in."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from time import sleep
from typing import Any

from websockets.exceptions import ConnectionClosed

from environments.errors import ConfigurationError
from pangea_server.annotate.pairing.records import PairingState
from pangea_server.app.partner.client import Client
from pangea_server.app.partner.hider import Hider
from pangea_server.app.partner.observer import Observer
from pangea_server.app.partner.oracle import Oracle, ThingOracle
from pangea_server.app.partner.part import PlayedSeat, text
from pangea_server.app.partner.seeker import Seeker
from pangea_server.collect.pairing.wire import Now, PartnerText

IDLE_SECONDS = 2.0
"""Between two looks for a task."""
STEP_SECONDS = 1.0
"""Of silence on the line, after which a program may do something by itself."""

PARTS: tuple[type[PlayedSeat], ...] = (Oracle, ThingOracle, Observer, Hider, Seeker)
"""All that programs can play; of two seats of a kind the first one is wished for."""


def part_in(link: str, seat: str | None = None) -> type[PlayedSeat]:
    """What a program wishes to play behind a link with ``/task/KIND``.

    Raises:
        ConfigurationError: it can play nothing there, or not in this seat.
    """
    kind = link.partition("#")[0].rstrip("/").rpartition("/")[2]
    parts = [part for part in PARTS if part.kind == kind]
    if not parts:
        kinds = " or ".join(dict.fromkeys(part.kind for part in PARTS))
        raise ConfigurationError(
            f"No program can play in {kind!r}.", remedy=f"Give a link with /task/ and {kinds}."
        )
    for part in parts:
        if seat in (None, part.seat):
            return part
    raise ConfigurationError(
        f"No program can play the {seat} of {kind}.",
        remedy=f"It plays the {' or the '.join(part.seat for part in parts)}: take the other seat yourself.",
    )


def play(client: Client, wished: type[PlayedSeat]) -> Iterator[str]:
    """Play with one person after the other; yields what happens, in a sentence each. Ends where nothing is to do."""
    while lease := client.call("POST", "/leases", {"kind": wished.kind, "seat": wished.seat}):
        seat = lease["pairing"]["role"]
        part = next((each for each in PARTS if (each.kind, each.seat) == (wished.kind, seat)), None)
        if part is None:  # a person already waits in the seat that it can play
            client.call("DELETE", f"/leases/{lease['lease_id']}")
            yield f"Somebody waits who is the {wished.seat} as well. Start the program first; it looks again."
            sleep(IDLE_SECONDS)
            continue
        yield from _play_once(client, lease, part)
    if begins := client.call("GET", f"/me/waiting/{wished.kind}")["opens_at"]:
        yield f"The next agreed time begins at {begins}: start the program again then."


def _play_once(client: Client, lease: Mapping[str, Any], chosen: type[PlayedSeat]) -> Iterator[str]:
    try:
        part = chosen.of(client, lease)
    except ConfigurationError:
        client.call("DELETE", f"/leases/{lease['lease_id']}")
        raise
    yield f"Waiting for a person at {client.origin}/task/{part.kind}, as the {part.seat}"
    try:
        texts = yield from _talk(client, lease, part)
    except KeyboardInterrupt:  # nobody shall wait for who is gone
        client.call("DELETE", f"/leases/{lease['lease_id']}")
        raise
    if texts:
        client.hand_in(lease["lease_id"], part.stood, {"transcript": "", "messages": texts, **part.extra})
        yield part.outcome
    else:
        client.call("DELETE", f"/leases/{lease['lease_id']}")
        yield "Nobody came."


def _talk(
    client: Client, lease: Mapping[str, Any], part: PlayedSeat
) -> Generator[str, None, Sequence[Mapping[str, Any]]]:
    """Returns what it wrote: nothing where nobody came."""
    came, texts = False, list[Mapping[str, Any]]()
    with client.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line, suppress(ConnectionClosed):
        while True:
            match heard := line.hear(STEP_SECONDS):
                case Now(state=PairingState.ENDED):
                    break
                case Now(partner="here") if not came:
                    came = True
                    line.say(text(part.welcome))
                    yield "A person has come."
                case PartnerText(role=part.seat, words=words):  # its own come back once passed on
                    texts.append({"time": None, "words": words})
                case _ if came:
                    for said in part.act(heard):
                        line.say(said)
                case _:
                    pass
    return texts
