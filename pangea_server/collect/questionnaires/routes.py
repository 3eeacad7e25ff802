"""Questionnaires: what a person is asked, and for staff what people answered."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import Query, Request
from fastapi.responses import Response

from pangea_server.annotate.forms.wire import FormView
from pangea_server.collect.questionnaires.answers import keep_answers
from pangea_server.collect.questionnaires.due_forms import forms_due
from pangea_server.collect.questionnaires.records import FormAnswer
from pangea_server.collect.questionnaires.summary import answers_of, summaries, write_csv
from pangea_server.collect.questionnaires.wire import (
    AskedFormView,
    FormAnswers,
    FormReceipt,
    FormSummary,
)
from pangea_server.core.csv_cells import CsvWriter
from pangea_server.http.csv_tables import ALSO_CSV, MEDIA_TYPE, wants_csv
from pangea_server.http.edge.bodies import KIB, body_at_most
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person
from pangea_server.people.consent.texts import check_consent, in_language

router = GuardedRouter(tags=["forms"])
Name = Annotated[str | None, Query(max_length=60)]
Language = Annotated[str | None, Query(max_length=35)]


@router.get("/me/forms")
def read_my_forms(
    services: TheServices, person: Person, beginning: Name = None, language: Language = None
) -> tuple[AskedFormView, ...]:
    """The forms that this person is asked to fill in now, in this language or the nearest.

    ``beginning`` is the campaign that asks for a form before the person gets a task of it.
    """
    wanted = language or next(iter(person.languages), None)
    return tuple(
        AskedFormView(
            campaign_id=asked.campaign_id,
            occasion=asked.due.occasion,
            form=FormView.of(asked.due.form, asked.rules, in_language(asked.rules.texts, wanted)),
        )
        for asked in forms_due(services.store.records, person, beginning)
    )


@router.put("/me/forms/{campaign_id}/{form}")
@body_at_most(320 * KIB)
def answer_form(
    services: TheServices, person: Person, campaign_id: str, form: str, sent: FormAnswers
) -> FormReceipt:
    """Answer a form; a repeated call gets the same receipt, and other answers are refused."""
    check_consent(services.store.records, person)
    kept = keep_answers(services.store.records, person, campaign_id, form, sent)
    return FormReceipt(form=kept.form, occasion=kept.occasion, answered_at=kept.answered_at)


@router.get("/forms")
def list_forms(services: TheServices, campaign: Name = None) -> tuple[FormSummary, ...]:
    """How people answered each question, form by form."""
    return tuple(summaries(services.store.records, campaign))


@router.get("/forms/answers", responses=ALSO_CSV)
def list_form_answers(
    services: TheServices, request: Request, campaign: Name = None, form: Name = None
) -> tuple[FormAnswer, ...]:
    """The answers one by one, in JSON or as CSV."""
    records = services.store.records
    found = answers_of(records, campaign, form)
    if not wants_csv(request):
        return tuple(found)
    text = io.StringIO()
    write_csv(records, list(found), CsvWriter(text))
    headers = {"Content-Disposition": 'attachment; filename="form-answers.csv"'}
    return Response(text.getvalue(), media_type=MEDIA_TYPE, headers=headers)  # type: ignore[return-value]
