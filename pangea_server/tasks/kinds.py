"""The kinds of task that are built in or installed, and where the browser half of each is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

from pydantic import StringConstraints

from environments import load_plugin, plugin_names
from environments.errors import ConfigurationError
from pangea_server.tasks.protocol import TaskType

KIND = r"^[a-z][a-z0-9_]{0,39}$"
Kind = Annotated[str, StringConstraints(pattern=KIND)]
ENTRY = "task.js"


def load_kinds() -> Mapping[str, TaskType]:
    """One of each kind, by name.

    Raises:
        ConfigurationError: one cannot be loaded, has another ``kind`` than its entry point, or no ``task.js``.
    """
    return {name: _load(name) for name in plugin_names("pangea.tasks")}


def _load(name: str) -> TaskType:
    task_type: TaskType = load_plugin("pangea.tasks", name)()
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
