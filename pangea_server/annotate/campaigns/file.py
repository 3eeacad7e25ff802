"""Campaign files: YAML 1.2; every fault is reported with its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any, cast, get_args

from pydantic import BaseModel, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.constructor import DuplicateKeyError
from ruamel.yaml.error import MarkedYAMLError

from environments.errors import ConfigurationError
from environments.input.regular_files import read_regular
from environments.input.text import NotTextError, text_of
from environments.nearest import not_among
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.core.errors import CampaignFileError

TEXT_FILE = ".md"  # a text that is the name of such a file is replaced by the file's contents

MOST_BYTES = 2**22
"""Largest campaign file, or text beside it; a campaign of a thousand listed paths has a fifth of a megabyte."""

MOST_NODES = 200_000
"""Most values of a campaign file."""


WHOLE = "the file"


@dataclass(frozen=True, slots=True)
class FileFault:
    """One thing that is wrong in a file, where it is, and what to do about it; ``line`` counts from 1."""

    line: int
    key: str
    message: str
    remedy: str


def faults_of(error: CampaignFileError) -> tuple[FileFault, ...]:
    """The faults that an error tells of, in order of line."""
    found = cast("tuple[FileFault, ...]", error.context.get("faults", ()))
    return found or (FileFault(1, WHOLE, error.message.rstrip("."), error.remedy),)


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """A campaign file that was read: its contents, and the line of each key."""

    path: Path
    definition: CampaignDefinition
    tree: CommentedMap

    def refuse(self, faults: Iterable[CampaignFault]) -> None:
        """Raise CampaignFileError with all faults in order of line, when there are any."""
        _refuse(self.path, self.tree, list(faults))


def read_campaign_file(path: Path) -> CampaignFile:
    """Read a campaign file, and the texts in the files that it names beside it.

    Raises:
        ConfigurationError: there is no such file.
        CampaignFileError: what is wrong, line by line, each with its remedy.
    """
    tree = _parse(path)
    faults = list(_insert_texts(tree, path.parent))
    _refuse(path, tree, faults)
    try:
        return CampaignFile(path, CampaignDefinition.model_validate(tree), tree)
    except ValidationError as error:
        _refuse(path, tree, [_fault(tree, each) for each in error.errors()])
        raise


def _parse(path: Path) -> CommentedMap:
    try:
        text = text_of(read_regular(path, most=MOST_BYTES))
    except (OSError, NotTextError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigurationError(
            f"The campaign file {path} cannot be read: {reason}.", remedy="Name a YAML file in UTF-8."
        ) from error
    try:
        tree = YAML(typ="rt", pure=True).load(StringIO(text))
    except DuplicateKeyError as error:
        raise _not_yaml(path, error, "Keep one of the two.") from error
    except MarkedYAMLError as error:
        raise _not_yaml(path, error, "Correct the YAML there.") from error
    except Exception as error:  # what YAML cannot hold, such as 2020-13-45, is refused by many errors
        raise CampaignFileError(f"{path.name}: this is not YAML.", remedy="Correct the file.") from error
    if _nodes(tree, {}) > MOST_NODES:
        raise CampaignFileError(
            f"{path.name} has more than {MOST_NODES} values once its aliases (*) are written out.",
            remedy="List long paths in a file beside it.",
        )
    if not isinstance(tree, CommentedMap):
        raise CampaignFileError(
            f"{path.name}, line 1: a campaign is a list of keys and values.",
            remedy="Begin with the one that `pangea campaign example` prints.",
        )
    return tree


def _nodes(tree: Any, known: dict[int, int]) -> int:
    """How many values there are when each alias is counted as what it stands for; an alias inside itself has no end."""
    if not isinstance(tree, CommentedMap | CommentedSeq):
        return 1
    if id(tree) not in known:
        known[id(tree)] = MOST_NODES + 1  # what it counts for inside itself
        parts = tree.values() if isinstance(tree, CommentedMap) else tree
        known[id(tree)] = 1 + sum(_nodes(part, known) for part in parts)
    return known[id(tree)]


def _not_yaml(path: Path, error: MarkedYAMLError, remedy: str) -> CampaignFileError:
    mark = error.problem_mark or error.context_mark
    line = f", line {mark.line + 1}" if mark else ""
    problem = (error.problem or "this is not YAML").splitlines()[0]
    fault = FileFault(mark.line + 1 if mark else 1, WHOLE, problem, remedy)
    return CampaignFileError(f"{path.name}{line}: {problem}.", remedy=remedy, faults=(fault,))


def _insert_texts(tree: CommentedMap, folder: Path) -> Iterator[CampaignFault]:
    """Replace the names of ``.md`` files by the files' texts."""
    for where, texts in _text_sections(tree):
        for language, text in texts.items():
            if not isinstance(text, str) or "\n" in text or not text.endswith(TEXT_FILE):
                continue
            try:
                texts[language] = text_of(read_regular(folder / text, most=MOST_BYTES))
            except (OSError, NotTextError):
                yield CampaignFault(
                    (*where, language), f"the file {text} cannot be read", "Put it beside the campaign file."
                )


