"""The questions of a form, read out of its JSON Schema.

Only a part of JSON Schema 2020-12 is accepted, so that every accepted keyword is shown on the page and checked on the
server, and no answer can take long to check: there are no patterns, references or nested objects.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import JsonValue

from pangea_server.annotate.campaigns.form_rules import FormRules
from pangea_server.core.records import Record

Input = Literal["text", "long_text", "number", "integer", "yes_no", "choice", "choices", "scale"]
MOST_CHARACTERS = 1000
"""Longest text that a person can answer where ``maxLength`` is not given."""
LARGEST = 1e15
MOST_POINTS = 11  # of a scale
"""Number that a person can answer, and that a bound may be: whole ones up to here are exact in every program."""
LONG_TEXT, SCALE = "multiline", "likert"


@dataclass(frozen=True, slots=True)
class FormQuestion:
    """One question.

    Attributes:
        options: values that can be chosen: of a choice, or the points of a scale.
        least, most: of a number; of the length of a text; of how many options are chosen.
    """

    name: str
    input: Input
    required: bool
    options: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None


class FormVersion(Record):
    """A form as people saw it, so that older answers stay readable after a campaign file has changed it."""

    collection: ClassVar[str] = "form_versions"
    version: str
    form: str
    rules: FormRules

    @property
    def record_id(self) -> str:
        return self.version


def version_of(rules: FormRules) -> str:
    """The SHA-256 of a form's questions and texts. When it is asked does not matter."""
    texts = {language: each.model_dump() for language, each in rules.texts.items()}
    shown = {"json_schema": rules.json_schema, "texts": texts}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def properties(schema: Mapping[str, JsonValue]) -> Mapping[str, Mapping[str, JsonValue]]:
    """The part of the schema for each question; empty where there is none."""
    found = schema.get("properties")
    return (
        {name: each for name, each in found.items() if isinstance(each, dict)}
        if isinstance(found, dict)
        else {}
    )


def required_in(schema: Mapping[str, JsonValue]) -> Sequence[str]:
    """The names of the questions that must be answered."""
    names = schema.get("required")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def questions_of(schema: Mapping[str, JsonValue]) -> Iterator[FormQuestion]:
    """The questions of a schema without faults, in the order of the file."""
    required = frozenset(required_in(schema))
    for name, each in properties(schema).items():
        yield _question(name, each, name in required)


def _question(name: str, schema: Mapping[str, JsonValue], required: bool) -> FormQuestion:
    kind = schema.get("type")
    if kind == "boolean":
        return FormQuestion(name, "yes_no", required)
    if kind == "array":
        items = schema.get("items")
        options = _texts(items.get("enum")) if isinstance(items, dict) else ()
        return FormQuestion(
            name, "choices", required, options, _number(schema, "minItems"), _number(schema, "maxItems")
        )
    least, most = _number(schema, "minimum"), _number(schema, "maximum")
    if kind == "integer" and schema.get("format") == SCALE and least is not None and most is not None:
        last = min(int(most), int(least) + MOST_POINTS)  # one more than there may be, so that this is seen
        points = tuple(str(point) for point in range(int(least), last + 1))
        return FormQuestion(name, "scale", required, points, least, most)
    if kind in ("integer", "number"):
        least, most = (-LARGEST if least is None else least), (LARGEST if most is None else most)
        return FormQuestion(name, "integer" if kind == "integer" else "number", required, (), least, most)
    if "enum" in schema:
        return FormQuestion(name, "choice", required, _texts(schema["enum"]))
    return FormQuestion(
        name,
        "long_text" if schema.get("format") == LONG_TEXT else "text",
        required,
        (),
        _number(schema, "minLength"),
        _number(schema, "maxLength") or MOST_CHARACTERS,
    )


def _texts(values: JsonValue) -> tuple[str, ...]:
    return tuple(str(value) for value in values) if isinstance(values, list) else ()


def _number(schema: Mapping[str, JsonValue], key: str) -> float | None:
    value = schema.get(key)
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return float(max(-2 * LARGEST, min(value, 2 * LARGEST)))  # a larger one is a fault of the form
