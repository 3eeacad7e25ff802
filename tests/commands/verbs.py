"""All commands of ``pangea``, and how a test calls one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from typer.main import get_command

from pangea_server.app.command_line import app


def leaves() -> Iterator[tuple[str, Any]]:
    """Each command that has no commands of its own, or does something without them."""
    yield from _leaves((), get_command(app))


def _leaves(path: tuple[str, ...], command: Any) -> Iterator[tuple[str, Any]]:
    below = getattr(command, "commands", {})
    if path and (not below or getattr(command, "invoke_without_command", False)):
        yield " ".join(path), command
    for name in below:
        yield from _leaves((*path, name), below[name])


def parameters() -> Iterator[tuple[str, Any]]:
    """Each parameter of each command, by ``command --option`` or ``command ARGUMENT``."""
    for verb, command in leaves():
        for parameter in command.params:
            is_argument = parameter.param_type_name == "argument"
            name = (parameter.metavar or parameter.name) if is_argument else parameter.opts[0]
            yield f"{verb} {name}", parameter


def pangea(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "pangea_server.app", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | {"NO_COLOR": "1"} | variables,
        timeout=120,
    )
