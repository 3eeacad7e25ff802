"""Questionnaires of a campaign: the section ``forms`` of its file."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, PlainSerializer

from pangea_server.core.visible_text import Readable

FormName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
Text = Annotated[str, Field(max_length=1000), Readable]
JsonSchema = Annotated[
    dict[str, JsonValue],
    BeforeValidator(lambda value: json.loads(value) if isinstance(value, str) else value),
    PlainSerializer(json.dumps),
]
"""Stored as text, since Firestore does not keep the order of keys, which is the order of the questions."""
Occasion = Literal["entry", "after_task", "after_session"]


class QuestionTexts(BaseModel):
    """What people read of one question.

    Attributes:
        low, high: what the ends of a scale mean.
        options: what people read in place of each value that they can choose.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: Text
    description: Text = ""
    low: Text = ""
    high: Text = ""
    options: dict[str, Text] = Field(default={}, max_length=100)


class FormTexts(BaseModel):
    """What people read of a form, in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    title: Text
    introduction: Text = ""
    questions: dict[str, QuestionTexts] = Field(max_length=50)


class FormRules(BaseModel):
    """A form, and when people are asked to fill it in.

    Attributes:
        asked: before the first task, after each task, or after each ``tasks`` tasks; None: never by itself, such as
            a form of a judgement.
        kinds: the kinds of task after which it is asked; empty means all.
        tasks: the number of tasks in a session.
        json_schema: JSON Schema 2020-12 of an answer: an object with a property for each question.
        texts: by language.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    asked: Occasion | None = None
    kinds: tuple[str, ...] = ()
    tasks: Annotated[int, Field(strict=True, ge=1, le=1000)] = 10
    json_schema: JsonSchema
    texts: Annotated[dict[str, FormTexts], Field(min_length=1, max_length=50)]
