"""The benchmark's own instruments measure what they say."""

from __future__ import annotations

import io
import math
import socket
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image, ImageFilter

from tests.benchmarks.viewer.browser import Frame
from tests.benchmarks.viewer.camera import look
from tests.benchmarks.viewer.line import LineSpeed, shaped_line
from tests.benchmarks.viewer.results import Claim
from tests.benchmarks.viewer.screen import first_seen, first_sharp, grey, likeness, sharpness
from tests.benchmarks.viewer.sources import Pixels

SPEED = LineSpeed(rate=10e6, round_trip=0.1)
SENT = 250_000


@pytest.fixture
def sender() -> Iterator[int]:
    """The port of a server that answers any byte with ``SENT`` bytes."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.recv(1)
                    connection.sendall(bytes(SENT))

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


def fetch(port: int) -> tuple[float, int]:
    """Seconds until the first byte, and the number of bytes in the end."""
    began = time.monotonic()
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"?")
        received = len(connection.recv(1))
        waited = time.monotonic() - began
        while content := connection.recv(65536):
            received += len(content)
    return waited, received


def test_a_shaped_line_takes_two_round_trips_and_shares_its_rate(sender: int) -> None:
    with shaped_line(sender, SPEED) as line:
        port = int(line.origin.rsplit(":", 1)[1])
        began = time.monotonic()
        waits: list[tuple[float, int]] = []
        clients = [threading.Thread(target=lambda: waits.append(fetch(port))) for _ in range(2)]
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        seconds = time.monotonic() - began
        assert line.carried == 2 * (SENT + 1)
    assert [received for _, received in waits] == [SENT, SENT]
    assert min(wait for wait, _ in waits) >= 2 * SPEED.round_trip
    assert seconds >= 2 * SPEED.round_trip + 8 * 2 * SENT / SPEED.rate - 0.02  # a slice may leave early


@pytest.fixture(scope="module")
def noise() -> Pixels:
    """An equirectangular image of large shapes and fine grain."""
    rng = np.random.default_rng(0)
    shapes = Image.fromarray(rng.integers(0, 200, (32, 64, 3), dtype=np.uint8)).resize((1024, 512))
    return np.asarray(shapes) + rng.integers(0, 55, (512, 1024, 3), dtype=np.uint8)


def blurred(view: Pixels, radius: float) -> Pixels:
    return np.asarray(Image.fromarray(view).filter(ImageFilter.GaussianBlur(radius)))


def frame(seconds: float, view: Pixels) -> Frame:
    file = io.BytesIO()
    Image.fromarray(view).save(file, "JPEG", quality=90)
    return Frame(seconds, file.getvalue())


def test_the_screen_tells_nothing_from_blurred_from_sharp(noise: Pixels) -> None:
    view = look(noise, 256, 192, math.radians(75), 0.4)
    frames = [
        frame(1.0, np.full_like(view, 90)),
        frame(2.0, look(noise, 256, 192, math.radians(75), 2.5)),
        frame(3.0, blurred(view, 12)),
        frame(4.0, view),
    ]
    assert first_seen(frames, grey(view)) == 3.0
    assert first_sharp(frames, grey(view)) == 4.0
    assert first_sharp(frames[:3], grey(view)) is None


def test_sharpness_falls_with_blur(noise: Pixels) -> None:
    view = look(noise, 256, 192, math.radians(75), 0.4)
    energies = [sharpness(grey(blurred(view, radius))) for radius in (0, 1, 2, 4)]
    assert energies == sorted(energies, reverse=True)
    assert energies[0] > 2 * energies[1]


def test_a_view_looks_where_its_heading_says() -> None:
    panorama = np.zeros((256, 512, 3), np.uint8)
    panorama[:, 384:400] = 255  # a quarter of a turn to the right of the middle, and a little more
    ahead, right = (grey(look(panorama, 64, 48, math.radians(75), heading)) for heading in (0.0, math.pi / 2))
    assert ahead.max() == 0
    assert right[24].argmax() in range(32, 40)
    assert likeness(ahead, right) == 0


def test_a_claim_that_was_not_measured_does_not_hold() -> None:
    assert Claim("frames", 2.0, 1.5, at_most=False).holds
    assert not Claim("frames", 1.4, 1.5, at_most=False).holds
    assert not Claim("milliseconds", float("nan"), 120).holds
