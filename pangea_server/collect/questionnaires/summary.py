"""What people answered: the distribution of each question, and the answers one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import fmean, median

from pydantic import JsonValue

from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.forms.questions import FormVersion, version_of
from pangea_server.annotate.forms.wire import FormView, QuestionView
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.collect.questionnaires.wire import (
    FormSummary,
    QuestionSummary,
    ValueCount,
)
from pangea_server.core.csv_cells import CsvWriter
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader, RecordStore


def answers_of(
    records: RecordReader, campaign_id: str | None = None, form: str | None = None
) -> Iterator[FormAnswer]:
    """The stored answers of a campaign (None: of all) to a form (None: to all)."""
    in_campaign = campaign_id and every(records, FormAnswer, {"campaign_id": campaign_id})
    found = in_campaign or every(records, FormAnswer)
    for answer in found:
        if form in (None, answer.form):
            yield answer


def summaries(records: RecordStore, campaign_id: str | None = None) -> Iterator[FormSummary]:
    """A summary for each form that people are asked or were asked to fill in, version by version, newest first."""
    grouped: dict[tuple[str, str, str], list[FormAnswer]] = defaultdict(list)
    for answer in answers_of(records, campaign_id):
        grouped[answer.campaign_id, answer.form, answer.version].append(answer)
    current = {}
    for campaign in every(records, Campaign):
        if campaign_id in (None, campaign.campaign_id):
            for name, rules in campaign.definition.forms.items():
                if rules.asked:
                    current[campaign.campaign_id, name, version_of(rules)] = rules
    for key in sorted({*grouped, *current}, key=lambda key: (key[:2], key not in current)):
        answers = grouped.get(key, [])
        rules = current.get(key) or records.get(FormVersion, key[2]).rules
        view = FormView.of(key[1], rules, next(iter(rules.texts)))
        yield FormSummary(
            campaign_id=key[0],
            form=key[1],
            version=key[2],
            title=view.title,
            is_current=key in current,
            answers=len(answers),
            people=len({answer.annotator_id for answer in answers}),
            newest=max((answer.answered_at for answer in answers), default=None),
            questions=tuple(_question(question, answers) for question in view.questions),
        )


def write_csv(records: RecordStore, answers: Sequence[FormAnswer], writer: CsvWriter) -> None:
    """A table with a line for each answer and a column for each question of any version; several chosen options are
    separated by "; "."""
    names = list(dict.fromkeys(name for answer in answers for name in _names(records, answer)))
    fixed = [name for name in FormAnswer.model_fields if name != "answers"]
    writer.write([*fixed, *(f"answers.{name}" for name in names)])
    for answer in answers:
        plain = answer.model_dump(mode="json")
        writer.write([*(plain[name] for name in fixed), *(_cell(answer.answers.get(name)) for name in names)])


def _names(records: RecordStore, answer: FormAnswer) -> Sequence[str]:
    try:
        rules = records.get(FormVersion, answer.version).rules
    except RecordNotFoundError:
        return list(answer.answers)
    return [question.name for question in FormView.of(answer.form, rules, next(iter(rules.texts))).questions]


def _cell(value: JsonValue) -> object:
    if isinstance(value, list):
        return "; ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else value


def _question(question: QuestionView, answers: Sequence[FormAnswer]) -> QuestionSummary:
    given = [each.answers[question.name] for each in answers if question.name in each.answers]
    numbers = [float(each) for each in given if isinstance(each, int | float) and not isinstance(each, bool)]
    return QuestionSummary(
        name=question.name,
        title=question.title,
        input=question.input,
        answered=len(given),
        counts=_counts(question, given) if question.options else None,
        mean=fmean(numbers) if numbers else None,
        median=median(numbers) if numbers else None,
        least=min(numbers, default=None),
        most=max(numbers, default=None),
    )


def _counts(question: QuestionView, given: Sequence[JsonValue]) -> tuple[ValueCount, ...]:
    chosen: Counter[str] = Counter()
    for value in given:
        chosen.update([str(_cell(each)) for each in (value if isinstance(value, list) else [value])])
    return tuple(
        ValueCount(value=option.value, label=option.label or option.value, count=chosen[option.value])
        for option in question.options
    )
