"""A bucket per key: how many requests at once, how long to wait for the next one, and which keys are kept."""

from __future__ import annotations

import pytest

from pangea_server.http.edge import buckets
from pangea_server.http.edge.buckets import SECOND, Buckets


@pytest.fixture
def bucket() -> Buckets:
    """Three requests at once, then two a second."""
    return Buckets(rate=2, burst=3)


def test_a_burst_is_taken_at_once_and_the_next_request_waits_for_one_interval(bucket: Buckets) -> None:
    assert [bucket.take("a", 0) for _ in range(5)] == [0, 0, 0, SECOND // 2, SECOND // 2]
    assert bucket.take("a", SECOND // 2 - 1) == 1
    assert bucket.take("a", SECOND // 2) == 0
    assert bucket.take("b", 0) == 0, "another key has its own bucket"


def test_to_ask_how_long_takes_nothing(bucket: Buckets) -> None:
    assert [bucket.wait("a", 0) for _ in range(5)] == [0] * 5
    assert len(bucket) == 0


def test_a_bucket_left_alone_is_never_more_than_full(bucket: Buckets) -> None:
    bucket.take("a", 0)
    assert [bucket.take("a", 100 * SECOND) for _ in range(4)] == [0, 0, 0, SECOND // 2]


def test_a_charge_takes_more_than_the_bucket_holds_and_none_is_no_key(bucket: Buckets) -> None:
    bucket.charge("a", 0, 0)
    assert len(bucket) == 0
    bucket.charge("a", 0, 5)
    assert bucket.wait("a", 0) == 3 * SECOND // 2


def test_a_forgotten_key_has_a_full_bucket(bucket: Buckets) -> None:
    bucket.charge("a", 0, 9)
    bucket.forget("a")
    bucket.forget("never seen")
    assert bucket.wait("a", 0) == 0


def test_above_a_number_of_keys_those_with_full_buckets_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "KEYS_KEPT", 2)
    bucket = Buckets(rate=1, burst=1)
    bucket.take("full again", 0)
    bucket.take("paid until now", SECOND)
    bucket.take("newest", 2 * SECOND)
    assert len(bucket) == 1
    assert bucket.wait("newest", 2 * SECOND) == SECOND


def test_where_most_keys_are_still_in_use_the_next_look_is_at_twice_as_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buckets, "KEYS_KEPT", 2)
    bucket = Buckets(rate=1, burst=1)
    for key in range(3):
        bucket.take(key, 0)
    for key in range(3, 6):
        bucket.take(key, 10 * SECOND)
    assert len(bucket) == 6
    bucket.take(6, 10 * SECOND)
    assert len(bucket) == 4
