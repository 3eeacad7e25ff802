"""Whether what the pages name is there: files, modules, settings, commands with their options, targets of make."""

from __future__ import annotations

import ast
import os
import re
import shlex
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from typer.core import TyperGroup

from docs.site import sources
from docs.site.examples import commands
from docs.site.pages import ROOT, pages, parts

CODE = re.compile(r"`([^`\n]+)`")
CODE_FILE = re.compile(r"[\w.][\w./-]*\.(?:py|ts|css|sh|html)(?:::\w+)?")
FOLDER = re.compile(r"(?:environments|align|pangea_server|static|tests|deploy|docs)/[\w./-]*")
MODULE = re.compile(r"(?:environments|align|pangea_server)(?:\.\w+)+")
SETTING = re.compile(r"\bPANGEA_[A-Z][A-Z_]*[A-Z]\b")
TARGET = re.compile(r"make ([a-z][a-z-]*)")
NO_SOURCES = frozenset({"node_modules", "dist", "__pycache__", ".git", ".venv"})
HISTORY = frozenset({Path("CHANGELOG.md")})
"""It names what there was."""
REFUSED = frozenset({"PANGEA_STROE", "PANGEA_DEBUG"})
"""Variables that the pages name as those that no setting has."""
BEFORE_A_COMMAND = frozenset({"&&", "||", "|", ";", "exec", "pangea"})
ASSIGNMENT = re.compile(r"[A-Z_]+=.*")


def unknown_names() -> list[str]:
    """What the pages name and is not there, a line each."""
    faults: list[str] = []
    for file in pages():
        if file not in HISTORY:
            text = (ROOT / file).read_text()
            faults += [f"{file}: {fault}" for fault in [*_faults(text), *_command_faults(text)]]
    return faults


def _faults(text: str) -> Iterator[str]:
    for name in sorted(set(SETTING.findall(text)) - _variables() - REFUSED):
        yield f"{name} is no setting"
    prose = "".join(part for part, is_example in parts(text) if not is_example)
    for code in sorted(set(CODE.findall(prose))):
        if CODE_FILE.fullmatch(code) or FOLDER.fullmatch(code):
            if not _is_there(code.partition("::")[0]):
                yield f"there is no {code}"
        elif MODULE.fullmatch(code) and not _is_named(code):
            yield f"there is no module or name {code}"
        elif (target := TARGET.fullmatch(code)) and target[1] not in _targets():
            yield f"there is no target {code}"
        elif code.startswith("pangea ") and (fault := command_fault(code)):
            yield fault


def _command_faults(text: str) -> Iterator[str]:
    for command in commands(text):
        if fault := command_fault(command.text):
            yield fault


def command_fault(text: str) -> str | None:
    """What of a shell command is no command or option of ``pangea``; None where all is."""
    try:
        words = shlex.split(text, comments=True)
    except ValueError:
        return None  # a text in several lines, as of a file that is written
    for place, word in enumerate(words):
        before = words[place - 1] if place else "&&"
        if word == "pangea" and (before in BEFORE_A_COMMAND or ASSIGNMENT.fullmatch(before)):
            rest = words[place + 1 :]
            if rest and rest[0] != "pangea" and (fault := _fault_of_call(rest)):
                return f"{fault}: {text}"
    return None


def _fault_of_call(words: list[str]) -> str | None:
    command, options = sources.command_line(), {"--help", "-h"}
    while isinstance(command, TyperGroup):
        options |= {name for each in command.params for name in each.opts}
        if not words or not re.fullmatch(r"[a-z][a-z-]*", words[0]):
            break
        name, *words = words
        if name not in command.commands:
            return f"there is no command {name!r}"
        command = command.commands[name]  # type: ignore[assignment]
    options |= {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    used = {word.partition("=")[0] for word in words if re.match(r"--?[a-z]", word)}
    unknown = sorted(used - options)
    return f"there is no option {', '.join(unknown)}" if unknown else None


@cache
def _variables() -> frozenset[str]:
    """Settings, and the variables that the files of deploy/ read."""
    prefix = sources.settings().model_config.get("env_prefix", "")
    deploy = "".join(
        path.read_text()
        for path in (ROOT / "deploy").rglob("*")
        if path.suffix in ("", ".yaml", ".sh") and path.is_file()
    )
    return frozenset(
        {f"{prefix}{name}".upper() for name in sources.settings().model_fields} | set(SETTING.findall(deploy))
    )


@cache
def _targets() -> frozenset[str]:
    return frozenset(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@cache
def _paths() -> frozenset[str]:
    """Every file and folder, and each end of its path: pages name files as they are named where they lie."""
    found: set[str] = set()
    for place, below, names in os.walk(ROOT):
        below[:] = [name for name in below if name not in NO_SOURCES]
        for name in [*names, *below]:
            path = Path(place, name).relative_to(ROOT).parts
            found |= {"/".join(path[start:]) for start in range(len(path))}
    return frozenset(found)


def _is_there(name: str) -> bool:
    return name.removeprefix("../").strip("/") in _paths()


def _is_named(dotted: str) -> bool:
    """A module, or a name in one."""
    module, _, name = dotted.rpartition(".")
    try:
        if find_spec(dotted):
            return True
    except ModuleNotFoundError:
        pass
    try:
        return hasattr(sources.load(f"{module}:{name}"), "__doc__")
    except AttributeError:
        return False
    except ModuleNotFoundError:
        return name in _defined(module)


def _defined(module: str) -> set[str]:
    """The classes and functions of a module of ours that cannot be imported here: ``testing`` needs pytest."""
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return set()
    if spec is None or spec.origin is None:
        return set()
    body = ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body
    return {node.name for node in body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
