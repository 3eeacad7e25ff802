"""Who may call which route. A route without a line here stops the server from starting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from starlette.routing import BaseRoute

from environments.errors import ConfigurationError
from pangea_server.people.access.records import Role


class Access(Enum):
    """How people who are not signed in may use a route."""

    OPEN = "anybody"
    LINK = "whoever holds a signed link"
    FIRST_MESSAGE = "whoever sends the token of their session first, on a WebSocket"


Policy = Access | frozenset[Role]

EVERYBODY = frozenset(Role)
ANNOTATORS = frozenset({Role.ANNOTATOR})
STAFF = frozenset({Role.REVIEWER, Role.MANAGER, Role.OWNER})
MANAGERS = frozenset({Role.MANAGER, Role.OWNER})
OWNERS = frozenset({Role.OWNER})

POLICY: dict[str, Policy] = {
    # signing in and out
    "read_sign_in": Access.OPEN,
    "open_session": Access.OPEN,
    "preview_session": Access.OPEN,
    "close_session": EVERYBODY,
    "read_me": EVERYBODY,
    # arriving from a platform, and returning to it
    "read_study": Access.LINK,
    "enter_study": Access.LINK,
    "read_visit": ANNOTATORS,
    "complete_visit": ANNOTATORS,
    "enter_page": Access.OPEN,
    # giving consent, and withdrawing it
    "read_consent": EVERYBODY,
    "agree": EVERYBODY,
    "withdraw_mine": ANNOTATORS,
    "read_my_speech": ANNOTATORS,
    "say_my_speech": ANNOTATORS,
    "read_my_standings": ANNOTATORS,
    "read_my_work": ANNOTATORS,
    "appeal": ANNOTATORS,
    "read_my_batches": ANNOTATORS,
    "appeal_refused_batch": ANNOTATORS,
    "read_training": ANNOTATORS,
    "finish_training": ANNOTATORS,
    "read_lesson": ANNOTATORS,
    "finish_lesson_part": ANNOTATORS,
    "judge_lesson_walk": ANNOTATORS,
    "read_exercise": ANNOTATORS,
    "finish_exercise": ANNOTATORS,
    "read_my_forms": ANNOTATORS,
    "answer_form": ANNOTATORS,
    # doing tasks
    "snap": ANNOTATORS,
    "list_kinds": EVERYBODY,
    "read_practice": EVERYBODY,
    "ask_for_task": ANNOTATORS,
    "read_equipment": ANNOTATORS,
    "read_lease": ANNOTATORS,
    "renew": ANNOTATORS,
    "put_draft": ANNOTATORS,
    "report_problem": ANNOTATORS,
    "give_back": ANNOTATORS,
    "read_what_waits": ANNOTATORS,
    "read_what_is_next": ANNOTATORS,
    "read_my_tally": ANNOTATORS,
    # asking the data team
    "list_my_questions": ANNOTATORS,
    "ask_question": ANNOTATORS,
    "ask_back": ANNOTATORS,
    "see_answer": ANNOTATORS,
    "list_questions": STAFF,
    "answer_question": STAFF,
    "begin_recording": ANNOTATORS,
    "put_chunk": ANNOTATORS,
    "read_recording": ANNOTATORS,
    "read_chunks": ANNOTATORS,
    "ask_for_draft_transcript": ANNOTATORS,
    "submit_answer": ANNOTATORS,
    # two people on one piece of work
    "join_line": Access.FIRST_MESSAGE,
    # being watched in training, and watching
    "begin_live": ANNOTATORS,
    "tell_live": ANNOTATORS,
    "end_live": ANNOTATORS,
    "list_learners": STAFF,
    "watch_learner": STAFF,
    "give_hint": STAFF,
    # seeing and hearing: people who hold the task or work with the answers get links
    "read_scan": EVERYBODY,
    "read_image": Access.LINK,
    "read_preview": Access.LINK,
    "read_tile": Access.LINK,
    "read_relief": Access.LINK,
    "read_plan_picture": Access.LINK,
    "read_voice": Access.LINK,
    "read_task_voice": Access.LINK,
    "read_attachment": Access.LINK,
    "read_lesson_voice": Access.LINK,
    "read_lesson_picture": Access.LINK,
    "read_linked_pose_trace": Access.LINK,
    # working with the answers
    "list_dialogues": STAFF,
    "read_dialogue": STAFF,
    "list_annotations": STAFF,
    "read_annotation": STAFF,
    "read_task_page": STAFF,
    "read_pose_trace": STAFF,
    "read_annotation_actions": STAFF,
    "list_words_versions": STAFF,
    "read_landmarks": STAFF,
    "correct_words_of": STAFF,
    "restore_words_of": STAFF,
    "read_monitor": STAFF,
    "read_draft_figures": STAFF,
    "read_groups": STAFF,
    "read_tasks": STAFF,
    "read_reports": STAFF,
    "read_store_health": STAFF,
    "read_evaluation": STAFF,
    "read_landmarks_overview": MANAGERS,
    "read_landmark_paths": MANAGERS,
    "read_landmark_timing": MANAGERS,
    "read_pay": MANAGERS,
    "read_reviewers": MANAGERS,
    "list_forms": STAFF,
    "list_form_answers": STAFF,
    "list_votes": STAFF,
    "count_votes": STAFF,
    "settle_vote": STAFF,
    # reviewing them; reading what reviewers said
    "list_reviews": STAFF,
    "count_reviews": STAFF,
    "next_review": STAFF,
    "read_review": STAFF,
    "claim_review": STAFF,
    "release_review": STAFF,
    "decide_review": STAFF,
    "my_notices": ANNOTATORS,
    "read_correction": ANNOTATORS,
    "see_notice": ANNOTATORS,
    "correct_mine": ANNOTATORS,
    # how far people are trusted
    "list_standings": STAFF,
    "decide_appeal": MANAGERS,
    "list_batches": STAFF,
    "decide_refused_batch": MANAGERS,
    # campaigns
    "list_campaigns": STAFF,
    "read_campaign": STAFF,
    "read_example": STAFF,
    "check_campaign": MANAGERS,
    "write_campaign": MANAGERS,
    "turn_campaign": MANAGERS,
    # people
    "list_people": MANAGERS,
    "list_without_task": MANAGERS,
    "read_labels": STAFF,
    "label_person": MANAGERS,
    "read_audit": MANAGERS,
    "invite_person": MANAGERS,
    "invite_table": MANAGERS,
    "invite_again": MANAGERS,
    "revoke_access": MANAGERS,
    "withdraw_person": MANAGERS,
    "change_role": OWNERS,
    # the server itself
    "read_health": Access.OPEN,
    "read_readiness": Access.OPEN,
    "guide_page": Access.OPEN,
    "follower_page": Access.OPEN,
    "monitor_page": Access.OPEN,
    "campaigns_page": Access.OPEN,
    "people_page": Access.OPEN,
    "work_page": Access.OPEN,
    "replay_page": Access.OPEN,
    "dialogue_page": Access.OPEN,
    "review_page": Access.OPEN,
    "questions_page": Access.OPEN,
    "live_page": Access.OPEN,
    "audit_page": Access.OPEN,
    "landmarks_page": Access.OPEN,
    "timing_page": Access.OPEN,
    "place_page": Access.OPEN,
    "edit_page": Access.OPEN,
    "account_page": Access.OPEN,
    "task_page": Access.OPEN,
    "browser_api": Access.OPEN,
    "icon": Access.OPEN,
    "plugins": Access.OPEN,
    "me_page": Access.OPEN,
    "index": Access.OPEN,
    "help": Access.OPEN,
    "assets": Access.OPEN,
    "openapi": Access.OPEN,
}

NEW_WORK = frozenset(
    {
        "preview_session",
        "open_session",
        "enter_study",
        "ask_for_task",
        "read_training",
        "finish_training",
        "read_lesson",
        "judge_lesson_walk",
        "read_exercise",
        "finish_exercise",
        "read_my_work",
    }
)


def waits_when_busy(name: str) -> bool:
    """Whether a server that is behind refuses this route: it begins new work, or is for the data team."""
    policy = POLICY[name]
    return name in NEW_WORK or (not isinstance(policy, Access) and Role.ANNOTATOR not in policy)


MAY_BRING_IN: dict[Role, frozenset[Role]] = {
    Role.OWNER: EVERYBODY,
    Role.MANAGER: frozenset({Role.ANNOTATOR, Role.REVIEWER}),
    Role.REVIEWER: frozenset(),
    Role.ANNOTATOR: frozenset(),
}
"""The roles that each role may invite, shut out and remove."""


def route_names(routes: Iterable[BaseRoute]) -> Iterator[str]:
    """The names of these routes, including those in nested routers."""
    for route in routes:
        included = getattr(route, "original_router", None)
        if included is None:
            yield getattr(route, "name", str(route))
        else:
            yield from route_names(included.routes)


def check_routes(routes: Iterable[BaseRoute]) -> None:
    """Raise ConfigurationError for a route that is missing in the policy."""
    unknown = sorted(set(route_names(routes)) - set(POLICY))
    if unknown:
        raise ConfigurationError(
            f"The policy does not say who may call {', '.join(unknown)}.",
            remedy="Add a line for each to pangea_server/people/access/policy.py.",
        )
