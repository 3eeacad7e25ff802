"""``pangea invite``, ``pangea people``, ``pangea withdraw``: who may sign in, and how they leave."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from pangea_server.core.cli.known import KnownNames
from pangea_server.core.cli.options import DataDir, Languages
from pangea_server.core.cli.tables import Listing
from pangea_server.core.csv_cells import CsvWriter, as_given, read_table, rows_of
from pangea_server.stores.opening.command_line import StoreName, open_named

WORK = "work"
"""The page that shows annotators whatever is next for them."""

PersonArgument = Annotated[int, typer.Argument(metavar="ANNOTATOR", min=1, help="Their number.")]


def _roles() -> list[str]:
    from pangea_server.people.access.records import Role

    return [*Role]


ROLE = KnownNames("role", _roles)
RoleName = Annotated[
    str,
    ROLE.argument(
        metavar="ROLE",
        help="annotator, reviewer, manager or owner.",
    ),
]

app = typer.Typer(help="People of the collection: list, give roles, shut out.", no_args_is_help=True)


def invite(
    role: Annotated[
        str,
        ROLE.option(
            help="annotator, reviewer, manager or owner.",
        ),
    ] = "annotator",
    language: Languages = ["en-US"],  # noqa: B006
    pool: Annotated[
        list[str], typer.Option("--pool", help="A pool of the campaign file they work in; may be repeated.")
    ] = [],  # noqa: B006
    label: Annotated[
        str, typer.Option(help="What the team calls them, beside their number; it is never exported.")
    ] = "",
    again: Annotated[
        int | None, typer.Option(metavar="ANNOTATOR", help="A new link for an existing person, by number.")
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--csv", help="Many people: a table with external_id, languages and pools.", exists=True
        ),
    ] = None,
    links: Annotated[
        Path, typer.Option(help="Where --csv writes the links; links already in the file stay.")
    ] = Path("links.csv"),
    days: Annotated[
        int, typer.Option(min=1, max=365, help="Days for which the link may stay unopened.")
    ] = 30,
    origin: Annotated[
        str, typer.Option(help="Address under which people reach the server.")
    ] = "http://127.0.0.1:8000",
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Invite a person and print their link. It opens in one browser, once, and cannot be shown again."""
    from pangea_server.annotate.assignment.reach import why_unreached
    from pangea_server.annotate.campaigns.records import Campaign
    from pangea_server.collect.invitations.checks import check_pools, warning
    from pangea_server.core.records import padded
    from pangea_server.people.access.policy import STAFF
    from pangea_server.people.access.records import Annotator, Role
    from pangea_server.people.accounts.enrolment import enrol
    from pangea_server.people.accounts.invites import invite as make_link
    from pangea_server.stores.paging import every

    if table:
        _invite_many(table, links, timedelta(days=days), origin, data_dir, store)
        return
    with closing(open_named(data_dir, store)) as opened:
        records = opened.records
        check_pools(records, pool)
        person = (
            records.get(Annotator, padded(again))
            if again
            else enrol(records, Role(role), language, pools=pool, label=_label(label))
        )
        token = make_link(records, person.annotator_id, valid=timedelta(days=days))
        why = why_unreached(person, every(records, Campaign))
    typer.echo(f"Person {person.annotator_id}, {person.role.value}:", err=True)
    if why and person.role is Role.ANNOTATOR:
        typer.echo(warning(person, why), err=True)
    typer.echo(f"{origin}/{'monitor' if person.role in STAFF else WORK}#token={token}")


