"""Entry from a platform: one account per person, one visit per attempt.

Nothing in an address proves who a person is: platform ids can be invented or copied. So an id belongs to the first
browser that uses it, and other browsers are refused. The use of invented ids is limited by the key in the study's
address, by the study's places, and by the number of new people from one IP address.
"""

from __future__ import annotations

from datetime import timedelta

from pangea_server.collect.platforms.keys import PlatformKeys
from pangea_server.collect.platforms.opening import opening_of
from pangea_server.collect.platforms.protocol import Arrival
from pangea_server.collect.platforms.records import Payee, Study, Visit
from pangea_server.core.errors import EntryClaimedError, StudyClosedError
from pangea_server.core.records import now
from pangea_server.people.access.records import Annotator, Role, Session
from pangea_server.people.access.sessions import new_session
from pangea_server.people.access.tokens import hash_token
from pangea_server.people.audit.log import note
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import RecordStore, Transaction


def enter(
    records: RecordStore, study: Study, arrival: Arrival, session_token: str, lasts: timedelta
) -> Visit:
    """Let a person in; a repeated call changes nothing, as the first answer may have been lost.

    Args:
        session_token: made by the browser; it belongs to that person from now on.

    Raises:
        EntryClaimedError: this person uses another browser, or the attempt belongs to another person.
        StudyClosedError: the study is closed, all its places are taken, or the last of its agreed times is over.
        NotYetOpenError: the next of its agreed times has not begun.
    """
    opening = opening_of(records, study)
    keys = PlatformKeys(records)
    identity = keys.identity(study.platform, arrival.worker_id)
    visit_id = keys.visit_id(study, arrival.assignment_id)
    is_known = records.count(Annotator, {"identity": identity}) > 0
    number = None if is_known else take_numbers(records, "annotators", 1)[0]

    def write(transaction: Transaction) -> Visit:
        known = transaction.find(Annotator, {"identity": identity}, limit=1)
        session = transaction.get(Session, hash_token(session_token))
        visit = transaction.get(Visit, visit_id)
        offered = transaction.get(Study, study.study_id) or study
        person = known[0] if known else None
        _check_claims(person, session, visit)
        if visit:
            return visit
        if person and person.shut_out_at:
            raise StudyClosedError(
                "You cannot take part any more.",
                remedy="Return it on the platform, so that you lose nothing.",
            )
        if offered.closed_at or offered.taken >= offered.places:
            raise StudyClosedError(
                "This study accepts no more people.",
                remedy="Return it on the platform, so that you lose nothing.",
            )
        opening.check()
        if person is None:
            if number is None:  # they withdrew a moment ago
                raise EntryClaimedError(
                    "You have just withdrawn.", remedy="Return the study on the platform."
                )
            person = Annotator(
                annotator_id=number,
                role=Role.ANNOTATOR,
                languages=study.languages,
                identity=identity,
            )
            transaction.create(person)
            transaction.create(new_session(session_token, person.annotator_id, lasts))
            note(
                transaction, None, "enrolled", person.annotator_id, f"{study.platform} study {study.study_id}"
            )
        visit = Visit(
            visit_id=visit_id,
            study_id=study.study_id,
            annotator_id=person.annotator_id,
            submit_to=arrival.submit_to,
        )
        transaction.create(visit)
        transaction.create(_payee(visit, arrival))
        transaction.replace(offered.model_copy(update={"taken": offered.taken + 1}))
        return visit

    return records.transact(write)


def _check_claims(person: Annotator | None, session: Session | None, visit: Visit | None) -> None:
    """Raise EntryClaimedError unless person, browser and attempt belong together, or are all new."""
    owners = {each.annotator_id for each in (session, visit) if each}
    number = person.annotator_id if person else None
    over = session is not None and session.expires_at <= now()
    if owners - {number} or (person and session is None) or over:
        raise EntryClaimedError(
            "This was begun in another browser, or by another person.",
            remedy="Continue in the browser in which you began, or write to the requester on the platform.",
        )


def _payee(visit: Visit, arrival: Arrival) -> Payee:
    return Payee(
        visit_id=visit.visit_id,
        study_id=visit.study_id,
        annotator_id=visit.annotator_id,
        worker_id=arrival.worker_id,
        assignment_id=arrival.assignment_id,
    )
