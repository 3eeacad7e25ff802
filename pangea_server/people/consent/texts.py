"""Consent: the campaign's text, and who agreed to which version of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from environments.errors import InvalidDataError
from pangea_server.core.errors import ConsentError, StoreConflictError
from pangea_server.core.formatted import formatted, too_much
from pangea_server.core.records import padded
from pangea_server.core.visible_text import unreadable
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.people.consent.partner import names_partner, with_partner
from pangea_server.people.consent.records import ConsentReceipt, ConsentText
from pangea_server.people.consent.wire import ConsentView
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction, found


def publish(
    records: RecordStore, texts: Mapping[str, str], retention_days: int | None, actor: Annotator | None = None
) -> ConsentText:
    """Ask everyone to agree to ``texts`` (Markdown by language) from now on; repeating it changes nothing.

    Once a text names the partner, all later ones do.

    Raises:
        InvalidDataError: a page cannot show one of them.
    """
    for language, each in texts.items():
        if fault := too_much(each):
            raise InvalidDataError(f"The text in {language}: {fault}.", remedy="Write it plainer.")
        if fault := unreadable(each):
            raise InvalidDataError(f"The text in {language} has {fault}.", remedy="Remove it.")
    newest = newest_text(records)
    if newest and names_partner(newest.texts):
        texts = with_partner(texts)
    if newest and newest.texts == texts and newest.retention_days == retention_days:
        return newest
    version = take_numbers(records, "consents", 1)[0]
    text = ConsentText(version=version, texts=dict(texts), retention_days=retention_days)

    def write(transaction: Transaction) -> None:
        transaction.create(text)
        note(transaction, actor.annotator_id if actor else None, "consent text", None, f"v{version}")

    records.transact(write)
    return text


def name_partner(records: RecordStore, actor: Annotator | None = None) -> None:
    """Let the text in force say that a partner hears people live and that both voices are recorded: a new version, to
    which everyone is asked to agree. Nothing changes where it says so, or where there is none."""
    newest = newest_text(records)
    if newest:
        publish(records, with_partner(newest.texts), newest.retention_days, actor)


def newest_text(records: RecordStore) -> ConsentText | None:
    """The consent text in force; None when there is none."""
    found = records.find(ConsentText, limit=1, descending=True)
    return found[0] if found else None


def in_language(texts: Mapping[str, object], language: str | None) -> str:
    """The language of the text to show: the requested one, a similar one, or the first."""
    wanted = (language or "").split("-")[0]
    exact = [known for known in texts if known == language]
    alike = [known for known in texts if known.split("-")[0] == wanted]
    return (exact + alike + list(texts))[0]


def agree(records: RecordStore, person: Annotator, version: int, language: str) -> ConsentReceipt:
    """Store that this person agreed; agreeing again changes nothing.

    Raises:
        ConsentError: another version is in force, or there is no text in this language.
    """
    text = newest_text(records)
    if text is None or text.version != version or language not in text.texts:
        raise ConsentError(
            f"Version {version} of the consent text in {language} is not the one in force.",
            remedy="Reload the page, and read the newer text.",
        )
    receipt = ConsentReceipt(
        annotator_id=person.annotator_id,
        version=version,
        language=language,
        sha256=hashlib.sha256(text.texts[language].encode()).hexdigest(),
    )
    try:
        records.create(receipt)
    except StoreConflictError:
        return records.get(ConsentReceipt, receipt.record_id)
    return receipt


def has_agreed(records: RecordStore, person: Annotator) -> bool | None:
    """Whether this person agreed to the text in force; None when there is none."""
    text = newest_text(records)
    return None if text is None else _receipt(records, person, text) is not None


def consent_view(records: RecordStore, person: Annotator, language: str | None) -> ConsentView | None:
    """The text in force as this person reads it; None when there is none."""
    text = newest_text(records)
    if text is None:
        return None
    shown = in_language(text.texts, language or next(iter(person.languages), None))
    receipt = _receipt(records, person, text)
    return ConsentView(
        version=text.version,
        language=shown,
        body=formatted(text.texts[shown]),
        retention_days=text.retention_days,
        agreed_at=receipt.agreed_at if receipt else None,
    )


def check_consent(records: RecordStore, person: Annotator) -> None:
    """Raise ConsentError if this person has not agreed."""
    if has_agreed(records, person) is False:
        raise ConsentError(
            "Nothing is recorded before you have agreed to the consent text.",
            remedy="Reload the page; it will show you the text.",
        )


def _receipt(records: RecordStore, person: Annotator, text: ConsentText) -> ConsentReceipt | None:
    return found(records, ConsentReceipt, f"{padded(person.annotator_id)}-{padded(text.version)}")
