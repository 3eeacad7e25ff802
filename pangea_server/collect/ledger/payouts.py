"""Amounts due, as files that platforms accept.

Sources: Prolific's bulk bonus payment takes a line ``participant_id,amount`` for each person; Mechanical Turk's
``SendBonus`` takes WorkerId, AssignmentId, BonusAmount (US dollars), Reason and a token against paying twice.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from environments.errors import ConfigurationError
from pangea_server.collect.ledger.accounts import Account
from pangea_server.collect.ledger.pay import in_units
from pangea_server.collect.platforms.records import Payee, PlatformName, Study, Visit
from pangea_server.core.csv_cells import CsvWriter
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

MTURK_COLUMNS = ("WorkerId", "AssignmentId", "BonusAmount", "Reason", "UniqueRequestToken")


@dataclass(frozen=True, slots=True)
class Payout:
    """What a platform has to pay to one of its people."""

    account: Account
    payee: Payee


def payouts(records: RecordStore, accounts: Iterable[Account], platform: PlatformName) -> Iterator[Payout]:
    """The payouts of everyone from this platform who has an amount due, each on their latest visit."""
    studies = {study.study_id: study for study in every(records, Study)}
    for account in accounts:
        if account.due <= 0:
            continue
        mine = [
            payee
            for payee in every(records, Payee, {"annotator_id": account.annotator_id})
            if studies[payee.study_id].platform == platform
        ]
        if mine:
            latest = max(mine, key=lambda payee: records.get(Visit, payee.visit_id).began_at)
            yield Payout(account, latest)


def as_csv(found: Iterable[Payout], platform: PlatformName) -> str:
    """The file in the platform's format.

    Raises:
        ConfigurationError: Mechanical Turk pays in US dollars only.
    """
    text = io.StringIO()
    writer = CsvWriter(text, "\n")
    if platform == "prolific":
        for each in found:
            writer.write((each.payee.worker_id, in_units(each.account.due, each.account.currency)))
        return text.getvalue()
    writer.write(MTURK_COLUMNS)
    for each in found:
        account, payee = each.account, each.payee
        if account.currency != "USD":
            raise ConfigurationError(
                f"Mechanical Turk pays in USD, but {account.currency} is due to person {account.annotator_id}.",
                remedy="Write the campaign's pay in USD.",
            )
        token = (
            f"pangea-{account.annotator_id}-{account.paid}-{account.due}"  # a new token after each payment
        )
        bonus = in_units(account.due, account.currency)
        writer.write((payee.worker_id, payee.assignment_id, bonus, "For your work", token))
    return text.getvalue()
