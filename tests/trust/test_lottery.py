"""When a check item is due, and which."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.quality.trust.eligibility import in_order, is_due
from pangea_server.quality.trust.standing import Standing, StandingState, newcomer

RULES = TrustRules()
TRUSTED = Standing(StandingState.TRUSTED)
KEY = bytes(range(32))


def drawn(key: bytes, person: int, items: int) -> list[int]:
    return [count for count in range(items) if is_due(key, person, "guide", count, TRUSTED, RULES)]


def test_a_newcomer_has_check_items_only() -> None:
    assert all(is_due(KEY, 1, "guide", count, newcomer(RULES), RULES) for count in range(30))


def test_two_in_a_hundred_of_a_trusted_person_are_check_items() -> None:
    """Of 200,000 items 4,000 are expected, with a standard deviation of 63."""
    assert abs(sum(len(drawn(KEY, person, 2000)) for person in range(100)) - 4000) < 4 * 63


def test_they_come_at_other_places_for_everybody_and_in_every_store() -> None:
    places = [tuple(drawn(key, person, 1000)) for key in (KEY, KEY[::-1]) for person in (1, 2, 3)]
    assert len(set(places)) == len(places)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 10**6), st.integers(0, 10**6))
def test_asking_again_changes_nothing(key: bytes, person: int, count: int) -> None:
    answers = {is_due(key, person, "follower", count, TRUSTED, RULES) for _ in range(3)}
    assert len(answers) == 1


@given(st.lists(st.text(min_size=1), min_size=1, max_size=20, unique=True), st.randoms())
def test_the_order_does_not_depend_on_how_the_items_came(items: list[str], random: Random) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)
    assert in_order(KEY, 7, shuffled) == in_order(KEY, 7, items)


def test_people_meet_the_items_in_orders_of_their_own() -> None:
    items = [f"item-{number}" for number in range(30)]
    assert len({in_order(KEY, person, items)[0] for person in range(50)}) > 15
