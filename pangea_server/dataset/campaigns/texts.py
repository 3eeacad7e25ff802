"""A campaign's definition as the text of a campaign file."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import LiteralScalarString

from pangea_server.annotate.campaigns.records import CampaignDefinition

WIDTH = 110


def plain(definition: CampaignDefinition) -> dict[str, Any]:
    """What a file has to say for this definition: everything that is not a default."""
    found: dict[str, Any] = definition.model_dump(mode="json", exclude_defaults=True)
    for form in found.get("forms", {}).values():
        form["json_schema"] = json.loads(form["json_schema"])  # stored as text
    return found


def file_text(definition: CampaignDefinition) -> str:
    """The file of a definition, in YAML; comments of the file that it came from are not kept."""
    writer = YAML()
    writer.width = WIDTH
    writer.indent(mapping=2, sequence=4, offset=2)
    written = StringIO()
    writer.dump(_in_blocks(plain(definition)), written)
    return written.getvalue()


def _in_blocks(value: Any) -> Any:
    """The same value, with texts of several lines written as blocks."""
    if isinstance(value, dict):
        return {key: _in_blocks(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_in_blocks(each) for each in value]
    if isinstance(value, str) and "\n" in value:
        return LiteralScalarString(value)
    return value
