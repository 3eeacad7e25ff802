"""What is wrong with a form, found when its campaign is created."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, floor

from langcodes import tag_is_valid
from pydantic import JsonValue

from environments.nearest import not_among
from pangea_server.annotate.campaigns.faults import CampaignFault, KeyPath
from pangea_server.annotate.campaigns.form_rules import FormRules, FormTexts
from pangea_server.annotate.forms.questions import (
    LARGEST,
    LONG_TEXT,
    MOST_POINTS,
    SCALE,
    FormQuestion,
    properties,
    questions_of,
    required_in,
)
from pangea_server.core.visible_text import unreadable

KEYWORDS: Mapping[str, frozenset[str]] = {
    "string": frozenset({"enum", "minLength", "maxLength", "format"}),
    "integer": frozenset({"minimum", "maximum", "format"}),
    "number": frozenset({"minimum", "maximum"}),
    "boolean": frozenset(),
    "array": frozenset({"items", "minItems", "maxItems", "uniqueItems"}),
}
"""What a question of each type may say, beside ``type``."""
FORMATS = {"string": LONG_TEXT, "integer": SCALE}
OF_FORM = frozenset({"$schema", "type", "properties", "required", "additionalProperties"})
MOST_QUESTIONS = 50
MOST_OPTIONS = 100
MOST_TEXT = 20_000  # characters of all texts of an answer together


def form_faults(
    forms: Mapping[str, FormRules], kinds: Iterable[str], languages: Sequence[str]
) -> Iterator[CampaignFault]:
    """Every fault of a campaign's forms.

    Args:
        kinds: of tasks that are installed.
        languages: of the campaign.
    """
    known = frozenset(kinds)
    for name, rules in forms.items():
        where: KeyPath = ("forms", name)
        for number, kind in enumerate(rules.kinds):
            if kind not in known:
                yield CampaignFault(
                    (*where, "kinds", number), f"there is no task of kind {kind!r}", not_among(kind, known)
                )
        faults = list(_schema_faults(rules.json_schema, (*where, "json_schema")))
        yield from faults
        if not faults:
            questions = list(questions_of(rules.json_schema))
            yield from _text_faults(rules.texts, questions, (*where, "texts"), languages)


def _schema_faults(schema: Mapping[str, JsonValue], where: KeyPath) -> Iterator[CampaignFault]:
    from jsonschema import Draft202012Validator  # takes longer to load than the rest of a command

    for error in Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(dict(schema)):
        yield CampaignFault(
            (*where, *error.absolute_path), f"not JSON Schema: {error.message[:200]}", "Correct it there."
        )
        return
    yield from _unknown(schema, OF_FORM, where)
    if schema.get("type") != "object":
        yield CampaignFault((*where, "type"), "a form is an object", "Write type: object.")
    if schema.get("additionalProperties", False) is not False:
        yield CampaignFault(
            (*where, "additionalProperties"),
            "answers to questions that the form does not have are never accepted",
            "Remove this key.",
        )
    found = properties(schema)
    if not 1 <= len(found) <= MOST_QUESTIONS:
        yield CampaignFault(
            (*where, "properties"),
            f"the form has {len(found)} questions",
            f"Write 1 to {MOST_QUESTIONS} of them.",
        )
    for number, name in enumerate(required_in(schema)):
        if name not in found:
            yield CampaignFault(
                (*where, "required", number), f"there is no question {name!r}", not_among(name, found)
            )
    for name, each in found.items():
        yield from _question_faults(each, (*where, "properties", name))
    longest = sum(
        question.most or 0 for question in questions_of(schema) if question.input in ("text", "long_text")
    )
    if longest > MOST_TEXT:
        yield CampaignFault(
            (*where, "properties"),
            f"the texts of one answer may have {longest:.0f} characters together",
            f"Write maxLength, so that they have {MOST_TEXT} at most.",
        )


def _question_faults(schema: Mapping[str, JsonValue], where: KeyPath) -> Iterator[CampaignFault]:
    kind = schema.get("type")
    if not isinstance(kind, str) or kind not in KEYWORDS:
        yield CampaignFault(
            (*where, "type"), f"a question is of no type {kind!r}", f"Write one of {', '.join(KEYWORDS)}."
        )
        return
    yield from _unknown(schema, KEYWORDS[kind] | {"type"}, where)
    shown_as = schema.get("format")
    if shown_as is not None and shown_as != FORMATS.get(kind):
        yield CampaignFault(
            (*where, "format"),
            f"a question of type {kind} has no format {shown_as!r}",
            f"Known is {FORMATS.get(kind, 'none')}.",
        )
    yield from _bound_faults(schema, kind, where)
    if kind == "string" and "enum" in schema:
        yield from _option_faults(schema["enum"], (*where, "enum"))
        for key in ("minLength", "maxLength", "format"):
            if key in schema:
                yield CampaignFault((*where, key), "a choice has no length or format", "Remove this key.")
    if kind == "array":
        yield from _choices_faults(schema, where)


def _bound_faults(schema: Mapping[str, JsonValue], kind: str, where: KeyPath) -> Iterator[CampaignFault]:
    for low, high in (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems")):
        least, most = schema.get(low), schema.get(high)
        for key, value in ((low, least), (high, most)):
            if isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
                yield CampaignFault((*where, key), "it is too large", "Write at most 1e15.")
                return
        if isinstance(least, int | float) and isinstance(most, int | float):
            if least > most:
                yield CampaignFault(
                    (*where, low),
                    f"{low} {least} is more than {high} {most}, so no answer fits",
                    "Write the smaller one first.",
                )
            elif kind == "integer" and ceil(least) > floor(most):
                yield CampaignFault(
                    (*where, low), f"no whole number lies from {least} to {most}", "Write wider bounds."
                )
    if schema.get("format") == SCALE and kind == "integer":
        ends = schema.get("minimum"), schema.get("maximum")
        points = int(ends[1] - ends[0]) + 1 if all(isinstance(end, int) for end in ends) else 0  # type: ignore[operator]
        if not 2 <= points <= MOST_POINTS:
            yield CampaignFault(
                (*where, "format"),
                "a scale needs a whole minimum and maximum",
                f"Write both, for 2 to {MOST_POINTS} points.",
            )


def _choices_faults(schema: Mapping[str, JsonValue], where: KeyPath) -> Iterator[CampaignFault]:
    items = schema.get("items")
    if not isinstance(items, dict) or "enum" not in items:
        yield CampaignFault((*where, "items"), "the options are missing", "Write items: {enum: [...]}.")
        return
    yield from _unknown(items, frozenset({"type", "enum"}), (*where, "items"))
    if items.get("type", "string") != "string":
        yield CampaignFault((*where, "items", "type"), "options are texts", "Write type: string.")
    if schema.get("uniqueItems") is not True:
        yield CampaignFault(
            (*where, "uniqueItems"), "an option can be chosen only once", "Write uniqueItems: true."
        )
    yield from _option_faults(items["enum"], (*where, "items", "enum"))
    least = schema.get("minItems")
    if isinstance(least, int) and isinstance(items["enum"], list) and least > len(items["enum"]):
        yield CampaignFault(
            (*where, "minItems"),
            f"{least} options are to be chosen of {len(items['enum'])}, so no answer fits",
            "Ask for fewer.",
        )


def _option_faults(options: JsonValue, where: KeyPath) -> Iterator[CampaignFault]:
    if not isinstance(options, list) or not 1 <= len(options) <= MOST_OPTIONS:
        yield CampaignFault(where, "there is nothing to choose from", f"List 1 to {MOST_OPTIONS} options.")
        return
    for number, option in enumerate(options):
        if not isinstance(option, str) or not 1 <= len(option) <= 100:
            yield CampaignFault(
                (*where, number),
                f"{option!r} is not a text of 1 to 100 characters",
                "Put it into quotation marks.",
            )
        elif fault := unreadable(option):
            yield CampaignFault((*where, number), f"it has {fault}", "Remove it.")
        elif option in options[:number]:
            yield CampaignFault((*where, number), f"{option!r} is listed twice", "Remove one of them.")


def _unknown(
    schema: Mapping[str, JsonValue], known: frozenset[str], where: KeyPath
) -> Iterator[CampaignFault]:
    for key in schema:
        if key not in known:
            yield CampaignFault(
                (*where, key), f"the page cannot show or check {key!r}", not_among(key, known)
            )


def _text_faults(
    texts: Mapping[str, FormTexts],
    questions: Sequence[FormQuestion],
    where: KeyPath,
    languages: Sequence[str],
) -> Iterator[CampaignFault]:
    known = {question.name: question for question in questions}
    spoken = {language.split("-")[0] for language in languages}
    for language, text in texts.items():
        here = (*where, language)
        if not tag_is_valid(language):
            yield CampaignFault(here, f"{language!r} is not a language", "Write a BCP 47 tag, such as hi.")
        elif language.split("-")[0] not in spoken | {"en"}:
            yield CampaignFault(
                here, f"the campaign has no language {language!r}", not_among(language, languages)
            )
        for name in text.questions:
            if name not in known:
                yield CampaignFault(
                    (*here, "questions", name), f"there is no question {name!r}", not_among(name, known)
                )
        for name, question in known.items():
            if name not in text.questions:
                yield CampaignFault(
                    (*here, "questions"), f"the text of the question {name!r} is missing", "Add its title."
                )
                continue
            for option in text.questions[name].options:
                if option not in _options(question):
                    yield CampaignFault(
                        (*here, "questions", name, "options", option),
                        f"the question has no option {option!r}",
                        not_among(option, _options(question)) if _options(question) else "Remove it.",
                    )


def _options(question: FormQuestion) -> tuple[str, ...]:
    return ("true", "false") if question.input == "yes_no" else question.options
