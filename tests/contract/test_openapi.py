"""The interface as it is described: the browser's types are made from this, so the committed copy must be true."""

from __future__ import annotations

import json
from pathlib import Path

from pangea_server.app.api import build_api

COMMITTED = json.loads((Path(__file__).parents[2] / "static" / "src" / "api" / "openapi.json").read_text())


def test_the_committed_schema_is_the_servers() -> None:
    assert json.loads(json.dumps(build_api().openapi())) == COMMITTED, "run: make client"


def test_every_handler_is_named_once() -> None:
    names = [operation["operationId"] for path in COMMITTED["paths"].values() for operation in path.values()]
    assert len(names) == len(set(names)) > 10


def test_every_route_below_v1_needs_a_token_except_where_the_policy_says_otherwise() -> None:
    open_to_strangers = {
        operation["operationId"]
        for path, operations in COMMITTED["paths"].items()
        for operation in operations.values()
        if path.startswith("/api/v1") and not operation.get("security")
    }
    assert open_to_strangers == {
        "read_sign_in",
        "open_session",
        "preview_session",
        "read_image",
        "read_preview",
        "read_tile",
        "read_relief",
        "read_plan_picture",
        "read_voice",
        "read_study",
        "enter_study",
        "read_task_voice",
        "read_attachment",
        "read_lesson_voice",
        "read_lesson_picture",
        "read_linked_pose_trace",
    }
