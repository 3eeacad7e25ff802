"""Amounts due, as files that platforms accept.

Sources: Prolific's bulk bonus payment takes a line ``participant_id,amount`` for each person; Mechanical Turk's
``SendBonus`` takes WorkerId, AssignmentId, BonusAmount (US dollars), Reason and a token against paying twice.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TextIO

from environments.errors import ConfigurationError, InvalidDataError
from pangea_server.collect.ledger.accounts import Account
from pangea_server.collect.ledger.entries import grant
from pangea_server.collect.ledger.pay import in_minor, in_units
from pangea_server.collect.ledger.records import LedgerEntry
from pangea_server.collect.platforms.records import Payee, PlatformName, Study, Visit
from pangea_server.core.csv_cells import CsvWriter
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

AMOUNT_AT = {"prolific": 1, "mturk": 2, "mturk-code": 2}  # the column of a payout's amount
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


def enter_paid(
    records: RecordStore, accounts: Iterable[Account], platform: PlatformName, table: TextIO
) -> list[LedgerEntry]:
    """Enter what a file of ``as_csv`` said, once that was paid: exactly that, whatever has become due since.

    Raises:
        InvalidDataError: a row is none of such a file, or says more than is due: it may have been entered before.
            Nothing is entered then.
    """
    due = list(accounts)
    persons = _persons(records, platform)
    rows = [row for row in csv.reader(table) if row and tuple(row) != MTURK_COLUMNS]
    found = [_paid(row, due, persons, platform) for row in rows]
    if len({(account.annotator_id, account.currency) for account, _ in found}) < len(found):
        raise InvalidDataError("Somebody is in the file twice.", remedy="Use the file that was printed.")
    return [
        grant(
            records,
            account.annotator_id,
            "paid",
            -amount,
            account.currency,
            f"bonus on {platform}",
            entry_id=f"paid-{account.annotator_id}-{account.currency}-{account.paid}-{amount}",  # once, if two do it
        )
        for account, amount in found
    ]


def _persons(records: RecordStore, platform: PlatformName) -> dict[str, int]:
    """The people of a platform by their ids there."""
    studies = {study.study_id: study for study in every(records, Study)}
    payees = (payee for payee in every(records, Payee) if studies[payee.study_id].platform == platform)
    return {payee.worker_id: payee.annotator_id for payee in payees}


def _paid(
    row: list[str], due: list[Account], persons: dict[str, int], platform: PlatformName
) -> tuple[Account, int]:
    """Whose account a row is about, and the amount in minor units."""
    worker, text = row[0], row[AMOUNT_AT[platform]] if len(row) > AMOUNT_AT[platform] else ""
    if worker not in persons:
        raise InvalidDataError(
            f"{worker!r} is nobody on {platform}.", remedy="Use the file that `pangea ledger payout` printed."
        )
    for account in due:
        if account.annotator_id == persons[worker] and in_minor(text, account.currency) <= account.due:
            return account, in_minor(text, account.currency)
    raise InvalidDataError(
        f"{text} is more than is due to {worker}; nothing was entered.",
        remedy="Was this file entered before?",
    )
