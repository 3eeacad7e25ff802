"""Who may call what: every route has a line, and every line is kept."""

from __future__ import annotations

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient
from starlette.routing import Route

from environments.errors import ConfigurationError
from pangea_server import Settings, create_app
from pangea_server.app import api
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.core.settings import DeploymentLimits
from pangea_server.people.access.policy import (
    MAY_BRING_IN,
    POLICY,
    Access,
    Policy,
    check_routes,
    route_names,
    waits_when_busy,
)
from pangea_server.people.access.records import Role
from pangea_server.people.access.routing import check_guarded
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.protocol import Store
from tests.contract.test_openapi import COMMITTED

OPERATIONS = [
    (method.upper(), path, operation["operationId"])
    for path, operations in COMMITTED["paths"].items()
    for method, operation in operations.items()
]


def test_every_route_of_the_server_has_a_policy_and_no_policy_is_left_over(server: TestClient) -> None:
    served = set(route_names(server.app.routes))  # type: ignore[attr-defined]
    assert served == set(POLICY)


def test_a_route_without_a_policy_stops_the_server_from_starting() -> None:
    with pytest.raises(ConfigurationError, match="back_door"):
        check_routes([Route("/back", lambda request: None, name="back_door")])


def test_a_route_that_nobody_guards_stops_the_server_from_starting() -> None:
    router = APIRouter()
    router.get("/back", name="back_door")(lambda: None)
    outer = APIRouter()
    outer.include_router(router)
    with pytest.raises(ConfigurationError, match="back_door"):
        check_guarded(outer.routes)


def test_an_api_with_such_a_route_is_not_built(monkeypatch: pytest.MonkeyPatch) -> None:
    router = APIRouter()
    router.get("/back", name="back_door")(lambda: None)
    monkeypatch.setattr(api, "ROUTERS", (router,))
    with pytest.raises(ConfigurationError, match="back_door"):
        api._routes.__wrapped__()


FOR_ALL = "close_session read_me read_consent agree list_kinds read_practice read_scan"
FOR_OWNERS = "change_role"
FOR_MANAGERS = """
read_landmarks_overview read_landmark_paths read_landmark_timing read_pay read_reviewers decide_appeal
decide_refused_batch check_campaign write_campaign turn_campaign list_people list_without_task label_person read_audit
invite_person invite_table invite_again revoke_access withdraw_person
"""
FOR_STAFF = """
list_questions answer_question list_learners watch_learner give_hint list_annotations read_task_page
list_dialogues read_dialogue
read_annotation read_pose_trace read_annotation_actions list_words_versions read_landmarks correct_words_of
restore_words_of read_monitor read_draft_figures read_groups read_tasks read_reports read_store_health read_evaluation
list_forms list_form_answers list_votes count_votes settle_vote list_reviews count_reviews next_review read_review
claim_review release_review decide_review list_standings list_batches list_campaigns read_campaign read_example
read_labels
"""
BEHIND_LINKS = """
read_study enter_study read_image read_preview read_tile read_relief read_plan_picture read_voice read_task_voice
read_attachment read_lesson_voice read_lesson_picture read_linked_pose_trace
"""
OPEN_CALLS = "read_sign_in open_session preview_session enter_page read_health read_readiness"
OPENS_WORK = """
preview_session open_session enter_study ask_for_task read_training finish_training read_lesson judge_lesson_walk
read_exercise finish_exercise read_my_work
"""


def test_the_table_says_what_each_role_is_for() -> None:
    said: list[tuple[str, Policy]] = [
        (FOR_ALL, frozenset(Role)),
        (FOR_OWNERS, frozenset({Role.OWNER})),
        (FOR_MANAGERS, frozenset({Role.MANAGER, Role.OWNER})),
        (FOR_STAFF, frozenset({Role.REVIEWER, Role.MANAGER, Role.OWNER})),
        (BEHIND_LINKS, Access.LINK),
        (OPEN_CALLS, Access.OPEN),
    ]
    table = {name: policy for names, policy in said for name in names.split()}
    operations = {name for _, _, name in OPERATIONS}
    others = operations - table.keys()
    assert {name: POLICY[name] for name in table} == table
    assert {POLICY[name] for name in others} == {frozenset({Role.ANNOTATOR})}, "who does the tasks"
    lines = {name for name, policy in POLICY.items() if policy is Access.FIRST_MESSAGE}
    assert lines == {"join_line"}, "WebSockets (tests/pairing)"
    assert {POLICY[name] for name in POLICY.keys() - operations - table.keys() - lines} == {Access.OPEN}, (
        "pages"
    )


def test_a_server_that_is_behind_refuses_new_work_and_the_data_team() -> None:
    waiting = {*OPENS_WORK.split(), *FOR_OWNERS.split(), *FOR_MANAGERS.split(), *FOR_STAFF.split()}
    assert {name for name in POLICY if waits_when_busy(name)} == waiting


