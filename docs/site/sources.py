"""What the reference is generated from. Whoever moves one of these changes its one line here."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic_settings import BaseSettings
from typer.core import TyperGroup
from typer.main import get_command

from environments.plugins import ExtensionPoint

COMMAND_LINE = "pangea_server.app.command_line:app"
SETTINGS = "pangea_server.core.settings:Settings"
HTTP = "pangea_server.app.api:build_api"
FORMATS = "pangea_server.dataset.formats:FORMATS"
READABLE = "pangea_server.dataset.entries.protocol:Readable"
STORES = "pangea_server.stores.protocol"
KINDS = "pangea_server.annotate.kinds"
EXTENSION_POINTS: Mapping[str, tuple[str, ...]] = {
    "environments.plugins:ENVIRONMENTS": ("environments.protocol:Environment",),
    "align.pipeline:ENGINES": ("align.engines.protocol:ForcedAligner",),
    "align.recognisers.registry:RECOGNISERS": ("align.recognisers.protocol:Recognizer",),
    "align.reference.label_matching:LABEL_MATCHERS": ("align.reference.label_matching:LabelMatcher",),
    "pangea_server.stores.opening:STORES": tuple(
        f"{STORES}:{name}" for name in ("Store", "RecordStore", "RecordReader", "Transaction", "BlobStore")
    ),
    FORMATS: ("pangea_server.dataset.entries.protocol:Format", READABLE),
    "environments.segmenting.protocol:SEGMENTERS": ("environments.segmenting.protocol:Segmenter",),
    "pangea_server.annotate.landmarks.proposing.protocol:MENTIONS": (
        "pangea_server.annotate.landmarks.proposing.protocol:Proposer",
    ),
    "pangea_server.quality.flags:FLAGS": ("pangea_server.quality.flags.protocol:Flag",),
    f"{KINDS}.kinds:KINDS": (f"{KINDS}.protocol:TaskType", f"{KINDS}.protocol:PlannedTask"),
}
"""Each extension point, and the Protocols that an extension of it fits."""


def load(target: str) -> Any:
    """The object that ``module:name`` stands for."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def command_line() -> TyperGroup:
    group = get_command(load(COMMAND_LINE))
    assert isinstance(group, TyperGroup)
    return group


def settings() -> type[BaseSettings]:
    found: type[BaseSettings] = load(SETTINGS)
    return found


def openapi() -> dict[str, Any]:
    document: dict[str, Any] = load(HTTP)().openapi()
    return document


def point(target: str) -> ExtensionPoint:
    found: ExtensionPoint = load(target)
    return found


def docstring(target: str) -> str:
    """Of a class that may need packages which are not installed: its source is read, and not run."""
    module, _, name = target.partition(":")
    spec = find_spec(module)
    assert spec
    assert spec.origin
    body = ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body
    [found] = [each for each in body if isinstance(each, ast.ClassDef) and each.name == name]
    return ast.get_docstring(found) or ""


def built_in(point: ExtensionPoint) -> dict[str, Any]:
    """The classes that come with PanGEA for one extension point, by name."""
    return {name: point.load(name) for name in sorted(point.builtin)}
