"""How large a body may be: as large as a valid request needs, for each route that takes one."""

from __future__ import annotations

import json
import threading
from math import cos, pi, sin
from time import thread_time
from typing import Any

import pytest
from anyio import run

from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.errors import MalformedJsonError
from pangea_server.http.edge.bodies import (
    LARGEST,
    ORDINARY,
    ORDINARY_VALUES,
    READ_AT_ONCE,
    body_at_most,
    read_json,
)
from pangea_server.http.edge.strict_json import check_json
from pangea_server.people.access.policy import POLICY, Access
from pangea_server.people.access.records import Role
from tests.contract.test_openapi import COMMITTED
from tests.people.test_policy import OPERATIONS, filled

CIRCLE = [[0.5 * cos(-each * pi / 100), 0.5 * sin(-each * pi / 100)] for each in range(200)]
ESCAPED = "తలుపు" * 400  # 2000 characters, which a program may write as six bytes each
WORD = {"word": "తలుపులు!", "start_time": 1234.567891, "end_time": 1235.678912}
LARGEST_VALID: dict[str, Any] = {
    "put_draft": {"version": 2**53 - 1, "content": '"' * 100_000},
    "report_problem": {"kind": "offensive", "comment": ESCAPED, "viewpoint_id": "v" * 200},
    "submit_answer": {"recording_id": "r" * 100, "transcript": ESCAPED * 10, "feedback": None},
    "correct_mine": {"version": 1, "transcript": ESCAPED * 10},
    "correct_words_of": {"version": 1, "words": [WORD] * 20_000},
    "finish_training": {"instruction_id": 2**31 - 1, "path": ["v" * 200] * 1000},
    "judge_lesson_walk": {
        "visits": [{"time": 1.5, "viewpoint_id": "v" * 200}] * 200,
        "sample_rate": 12_000,
        "voice": "AAAA" * 480_000,
    },
    "finish_exercise": {"number": 2**31 - 1, "answer": {"answers": [{"comment": ESCAPED[:500]}] * 20}},
    "ask_question": {"words": ESCAPED},
    "tell_live": {
        "viewpoint_id": "v" * 200,
        "heading": 1.0,
        "elevation": 0.1,
        "level": 0.5,
        "words": ESCAPED,
    },
    "give_hint": {"words": ESCAPED},
    "snap": {
        "viewpoint_id": "v" * 200,
        "shape": {"kind": "polygon", "points": CIRCLE},
        "on": [[-1.234567890123456, 0.123456789012345]] * 20,
    },
    "ask_back": {"words": ESCAPED},
    "answer_question": {"words": ESCAPED, "said": 1000},
    "appeal": {"campaign_id": "c" * 60, "kind": "k" * 100, "words": ESCAPED},
    "decide_review": {"verdict": "send_back", "version": 1, "reason": ESCAPED},
    "enter_study": {"session": "s" * 43, "ids": {f"{n:02}" + "i" * 253: "v" * 255 for n in range(20)}},
    "answer_form": {
        "occasion": "o" * 100,
        "version": "0" * 64,
        "language": "en",
        "answers": {f"q{number}": ESCAPED for number in range(10)},
    },
    "appeal_refused_batch": {"words": ESCAPED},
    "preview_session": {"invite": "i" * 43},
    "say_my_speech": {"dialect": ESCAPED[:100], "region": ESCAPED[:100], "agreed": True},
    "check_campaign": {"text": "# " + ESCAPED * 100, "files": {"paths.json": "[]", "guide.md": ESCAPED}},
    "write_campaign": {"text": "# " + ESCAPED * 100, "version": 2**31},
    "invite_table": {"table": "external_id,languages\n" + "తె,te\n" * 30_000},
    "label_person": {"label": "త్రి" * 20},
    "open_session": {"session": "s" * 43, "invite": "i" * 43, "id_token": "t" * 3500},
}
SMALL = {"agree", "invite_person", "change_role", "decide_appeal", "ask_for_task", "renew"} | {
    "begin_recording",
    "finish_lesson_part",
    "restore_words_of",
    "next_review",
    "see_notice",
    "settle_vote",
    "decide_refused_batch",
    "begin_live",
    "turn_campaign",
    "ask_for_draft_transcript",
}
"""Bodies of a few hundred bytes."""
TAKING = {
    operation["operationId"]
    for operations in COMMITTED["paths"].values()
    for operation in operations.values()
    if "application/json" in operation.get("requestBody", {}).get("content", {})
}