def test_owners_bring_in_anybody_managers_annotators_and_reviewers_and_others_nobody() -> None:
    assert {role: set(MAY_BRING_IN[role]) for role in Role} == {
        Role.OWNER: set(Role),
        Role.MANAGER: {Role.ANNOTATOR, Role.REVIEWER},
        Role.REVIEWER: set(),
        Role.ANNOTATOR: set(),
    }


def test_nobody_comes_in_without_a_token_or_with_a_wrong_one(settings: Settings) -> None:
    patient = settings.model_copy(
        update={"limits": DeploymentLimits(bad_tokens_per_minute=1000, address_requests_per_second=1000)}
    )
    with TestClient(create_app(patient), raise_server_exceptions=False) as server:
        for method, path, name in OPERATIONS:
            for headers in ({}, {"Authorization": "Bearer garbage"}, {"Authorization": "Basic Z3Vlc3Q6"}):
                status = server.request(method, filled(path), headers=headers).status_code
                if isinstance(POLICY[name], Access):
                    assert status not in (401, 403), name
                    assert POLICY[name] is Access.OPEN or status == 404, name
                else:
                    assert status == 401, name


@pytest.mark.parametrize("role", list(Role))
def test_each_role_is_let_in_exactly_where_the_table_says(people: People, role: Role) -> None:
    people()  # whom managers may deal with
    person = people(role)
    for method, path, name in OPERATIONS:
        policy = POLICY[name]
        if isinstance(policy, Access) or name in ("close_session", "withdraw_mine"):
            continue
        answer = person.call(method, filled(path).removeprefix("/api/v1"))
        assert (answer.status_code == 403) == (role not in policy), (name, answer.text)


MAY_BE_STORED = {
    "read_scan",
    "read_image",
    "read_preview",
    "read_tile",
    "read_relief",
    "read_plan_picture",
    "read_monitor",
    "read_groups",
}
"""Pictures and figures of many people, which their own browser may keep and asks for again."""


def test_nobody_stores_an_answer_about_a_person(people: People, campaign: None, server: TestClient) -> None:
    people().guide()
    asking = [people(role) for role in Role]
    for method, path, name in OPERATIONS:
        if name in ("close_session", "withdraw_mine"):
            continue
        answers = [person.call(method, filled(path).removeprefix("/api/v1")) for person in asking]
        for answer in (*answers, server.request(method, filled(path))):
            stored = answer.headers["cache-control"]
            assert "no-store" in stored or (name in MAY_BE_STORED and "private" in stored), (name, stored)
    for path in ("/healthz", "/api/v1/nowhere", "/nowhere"):
        assert server.get(path).headers["cache-control"] == "no-store"


def test_a_manager_brings_in_annotators_and_reviewers_only(people: People, store: Store) -> None:
    manager = people(Role.MANAGER)
    for role, status in (("annotator", 201), ("reviewer", 201), ("manager", 403), ("owner", 403)):
        assert manager.call("POST", "/people", json={"role": role}).status_code == status
    refused = [entry for entry in store.records.find(AuditEntry) if entry.action == "refused"]
    assert [(entry.actor, entry.detail) for entry in refused] == [
        (manager.annotator_id, "a manager"),
        (manager.annotator_id, "a owner"),
    ]


def test_only_an_owner_gives_roles_and_never_to_themselves(people: People, store: Store) -> None:
    owner, manager, reviewer = people(Role.OWNER), people(Role.MANAGER), people(Role.REVIEWER)
    for person in (manager, reviewer):
        address = f"/people/{person.annotator_id}/role"
        assert_problem(person.call("PUT", address, json={"role": "owner"}), 403, "access")
    mine = f"/people/{owner.annotator_id}/role"
    assert_problem(owner.call("PUT", mine, json={"role": "annotator"}), 403, "access")
    changed = owner.call("PUT", f"/people/{reviewer.annotator_id}/role", json={"role": "manager"})
    assert changed.json()["role"] == "manager"
    assert reviewer.call("POST", "/people", json={}).status_code == 201  # from the next call on
    entries = [(entry.action, entry.subject) for entry in store.records.find(AuditEntry)]
    assert ("role changed", reviewer.annotator_id) in entries
    assert ("refused", owner.annotator_id) in entries


@pytest.mark.parametrize("extra", ["role", "annotator_id", "created_at", "state", "token_hash"])
def test_no_body_takes_a_field_that_was_not_asked_for(people: People, extra: str) -> None:
    answer = people().call("POST", "/leases", json={"kind": "guide", extra: "owner"})
    assert_problem(answer, 422, "invalid_request")


def filled(path: str) -> str:
    values = {"annotator_id": "1", "instruction_id": "1", "annotation_id": "1", "kind": "guide", "index": "0"}
    values |= {"level": "0", "row": "0", "column": "0", "stream": "voice", "report_id": "0" * 36}
    values |= {"task_id": "guide-000001", "decision_id": "0" * 36, "question_id": "0" * 36}
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "")
