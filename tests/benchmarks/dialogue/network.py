"""Two pages and a server with a slow, lossy network between them: a namespace each, and a router in its own process.

Linux has ``netem`` for this, but not every kernel does. Needs root.
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import random
import select
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PLACES = {"a": "10.77.1.2", "b": "10.77.2.2", "server": "10.77.3.2"}
TUNSETIFF, IFF_TUN, IFF_NO_PI = 0x400454CA, 0x0001, 0x1000
CLONE_NEWNET = 0x40000000
MTU = 1400


def possible() -> bool:
    """Whether this machine lets us."""
    return os.geteuid() == 0 and Path("/dev/net/tun").exists()


@contextmanager
def network(round_trip: float, loss: float) -> Iterator[None]:
    """From page to page, straight or by way of the server; ``round_trip`` in seconds, ``loss`` a share each way."""
    for place in PLACES:
        _ip("netns", "add", _space(place))
    command = [sys.executable, "-m", __spec__.name, str(round_trip), str(loss)]
    router = subprocess.Popen(command, stdout=subprocess.PIPE)
    try:
        assert router.stdout is not None
        assert router.stdout.readline() == b"up\n"
        yield
    finally:
        router.terminate()
        router.wait()
        for place in PLACES:
            _ip("netns", "delete", _space(place))


def listen(place: str) -> socket.socket:
    """A listening socket there; the rest of this process stays where it is."""
    made: list[socket.socket] = []

    def make() -> None:
        with Path(f"/run/netns/{_space(place)}").open() as space:
            if ctypes.CDLL(None, use_errno=True).setns(space.fileno(), CLONE_NEWNET):
                raise OSError(ctypes.get_errno(), "setns")
        made.append(socket.create_server((PLACES[place], 0)))

    thread = threading.Thread(target=make)  # of which alone the namespace changes
    thread.start()
    thread.join()
    return made[0]


def program_at(place: str, program: str, folder: Path) -> str:
    """A command that runs a program there."""
    script = folder / f"at_{place}"
    script.write_text(f'#!/bin/sh\nexec ip netns exec {_space(place)} {program} "$@"\n')
    script.chmod(0o755)
    return str(script)


def _space(place: str) -> str:
    return f"pangea-{place}"


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _tunnel(place: str) -> int:
    """The router's end of the link to a place."""
    device, space = f"pg-{place}", _space(place)
    tunnel = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(tunnel, TUNSETIFF, struct.pack("16sH", device.encode(), IFF_TUN | IFF_NO_PI))
    _ip("link", "set", device, "netns", space)
    for words in (
        f"addr add {PLACES[place]}/24 dev {device}",
        f"link set {device} up mtu {MTU}",
        "link set lo up",
        f"route replace default dev {device}",
    ):
        _ip("netns", "exec", space, "ip", *words.split())
    return tunnel


def _route(round_trip: float, loss: float) -> None:
    """Pass packets on, late, in order, and not all of them: a page's link has half of the way, the server's nothing."""
    tunnels = {place: _tunnel(place) for place in PLACES}
    by_address = {socket.inet_aton(address): place for place, address in PLACES.items()}
    sys.stdout.write("up\n")
    sys.stdout.flush()
    chance, waiting, number = random.Random(3), list[tuple[float, int, str, bytes]](), 0
    while True:
        rest = min(0.5, max(0.0, waiting[0][0] - time.monotonic())) if waiting else 0.5
        ready = select.select(list(tunnels.values()), [], [], rest)[0]
        for source in (place for place, tunnel in tunnels.items() if tunnel in ready):
            for packet in _packets(tunnels[source]):
                target = by_address.get(packet[16:20])
                links = sum(place != "server" for place in (source, target))
                if target is None or packet[0] >> 4 != 4 or chance.random() < loss * links / 2:
                    continue
                number += 1
                heapq.heappush(waiting, (time.monotonic() + links * round_trip / 4, number, target, packet))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, target, packet = heapq.heappop(waiting)
            os.write(tunnels[target], packet)


def _packets(tunnel: int) -> Iterator[bytes]:
    while True:
        try:
            yield os.read(tunnel, 2048)
        except BlockingIOError:
            return


if __name__ == "__main__":
    _route(float(sys.argv[1]), float(sys.argv[2]))
