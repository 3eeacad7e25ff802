"""Whether answers fit their form."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from pangea_server.annotate.forms.questions import LARGEST, MOST_CHARACTERS, properties
from pangea_server.core.errors import SubmissionError
from pangea_server.core.visible_text import is_visible

Answers = dict[str, JsonValue]
LIMITS: Mapping[str, Mapping[str, JsonValue]] = {
    "string": {"maxLength": MOST_CHARACTERS},
    **{kind: {"minimum": -LARGEST, "maximum": LARGEST} for kind in ("number", "integer")},
}


def checked_answers(schema: Mapping[str, JsonValue], answers: Mapping[str, JsonValue]) -> Answers:
    """The answers that were given: texts without the white space around them, and without empty ones.

    Raises:
        SubmissionError: they do not fit; it names the first question and what it asks for.
    """
    given = {name: value.strip() if isinstance(value, str) else value for name, value in answers.items()}
    kept: Answers = {
        name: value for name, value in given.items() if value is not None and _says_something(value)
    }
    from jsonschema import Draft202012Validator  # takes longer to load than the rest of a command

    for error in Draft202012Validator(_closed(schema)).iter_errors(kept):
        name = str(error.absolute_path[0]) if error.absolute_path else ""
        said = f"The answer to {name!r} does not fit" if name else "The form is not complete"
        raise SubmissionError(f"{said}: {error.message[:200]}.", remedy="Correct it, then send it again.")
    return kept


def _says_something(value: JsonValue) -> bool:
    return is_visible(value) if isinstance(value, str) else True


def _closed(schema: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The schema with a limit for each text and number, and without room for answers to questions that it lacks."""
    limited: dict[str, JsonValue] = {
        name: {**LIMITS.get(str(each.get("type")), {}), **each} for name, each in properties(schema).items()
    }
    return {**schema, "properties": limited, "additionalProperties": False}
