"""A long voice is joined in bounded memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from environments import dtw_vectors
from pangea_server.app.testing.server import People
from tests.server.test_submissions import WALK

pytestmark = pytest.mark.usefixtures("campaign")


def test_joining_a_long_voice_takes_the_memory_of_a_few_chunks(people: People) -> None:
    dtw_vectors(
        np.zeros((2, 1)), np.zeros((2, 1))
    )  # what scoring the first walk imports and compiles is not counted
    guide = people()
    lease_id = guide.lease("guide")["lease_id"]
    voice = [bytes([number]) * 2**20 for number in range(24)]
    answer = guide.record(lease_id, WALK, voice) | {"transcript": "A long way."}
    tracemalloc.start()
    try:
        assert guide.submit(lease_id, answer).status_code == 200
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 8 * 2**20
