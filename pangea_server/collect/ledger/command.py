"""``pangea ledger``: active time and pay."""

from __future__ import annotations

import json as json_text
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from pangea_server.collect.platforms.command import PlatformArgument
from pangea_server.core.cli.options import DataDir
from pangea_server.core.cli.tables import Listing
from pangea_server.core.csv_cells import CsvWriter, read_table
from pangea_server.stores.opening.command_line import StoreName, open_named

if TYPE_CHECKING:
    from pangea_server.collect.ledger.accounts import Account
    from pangea_server.collect.platforms.records import PlatformName

PayeeArgument = Annotated[int, typer.Argument(metavar="ANNOTATOR", min=1, help="Their number.")]
AmountArgument = Annotated[int, typer.Argument(metavar="AMOUNT", help="In minor units: cents, pence, paise.")]
EntryReason = Annotated[str, typer.Option(help="The reason, which the ledger keeps.")]
Currency = Annotated[str, typer.Option(help="ISO 4217.")]

app = typer.Typer(help="What people worked, earned and were paid.", invoke_without_command=True)


@app.callback()
def ledger(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Bring the ledger up to date, and show each person's work, active time and amount due."""
    if context.invoked_subcommand:
        return
    from pangea_server.collect.ledger.accounts import accounts
    from pangea_server.collect.ledger.entries import book

    with closing(open_named(data_dir, store)) as opened:
        book(opened.records)
        found = list(accounts(opened.records))
    if json:
        typer.echo(json_text.dumps([_row(account) for account in found]))
    elif as_csv:
        _print_csv([_row(account) for account in found])
    else:
        _print_table(found)


@app.command("bonus")
def bonus(
    annotator_id: PayeeArgument,
    amount: AmountArgument,
    reason: EntryReason,
    currency: Currency = "USD",
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Give a person a bonus."""
    from pangea_server.collect.ledger.entries import grant

    with closing(open_named(data_dir, store)) as opened:
        entry = grant(opened.records, annotator_id, "bonus", amount, currency, reason)
    typer.echo(f"Entered as {entry.entry_id}.")


@app.command("correct")
def correct(
    annotator_id: PayeeArgument,
    amount: AmountArgument,
    reason: EntryReason,
    currency: Currency = "USD",
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Correct a person's earnings, up or (after `--`) down; existing entries stay unchanged."""
    from pangea_server.collect.ledger.entries import grant

    with closing(open_named(data_dir, store)) as opened:
        entry = grant(opened.records, annotator_id, "correction", amount, currency, reason)
    typer.echo(f"Entered as {entry.entry_id}.")


@app.command("entries")
def entries(annotator_id: PayeeArgument, data_dir: DataDir = None, store: StoreName = None) -> None:
    """All ledger entries of one person, the oldest first."""
    from pangea_server.collect.ledger.entries import entries_of
    from pangea_server.collect.ledger.pay import in_units
    from pangea_server.core.records import padded
    from pangea_server.people.access.records import Annotator

    with closing(open_named(data_dir, store)) as opened:
        found = entries_of(opened.records, annotator_id)
        if not found:
            opened.records.get(
                Annotator, padded(annotator_id)
            )  # the entries of those who have withdrawn stay
        for entry in found:
            amount = in_units(entry.amount, entry.currency)
            typer.echo(f"{entry.at:%Y-%m-%d %H:%M:%S} {entry.kind} {amount} {entry.currency}: {entry.reason}")


@app.command("payout")
def payout(
    platform: PlatformArgument,
    paid: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            metavar="FILE",
            help="Enter what this file says: once it has been paid.",
        ),
    ] = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """The amounts due to a platform's people, as the file that it accepts for bonuses."""
    from pangea_server.collect.ledger.accounts import accounts
    from pangea_server.collect.ledger.entries import book
    from pangea_server.collect.ledger.payouts import as_csv, enter_paid, payouts

    name = cast("PlatformName", platform)
    table = read_table(paid) if paid else None
    with closing(open_named(data_dir, store)) as opened:
        book(opened.records)
        known = accounts(opened.records)
        if table:
            typer.echo(f"{len(enter_paid(opened.records, known, name, table))} payments were entered.")
        else:
            typer.echo(as_csv(payouts(opened.records, known, name), name), nl=False)


def _row(account: Account) -> dict[str, Any]:
    return asdict(account) | {"due": account.due, "hourly": account.hourly, "phases": dict(account.phases)}


def _print_csv(rows: list[dict[str, Any]]) -> None:
    phases = sorted({phase for row in rows for phase in row["phases"]})
    flat = [
        {name: value for name, value in row.items() if name != "phases"}
        | {f"seconds_{phase or 'other'}": row["phases"].get(phase, 0.0) for phase in phases}
        for row in rows
    ]
    if flat:
        writer = CsvWriter(sys.stdout, "\n")
        writer.write(flat[0])
        for row in flat:
            writer.write(row.values())


def _print_table(found: list[Account]) -> None:
    from pangea_server.collect.ledger.pay import in_units

    counted = (
        "person",
        "accepted",
        "rejected",
        "partial",
        "active h",
        "earned",
        "paid",
        "due",
        "by the hour",
    )
    listing = Listing(*counted, "currency", numbers=counted)
    for each in found:
        amounts = [
            "–" if amount is None else in_units(amount, each.currency)
            for amount in (each.earned, each.paid, each.due, each.hourly)
        ]
        numbers = map(str, (each.annotator_id, each.accepted, each.rejected, each.partial))
        listing.add(*numbers, f"{each.active_seconds / 3600:.2f}", *amounts, each.currency)
    listing.show()
