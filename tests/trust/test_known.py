"""Which annotations check others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.quality.trust.known import check_items, collection, make_check_items
from pangea_server.stores.protocol import Store
from tests.trust.conftest import known_guide, known_walk


def test_who_was_understood_by_three_checks_followers() -> None:
    guides = [known_guide(number) for number in (1, 2, 3, 4)]
    walks = [
        *(known_walk(number, 1, walker=number, ndtw=0.9) for number in (11, 12, 13)),
        *(known_walk(number, 2, walker=21) for number in (21, 22, 23)),  # one person, three times
        *(known_walk(number, 3, walker=number, success=float(number > 31)) for number in (31, 32, 33)),
        *(
            known_walk(number, 4, walker=number).model_copy(update={"learning": True})
            for number in (41, 42, 43)
        ),
    ]
    (item,) = check_items(collection("tower", [*guides, *walks]))
    assert (item.kind, item.instruction_ids, item.good_ndtw) == ("follower", (1,), (0.9, 0.9, 0.9))


def test_two_good_instructions_for_a_path_check_guides() -> None:
    same_path = [known_guide(number).model_copy(update={"path_id": 7}) for number in (1, 2)]
    items = list(check_items(collection("tower", [*same_path, known_guide(3)], vouched_for=(1, 2, 3))))
    assert sorted((item.kind, item.instruction_ids) for item in items) == [
        ("follower", (1,)),
        ("follower", (2,)),
        ("follower", (3,)),
        ("guide", (1, 2)),
    ]


def test_made_again_only_what_is_new_is_made(store: Store, tower: Callable[..., None]) -> None:
    tower()
    assert len(make_check_items(store.records, "tower", [1, 2])) == 2
    assert [item.instruction_ids for item in make_check_items(store.records, "tower", [1, 2, 3])] == [(3,)]
    assert store.records.count(CheckItem, {"campaign_id": "tower"}) == 3


def test_an_instruction_of_nobody_cannot_be_vouched_for(store: Store, tower: Callable[..., None]) -> None:
    tower()
    with pytest.raises(RecordNotFoundError, match="no instruction 99"):
        make_check_items(store.records, "tower", [99])
