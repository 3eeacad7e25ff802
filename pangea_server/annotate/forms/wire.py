"""A form as its page shows it."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import FiniteFloat

from pangea_server.annotate.campaigns.form_rules import FormRules, QuestionTexts
from pangea_server.annotate.forms.questions import FormQuestion, Input, questions_of, version_of
from pangea_server.core.wire import Wire


class OptionView(Wire):
    """A value that can be chosen, and what people read in its place; empty: the page's own word, such as yes."""

    value: str
    label: str


class QuestionView(Wire):
    """A question. ``least`` and ``most`` are of a number, of a text's length, or of how many options are chosen."""

    name: str
    input: Input
    required: bool
    title: str
    description: str
    options: tuple[OptionView, ...]
    least: FiniteFloat | None
    most: FiniteFloat | None
    low: str
    high: str


class FormView(Wire):
    """A form in the ``language`` of its texts; ``version`` is sent back with the answers."""

    name: str
    version: str
    language: str
    title: str
    introduction: str
    questions: tuple[QuestionView, ...]

    @classmethod
    def of(cls, name: str, rules: FormRules, language: str) -> FormView:
        """The form in one of the languages of its texts."""
        texts = rules.texts[language]
        return cls(
            name=name,
            version=version_of(rules),
            language=language,
            title=texts.title,
            introduction=texts.introduction,
            questions=tuple(
                _view(question, texts.questions[question.name])
                for question in questions_of(rules.json_schema)
            ),
        )


def _view(question: FormQuestion, texts: QuestionTexts) -> QuestionView:
    return QuestionView(
        name=question.name,
        input=question.input,
        required=question.required,
        title=texts.title,
        description=texts.description,
        options=tuple(_options(question, texts)),
        least=question.least,
        most=question.most,
        low=texts.low,
        high=texts.high,
    )


def _options(question: FormQuestion, texts: QuestionTexts) -> Iterator[OptionView]:
    if question.input == "yes_no":
        yield from (OptionView(value=each, label=texts.options.get(each, "")) for each in ("true", "false"))
    yield from (OptionView(value=each, label=texts.options.get(each, each)) for each in question.options)