def _text_sections(tree: CommentedMap) -> Iterator[tuple[KeyPath, CommentedMap]]:
    instructions, consent = tree.get("instructions"), tree.get("consent")
    if isinstance(instructions, CommentedMap):
        for kind, texts in instructions.items():
            if isinstance(texts, CommentedMap):
                yield ("instructions", kind), texts
    if isinstance(consent, CommentedMap) and isinstance(consent.get("texts"), CommentedMap):
        yield ("consent", "texts"), consent["texts"]


def _fault(tree: CommentedMap, error: Any) -> CampaignFault:
    where: KeyPath = tuple(part for part in error["loc"] if part != "[key]")
    if error["type"] == "extra_forbidden":
        section = _section(where[:-1])
        return CampaignFault(where, "this key is not known", not_among(str(where[-1]), section.model_fields))
    if error["type"] == "missing":
        return CampaignFault(where, "this key is missing", "Add it.")
    return CampaignFault(
        where, _said(error), "Write another value; `pangea campaign example` explains each key."
    )


def _said(error: Any) -> str:
    value = error["input"]
    shown = (
        "this" if isinstance(value, (dict, list)) else str(value) if isinstance(value, date) else repr(value)
    )
    reason = str(error["msg"]).replace("Input should", "should").removeprefix("Value error, ")
    return f"{shown}: {reason[0].lower()}{reason[1:]}"


def _section(where: KeyPath) -> type[BaseModel]:
    """The model that says which keys may stand under ``where``."""
    model: type[BaseModel] = CampaignDefinition
    for part in where:
        if part in model.model_fields:
            model = _model_in(model.model_fields[str(part)].annotation) or model
    return model


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((model for part in get_args(annotation) if (model := _model_in(part))), None)


def _refuse(path: Path, tree: CommentedMap, faults: list[CampaignFault]) -> None:
    if not faults:
        return
    told = sorted(((_line(tree, fault.where), fault) for fault in faults), key=lambda pair: pair[0])
    lines = [f"{path.name}, line {line}, {_key(fault.where)}: {fault.message}." for line, fault in told]
    found = tuple(FileFault(line, _key(fault.where), fault.message, fault.remedy) for line, fault in told)
    first = told[0][1].remedy
    if len(told) > 1:
        lines = [f"{text} {fault.remedy}" for text, (_, fault) in zip(lines, told, strict=True)]
        first = "Correct these lines; nothing was changed."
    raise CampaignFileError("\n".join(lines), remedy=first, faults=found)


def _key(where: KeyPath) -> str:
    key = ""
    for part in where:
        key += f"[{part}]" if isinstance(part, int) else f".{part}" if key else part
    return key or WHOLE


def _line(tree: CommentedMap, where: KeyPath) -> int:
    """The line of a key, counted from 1; for a missing key, the line of the section where it is missing."""
    line, node = 1, tree
    for part in where:
        if isinstance(node, CommentedMap) and part in node:
            line = node.lc.key(part)[0] + 1
        elif isinstance(node, CommentedSeq) and isinstance(part, int) and part < len(node):
            line = node.lc.item(part)[0] + 1
        else:
            break
        node = node[part]
    return line
