"""Questionnaires, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field, FiniteFloat, JsonValue

from pangea_server.annotate.forms.questions import Input
from pangea_server.annotate.forms.wire import FormView
from pangea_server.core.wire import Sha256, Wire


class AskedFormView(Wire):
    """A form that this person is asked to fill in; ``occasion`` is sent back with the answers."""

    campaign_id: str
    occasion: str
    form: FormView


class FormAnswers(Wire):
    """Answers by question; a question without an answer is left out."""

    occasion: Annotated[str, Field(max_length=100)]
    version: Sha256
    language: Annotated[str, Field(max_length=35)]
    answers: Annotated[dict[Annotated[str, Field(max_length=100)], JsonValue], Field(max_length=50)]


class FormReceipt(Wire):
    """The answers are stored."""

    form: str
    occasion: str
    answered_at: datetime


class ValueCount(Wire):
    """How many people gave an answer."""

    value: str
    label: str
    count: int


class QuestionSummary(Wire):
    """What people answered to one question.

    ``counts`` has every value that can be chosen, also those that nobody chose; null where answers are not chosen.
    ``mean`` and ``median`` are of numbers and scales. Texts are only in the list of answers.
    """

    name: str
    title: str
    input: Input
    answered: int
    counts: tuple[ValueCount, ...] | None
    mean: FiniteFloat | None
    median: FiniteFloat | None
    least: FiniteFloat | None
    most: FiniteFloat | None


class FormSummary(Wire):
    """What people answered to one version of a form."""

    campaign_id: str
    form: str
    version: str
    title: str
    is_current: bool
    answers: int
    people: int
    newest: datetime | None
    questions: tuple[QuestionSummary, ...]
