"""What the reference is generated from. Whoever moves one of these changes its one line here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from pydantic_settings import BaseSettings
from typer.core import TyperGroup
from typer.main import get_command

from docs.site.pages import ROOT
from environments.plugins import load_plugin

COMMAND_LINE = "pangea_server.cli:app"
COMMAND_LINE_MODULE = COMMAND_LINE.partition(":")[0]
SETTINGS = "pangea_server.settings:Settings"
HTTP = "pangea_server.api:build_api"
PROTOCOLS: Mapping[str, tuple[str, ...]] = {
    "pangea.environments": ("environments.protocol:Environment",),
    "pangea.engines": ("align.engines.protocol:ForcedAligner", "align.engines.protocol:Recognizer"),
    "pangea.stores": (
        "pangea_server.stores.protocol:Store",
        "pangea_server.stores.protocol:RecordStore",
        "pangea_server.stores.protocol:RecordReader",
        "pangea_server.stores.protocol:Transaction",
        "pangea_server.stores.protocol:BlobStore",
    ),
    "pangea.formats": ("pangea_server.exports.protocol:Format", "pangea_server.exports.protocol:Readable"),
    "pangea.flags": ("pangea_server.flags.protocol:Flag",),
    "pangea.tasks": ("pangea_server.tasks.protocol:TaskType", "pangea_server.tasks.protocol:PlannedTask"),
}
"""The Protocols that an extension of each group fits."""


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


def built_in(group: str) -> dict[str, Any]:
    """The classes that come with PanGEA for one entry-point group, by name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {name: load_plugin(group, name) for name in sorted(project["entry-points"][group])}
