"""A scripted oracle: waits for a navigator, writes where to go at each viewpoint, and hands in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from time import sleep
from typing import Any

from websockets.exceptions import ConnectionClosed

from environments import NavigationGraph
from pangea_server.annotate.kinds.dialogue_task import ORACLE
from pangea_server.annotate.pairing.records import PairingState
from pangea_server.app.partner.client import Client, PartnerLine, Stand
from pangea_server.app.partner.guidance import WELCOME, Guidance
from pangea_server.collect.pairing.wire import Now, PartnerCamera, PartnerText, Text

KIND = "guide_two"
IDLE_SECONDS = 2.0
"""Between two looks for a task."""


def guide_people(client: Client) -> Iterator[str]:
    """Guide one person after the other; yields what happens, in a sentence each, and ends where nothing is to do."""
    while lease := client.call("POST", "/leases", {"kind": KIND, "seat": ORACLE}):
        if lease["pairing"]["role"] != ORACLE:  # somebody who knows the way already waits
            client.call("DELETE", f"/leases/{lease['lease_id']}")
            yield "Somebody waits who sees a path as well. Start the program first; it looks again."
            sleep(IDLE_SECONDS)
            continue
        yield f"Waiting for a person at {client.origin}/task/{KIND}"
        yield from _guide_one(client, lease)


def _guide_one(client: Client, lease: dict[str, Any]) -> Iterator[str]:
    guidance, texts = guidance_for(client, lease), list[dict[str, Any]]()
    came, at = False, ""
    with client.line(lease["pairing"]["pairing_id"], lease["lease_id"]) as line, suppress(ConnectionClosed):
        while True:
            match line.hear():
                case Now(state=PairingState.ENDED):
                    break
                case Now(partner="here") if not came:
                    came = True
                    _write(line, WELCOME)
                    yield "A person has come."
                case PartnerCamera(viewpoint_id=here, heading=heading) if came and here != at:
                    at = here
                    _write(line, guidance.words(here, heading))
                case PartnerText(role=role, words=words) if role == ORACLE:  # they come back once passed on
                    texts.append({"time": None, "words": words})
                case _:
                    pass
    if came:
        start = guidance.path[0]
        stood = Stand(start, guidance.graph.position(start), lease["start"]["heading"])
        client.hand_in(lease["lease_id"], [stood], {"transcript": "", "messages": texts})
        yield f"They have finished, at {at or 'the start'}."
    else:
        client.call("DELETE", f"/leases/{lease['lease_id']}")
        yield "Nobody came."


def guidance_for(client: Client, lease: dict[str, Any]) -> Guidance:
    """What the lease's holder knows of the way, and how the place is."""
    scan = client.call("GET", f"/scans/{lease['scan_id']}?lease={lease['lease_id']}")
    positions = {each["viewpoint_id"]: tuple(each["position"]) for each in scan["viewpoints"]}
    edges = {
        (name, other)
        for each in scan["viewpoints"]
        for name in [each["viewpoint_id"]]
        for other in each["neighbors"]
        if name < other
    }
    rooms = {name: room["name"] for room in scan["rooms"] for name in room["viewpoint_ids"]}
    return Guidance(NavigationGraph(positions, sorted(edges)), lease["args"]["path"], rooms)


def _write(line: PartnerLine, words: str) -> None:
    line.say(Text(type="text", words=words))