def _invite_many(
    table: Path, links: Path, valid: timedelta, origin: str, data_dir: DataDir, store: StoreName
) -> None:
    from pangea_server.collect.invitations.checks import unreached, warning
    from pangea_server.collect.invitations.table import LINK_COLUMNS, invite_members, read_members
    from pangea_server.core.cli.files import replacing

    members = read_members(read_table(table))
    known: dict[str, str] = {}
    if links.exists():
        known = {as_given(line["external_id"]): line["link"] for line in rows_of(read_table(links))}
    with closing(open_named(data_dir, store)) as opened, replacing(links) as written:
        writer = CsvWriter(written, "\n")
        writer.write(LINK_COLUMNS)
        given = []
        for link in invite_members(opened.records, members, known, valid):
            given.append(link)
            fresh = f"{origin}/{WORK}#token={link.token}" if link.token else ""
            address = fresh or known.get(link.member.external_id, "")
            writer.write((link.member.external_id, link.annotator_id, address))
        new = {link.annotator_id for link in given}
        warnings = [
            warning(person, why) for person, why in unreached(opened.records) if person.annotator_id in new
        ]
    links.chmod(0o600)  # anyone who has a link can sign in with it
    for line in warnings:
        typer.echo(line, err=True)
    typer.echo(f"The links of {len(members)} people are in {links}.")


@app.command("list")
def list_people(data_dir: DataDir = None, store: StoreName = None) -> None:
    """List all people, by number."""
    from pangea_server.people.accounts.directory import everybody

    listing = Listing("person", "label", "role", "languages", "state", numbers=("person",))
    with closing(open_named(data_dir, store)) as opened:
        for person in everybody(opened.records):
            languages = " ".join(person.languages)
            listing.add(str(person.annotator_id), person.label, person.role.value, languages, person.state)
    listing.show()


@app.command("role")
def role(
    annotator_id: PersonArgument, role: RoleName, data_dir: DataDir = None, store: StoreName = None
) -> None:
    """Give a person another role."""
    from pangea_server.people.access.records import Role
    from pangea_server.people.accounts.enrolment import change_role

    with closing(open_named(data_dir, store)) as opened:
        changed = change_role(opened.records, annotator_id, Role(role), None)
    typer.echo(f"Person {annotator_id} is now a {changed.role.value}.")


@app.command("label")
def label(
    annotator_id: PersonArgument,
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help='What the team calls them; "" removes the label.')
    ],
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Write a label beside a person's number. It is never exported, and goes with a withdrawal."""
    from pangea_server.people.labels.labels import set_label

    wanted = _label(text)
    with closing(open_named(data_dir, store)) as opened:
        set_label(opened.records, annotator_id, wanted, None)
    typer.echo(f"Person {annotator_id} has {'a' if wanted else 'no'} label now.")


@app.command("revoke")
def revoke(annotator_id: PersonArgument, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Shut a person out: their links and browsers stop working at once. Their data stays."""
    from pangea_server.people.accounts.enrolment import revoke as shut_out

    with closing(open_named(data_dir, store)) as opened:
        shut_out(opened.records, annotator_id, None)
    typer.echo(f"Person {annotator_id} is shut out.")


@app.command("removed")
def removed(data_dir: DataDir = None, store: StoreName = None) -> None:
    """Print the ids of all data that was removed for good, one JSON document a line."""
    from pangea_server.stores.paging import every
    from pangea_server.stores.tombstones import Tombstone

    with closing(open_named(data_dir, store)) as opened:
        for mark in every(opened.records, Tombstone):
            typer.echo(mark.model_dump_json())


def withdraw(
    annotator_id: PersonArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Remove all data of a person: voice, traces, words, drafts, alignments. It cannot be undone."""
    from pangea_server.core.settings import read_settings
    from pangea_server.dataset.erasure.withdrawal import withdraw as remove
    from pangea_server.stores.local.quarantine import FOLDER, in_quarantine
    from pangea_server.stores.opening import open_store

    if not yes:
        typer.confirm(f"Remove all data of person {annotator_id} for good?", abort=True)
    settings = read_settings(data_dir=data_dir, store=store)
    with closing(open_store(settings)) as opened:
        count = remove(opened, annotator_id, None)
    typer.echo(f"{count} attempts of person {annotator_id} were removed.")
    if aside := in_quarantine(settings.data_dir):
        typer.echo(
            f"{len(aside)} pieces in {settings.data_dir / FOLDER} may be of anybody; look at each:", err=True
        )
        for name in aside:
            typer.echo(f"  {name}", err=True)


def _label(text: str) -> str:
    from pangea_server.people.labels.labels import one_label

    try:
        return one_label(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r}: {error}", param_hint="--label") from None
