"""The kinds of task that are built in or installed, and where the browser half of each is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints

from environments.errors import ConfigurationError, NotFoundError
from environments.plugins import Door
from pangea_server.annotate.kinds.protocol import TaskType

KIND = r"^[a-z][a-z0-9_]{0,39}$"
Kind = Annotated[str, StringConstraints(pattern=KIND)]
ENTRY = "task.js"


KINDS = Door(
    "pangea.tasks",
    {
        "find": "pangea_server.annotate.kinds.find:FindTask",
        "follower": "pangea_server.annotate.kinds.follower:FollowerTask",
        "guide": "pangea_server.annotate.kinds.guide:GuideTask",
        "tour": "pangea_server.annotate.kinds.tour:TourTask",
        "transcribe": "pangea_server.annotate.kinds.transcribe:TranscribeTask",
    },
    moved={
        "pangea_server.records": "pangea_server.annotate.tasks.records",
        "pangea_server.schemas": "pangea_server.annotate.kinds.wire",
        "pangea_server.errors": "pangea_server.core.errors",
        "pangea_server.people.media_links": "pangea_server.annotate.links.media",
        "pangea_server.tasks.protocol": "pangea_server.annotate.kinds.protocol",
        "pangea_server.tasks.answer_task": "pangea_server.annotate.kinds.answer_task",
        "pangea_server.tasks.walk_task": "pangea_server.annotate.kinds.walk_task",
    },
)


class TaskKinds(dict[str, TaskType]):
    """One of each kind that is installed, by name."""

    def named(self, kind: str) -> TaskType:
        """Raises NotFoundError for a kind that is not installed."""
        if kind not in self:
            known = ", ".join(sorted(self))
            raise NotFoundError(f"There is no task of kind {kind!r}.", remedy=f"Known kinds are {known}.")
        return self[kind]

    @property
    def folders(self) -> Mapping[str, Path]:
        """Where the browser halves are that other packages bring."""
        return {name: task_type.static for name, task_type in self.items() if task_type.static is not None}


def load_kinds() -> TaskKinds:
    """One of each kind, by name.

    Raises:
        ConfigurationError: one cannot be loaded, has another ``kind`` than its entry point, or no ``task.js``.
    """
    return TaskKinds({name: _load(name) for name in KINDS.names()})


def _load(name: str) -> TaskType:
    task_type: TaskType = KINDS.load(name)()
    if task_type.kind != name or not re.fullmatch(KIND, name):
        raise ConfigurationError(
            f"The task {name!r} calls itself {task_type.kind!r}.",
            remedy="Give class and entry point one name of small letters, digits and underscores.",
        )
    if task_type.static is not None and not (task_type.static / ENTRY).is_file():
        raise ConfigurationError(
            f"The task {name!r} has no browser half: {task_type.static / ENTRY} is missing.",
            remedy="Package it; pangea_server/README.md says what is in it.",
        )
    return task_type
