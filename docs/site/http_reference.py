"""The HTTP interface as a page, from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def http_page(document: dict[str, Any]) -> Iterator[str]:
    """One section for each call, and one table for each body that a call takes or answers."""
    yield "# HTTP interface\n"
    yield "The server itself shows this as `/openapi.json`. Most calls want a session's token:\n"
    yield "`Authorization: Bearer TOKEN`. Every error is an `application/problem+json` (see `Problem` below).\n"
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield f"## {method.upper()} {_escaped(path)}\n"
            yield from _operation(operation)
    yield "## Bodies\n"
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield f"({_label(name)})=\n### {name}\n"
        yield from _schema(schema)


def _operation(operation: dict[str, Any]) -> Iterator[str]:
    said = operation.get("description") or operation.get("summary", "")
    yield said.replace("``", "`").replace("<", "\\<") + "\n"
    rows = [
        f"| `{each['name']}` | {each['in']}{'' if each.get('required') else ', optional'} | {_kind(each['schema'])} |"
        for each in operation.get("parameters", ())
    ]
    if rows:
        yield "\n".join(["| parameter | where | type |", "| --- | --- | --- |", *rows, ""])
    for kind, body in operation.get("requestBody", {}).get("content", {}).items():
        yield f"Takes {_kind(body.get('schema', {}))} as `{kind}`.\n"
    for status, answer in operation["responses"].items():
        if status != "default" and status != "422":
            bodies = [
                f"{_kind(each.get('schema', {}))} as `{kind}`"
                for kind, each in answer.get("content", {}).items()
            ]
            yield f"- **{status}** {' or '.join(bodies) or 'nothing'}"
    yield ""


def _schema(schema: dict[str, Any]) -> Iterator[str]:
    if text := schema.get("description"):
        yield text.replace("``", "`").replace("<", "\\<") + "\n"
    if values := schema.get("enum"):
        yield "One of " + ", ".join(f"`{value}`" for value in values) + ".\n"
    required = schema.get("required", ())
    rows = [
        f"| `{name}` | {_kind(each)}{'' if name in required else ', optional'} | {_text(each)} |"
        for name, each in schema.get("properties", {}).items()
    ]
    if rows:
        yield "\n".join(["| field | type | meaning |", "| --- | --- | --- |", *rows, ""])


def _kind(schema: dict[str, Any]) -> str:
    if reference := schema.get("$ref"):
        name = reference.rpartition("/")[2]
        return f"[{name}](#{_label(name)})"
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(_kind(each) for each in schema[several])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "anything")


def _text(schema: dict[str, Any]) -> str:
    text = str(schema.get("description", ""))
    return text.replace("|", "\\|").replace("\n", " ").replace("``", "`").replace("<", "\\<")


def _label(name: str) -> str:
    return f"body-{name.lower().replace('_', '-')}"


def _escaped(path: str) -> str:
    return path.replace("_", "\\_")
