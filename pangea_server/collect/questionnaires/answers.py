"""Keeping what a person answered."""

from __future__ import annotations

from pydantic import JsonValue

from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.forms.answers import checked_answers
from pangea_server.annotate.forms.questions import FormVersion, version_of
from pangea_server.collect.questionnaires.due_forms import AskedForm, due_in
from pangea_server.collect.questionnaires.records import FormAnswer, answer_id
from pangea_server.collect.questionnaires.wire import FormAnswers
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore, Transaction, found


def keep_answers(
    records: RecordStore, person: Annotator, campaign_id: str, form: str, sent: FormAnswers
) -> FormAnswer:
    """Store the answers; sending the same ones again changes nothing.

    Raises:
        RecordNotFoundError: nobody asked this person to fill in this form on this occasion.
        StoreConflictError: other answers are stored, which stay; or the form was changed since its page was opened.
        SubmissionError: the answers do not fit the form.
    """
    stored = _stored(records, answer_id(person.annotator_id, campaign_id, form, sent.occasion))
    if stored:
        shown = records.get(FormVersion, stored.version).rules
        return _the_same(stored, checked_answers(shown.json_schema, sent.answers))
    rules = _asked(records, person, campaign_id, form, sent.occasion).rules
    if sent.version != version_of(rules):
        raise StoreConflictError(
            "The form was changed meanwhile.", remedy="Reload the page to see the newer one."
        )
    answer = FormAnswer(
        annotator_id=person.annotator_id,
        campaign_id=campaign_id,
        form=form,
        occasion=sent.occasion,
        version=sent.version,
        language=sent.language if sent.language in rules.texts else next(iter(rules.texts)),
        answers=checked_answers(rules.json_schema, sent.answers),
    )
    seen = FormVersion(version=sent.version, form=form, rules=rules)

    def write(transaction: Transaction) -> FormAnswer:
        earlier = transaction.get(FormAnswer, answer.record_id)
        known = transaction.get(FormVersion, seen.record_id)
        if earlier:
            return earlier
        if known is None:
            transaction.create(seen)
        transaction.create(answer)
        return answer

    return _the_same(records.transact(write), answer.answers)


def _stored(records: RecordStore, record_id: str) -> FormAnswer | None:
    return found(records, FormAnswer, record_id)


def _asked(records: RecordStore, person: Annotator, campaign_id: str, form: str, occasion: str) -> AskedForm:
    for asked in due_in(records, person, records.get(Campaign, campaign_id)):
        if (asked.due.form, asked.due.occasion) == (form, occasion):
            return asked
    raise RecordNotFoundError(f"Nobody asked you to fill in the form {form} now.", remedy="Reload the page.")


def _the_same(stored: FormAnswer, answers: dict[str, JsonValue]) -> FormAnswer:
    if stored.answers != answers:
        raise StoreConflictError(
            f"Other answers to the form {stored.form} are stored; they stay.", remedy="Go on with your work."
        )
    return stored