def test_every_route_with_a_body_is_looked_at() -> None:
    assert set(LARGEST_VALID) | SMALL == TAKING


@pytest.mark.parametrize("name", LARGEST_VALID)
def test_the_largest_valid_body_is_read_and_a_larger_one_is_413(people: People, name: str) -> None:
    method, path = next((method, path) for method, path, each in OPERATIONS if each == name)
    policy = POLICY[name]
    roles = set(Role) if isinstance(policy, Access) else policy
    person = people(sorted(roles)[0])
    address = filled(path).removeprefix("/api/v1")
    headers = {"Content-Type": "application/json"}
    ascii_only = json.dumps(LARGEST_VALID[name], ensure_ascii=name != "correct_words_of").encode()
    answer = person.call(method, address, content=ascii_only, headers=headers)
    assert answer.status_code not in (413, 400, 500), answer.text
    if answer.status_code == 422:
        assert answer.json()["code"] != "invalid_request", answer.text
    padded = ascii_only + b" " * LARGEST
    assert person.call(method, address, content=padded, headers=headers).status_code == 413


@pytest.mark.parametrize("name", sorted(SMALL))
def test_all_other_bodies_are_small(people: People, name: str) -> None:
    method, path = next((method, path) for method, path, each in OPERATIONS if each == name)
    policy = POLICY[name]
    assert not isinstance(policy, Access)
    person = people(sorted(policy)[0])
    address = filled(path).removeprefix("/api/v1")
    content = b" " * (ORDINARY + 1)
    answer = person.call(method, address, content=content, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


def test_a_long_body_is_parsed_and_validated_in_another_thread() -> None:
    threads: list[int] = []

    def accept(value: Any) -> Any:
        threads.append(threading.get_ident())
        return value

    for size in (READ_AT_ONCE, READ_AT_ONCE + 1):
        body = b'"' + b"x" * (size - 2) + b'"'
        assert run(read_json, body, 1, accept) == "x" * (size - 2)
    assert len(threads) == 1, "a short one is read at once"
    assert threads[0] != threading.get_ident()
    with pytest.raises(MalformedJsonError):
        run(read_json, b'{"a":1,"a":2}' + b" " * READ_AT_ONCE, 2, accept)


@pytest.mark.parametrize(
    "x",
    [
        pytest.param("[" + "1," * 300_000 + "1]", id="numbers"),
        pytest.param("[" + "1e-307," * 90_000 + "1]", id="small numbers"),
        pytest.param("{" + ",".join(f'"{n:x}":1' for n in range(60_000)) + "}", id="names"),
        pytest.param("[" + "[]," * 49_000 + "1]", id="lists"),
        pytest.param("[" + "1," * 300_000, id="cut off"),
        pytest.param('",",' * 100_000 + '"x":[' + '"\\u0e01",' * 9_000 + "1]", id="letters"),
        pytest.param("[" + "1," * 300_000 + '1],"x":1', id="a name twice"),
    ],
)
def test_a_draft_of_many_values_is_refused_before_any_of_them_is_made(people: People, x: str) -> None:
    person, address = people(), f"/leases/{'0' * 32}/draft"
    body = f'{{"version":1,"content":",","x":{x}}}'
    headers = {"Content-Type": "application/json"}
    assert_problem(person.call("PUT", address, content=body, headers=headers), 400, "malformed_json")
    began = thread_time()
    with pytest.raises(MalformedJsonError):
        check_json(body.encode(), ORDINARY_VALUES)
    assert thread_time() - began < 0.02


def test_commas_in_a_text_are_no_values() -> None:
    check_json(json.dumps({"version": 1, "content": "," * 100_000}).encode(), ORDINARY_VALUES)
    with pytest.raises(MalformedJsonError, match="more than 3 values"):
        check_json(b"[1,2,3,4,5]", 3)


@pytest.mark.parametrize("long", [False, True], ids=["short", "long"])
def test_what_is_invalid_is_told_alike_wherever_it_was_validated(people: People, long: bool) -> None:
    draft = {"version": "one", "content": "x" * (3 * READ_AT_ONCE if long else 1)}
    answer = people().call("PUT", f"/leases/{'0' * 32}/draft", json=draft)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_request"
    assert answer.json()["detail"].startswith("body.version: Input should be a valid integer")


@pytest.mark.parametrize("size", [0, LARGEST + 1])
def test_no_route_declares_a_limit_that_the_edge_would_not_keep(size: int) -> None:
    with pytest.raises(ValueError, match="at most"):
        body_at_most(size)
