"""The kinds of task that are built in or installed: what each declares, and where its browser half is.

A built-in kind is a folder ``NAME/`` beside this file, whose ``NameTask`` fits ``TaskType``; others come with packages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from typing import Annotated

from pydantic import StringConstraints

from environments.errors import ConfigurationError, NotFoundError
from environments.plugins import ExtensionPoint
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.checks import Solved
from pangea_server.annotate.kinds.declaration import Declaration
from pangea_server.annotate.kinds.protocol import TaskType

KIND = r"^[a-z][a-z0-9_]{0,39}$"
Kind = Annotated[str, StringConstraints(pattern=KIND)]
ENTRY = "task.js"


def built_in_kinds() -> Mapping[str, str]:
    """``module:class`` by name, for the folders beside this file."""
    here = __name__.rpartition(".")[0]
    names = [found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg]
    return {name: f"{here}.{name}:{name.title().replace('_', '')}Task" for name in names}


KINDS = ExtensionPoint(
    "pangea.tasks",
    built_in_kinds(),
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
        """The folders of the browser halves that other packages bring."""
        return {name: task_type.static for name, task_type in self.items() if task_type.static is not None}


def load_kinds() -> TaskKinds:
    """One of each kind, by name.

    Raises:
        ConfigurationError: one cannot be loaded, its ``kind`` is not its entry point's name, or it has no ``task.js``.
    """
    return TaskKinds({name: _load(name) for name in KINDS.names()})


def kind_names() -> tuple[str, ...]:
    """All names: first the kind that gives words, then those about its words, then the others, each group sorted."""
    return tuple(_declarations(tuple(sys.path)))


def declared(kind: str) -> Declaration:
    """What a kind declares. A kind that is not installed has the defaults, so that its answers stay readable."""
    return _declarations(tuple(sys.path)).get(kind) or _filled(kind, Declaration())


def declarations() -> tuple[Declaration, ...]:
    """What each kind declares, in the order of ``kind_names``."""
    return tuple(_declarations(tuple(sys.path)).values())


def kinds_about_words() -> tuple[str, ...]:
    """Kinds whose tasks wait for a Guide's words, and are on its path."""
    return tuple(each.kind for each in declarations() if each.is_about_words)


def rotating_kinds() -> tuple[str, ...]:
    """The kinds that people take in turns at first; each has its own page address."""
    return tuple(each.kind for each in declarations() if each.rotates)


def words_kind() -> str:
    """The kind whose answers are the words that others follow or write down."""
    return next(each.kind for each in declarations() if each.gives_words)


def judging_kind() -> str:
    """The kind whose answers show whether words can be followed."""
    return next(each.kind for each in declarations() if each.follows_words)


def annotation_records() -> tuple[type[Annotation], ...]:
    """The record types that answers are stored as, each once."""
    return tuple(dict.fromkeys((*(each.record for each in declarations()), Declaration().record)))


@cache
def _declarations(path: tuple[str, ...]) -> Mapping[str, Declaration]:
    """The declarations of the installed kinds. ``path`` is ``sys.path``, so that the cache follows its changes."""
    found = [_filled(name, getattr(_load(name), "declares", Declaration())) for name in KINDS.names()]
    found.sort(key=lambda each: (not each.gives_words, not each.is_about_words, each.kind))
    return {each.kind: each for each in found}


def _filled(kind: str, declares: Declaration) -> Declaration:
    """The declaration with the defaults that depend on what else the kind declares."""
    alone = not declares.seats  # nobody can be checked by a partner who is not there
    check = declares.check or (Solved(declares.success) if declares.success and alone else None)
    return replace(declares, kind=kind, check=check)


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
            remedy="Package it; docs/howto/own-task.md says what is in it.",
        )
    declares = getattr(task_type, "declares", Declaration())
    named = {*declares.watched, *filter(None, [declares.plan_only])}
    if not _are_two(declares.seats) or not named <= {*declares.seats}:
        raise ConfigurationError(
            f"The task {name!r} declares the seats {declares.seats!r}, and more of {sorted(named)!r}.",
            remedy="Name two different roles as a kind is named, and use only these in watched and plan_only; or none.",
        )
    return task_type


def _are_two(seats: tuple[str, ...]) -> bool:
    return seats == () or (
        len({*seats}) == len(seats) == 2 and all(re.fullmatch(KIND, role) for role in seats)
    )
