"""What the store holds: is the database sound, can every record be read, are the blobs there that records need?

``pangea verify`` reads every byte of every blob as well.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import islice

from environments.errors import ConfigurationError, PangeaError
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.folder import elsewhere
from pangea_server.collect.planning.faults import text_faults
from pangea_server.core.errors import BlobNotFoundError
from pangea_server.core.records import Artefact, Record
from pangea_server.dataset.archive.backup_state import BACKUP_STATE, BackupState, read_backup_state
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.verify.report import Report, folder_of, read_report
from pangea_server.people.access.records import Annotator
from pangea_server.stores.local.quarantine import in_quarantine
from pangea_server.stores.opening import named_by, open_store, place_of, store_exists
from pangea_server.stores.paging import every, every_blob
from pangea_server.stores.protocol import BlobStore, Store
from pangea_server.stores.unfinished import refuse_unfinished

NO_STORE = "there is none yet"
MOST_FAULTS_NAMED = 3
RECOVER_REMEDY = "Restore a backup beside it (docs/howto/recover.md), before more work is stored."


def store(deployment: Deployment) -> str:
    settings = deployment.settings
    if not store_exists(settings):
        raise AdviceError(
            f"There is no store in {place_of(settings)} yet: `pangea serve` would make a new one.",
            remedy=f"Check {named_by(settings)} if people have worked here already.",
        )
    with closing(open_store(settings)) as opened:
        refuse_unfinished(opened)
        people, tasks = opened.records.count(Annotator), opened.records.count(Task)
    return f"{settings.store}: {people} people, {tasks} tasks"


def database(deployment: Deployment) -> str:
    """Every page and every index of the local database."""
    if deployment.settings.store != "local":
        return elsewhere(deployment.settings)
    path = deployment.settings.data_dir / "pangea.db"
    if not path.exists():
        return NO_STORE
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            ((fault,),) = connection.execute("PRAGMA integrity_check(1)")
    except sqlite3.Error as error:
        fault = str(error)
    if fault != "ok":
        raise ConfigurationError(
            f"The database {path} is damaged: {' '.join(fault.split())}.", remedy=RECOVER_REMEDY
        )
    return "every page is sound"


def records(deployment: Deployment) -> str:
    """Every record can be read, and the blobs that it names are listed. In a cloud each read would cost money."""
    if deployment.settings.store != "local":
        return elsewhere(deployment.settings)
    if not store_exists(deployment.settings):
        return NO_STORE
    count, missing = 0, list[str]()
    with closing(open_store(deployment.settings)) as opened:
        for kind in RECORDS:
            for record in every(opened.records, kind):
                count += 1
                missing += islice(_unlisted(record, opened.blobs), MOST_FAULTS_NAMED + 1 - len(missing))
    if missing:
        raise ConfigurationError(
            f"Blobs that annotations name are missing: {_named(missing)}.", remedy=RECOVER_REMEDY
        )
    return f"all {count} can be read"


def texts(deployment: Deployment) -> str:
    """The pages can show what each campaign says to people."""
    if not store_exists(deployment.settings):
        return NO_STORE
    with closing(open_store(deployment.settings)) as opened:
        campaigns = [*every(opened.records, Campaign)]
    found = [
        f"{one.campaign_id} {'.'.join(map(str, fault.where))}: {fault.message}"
        for one in campaigns
        for fault in text_faults(one.definition)
    ]
    if found:
        raise ConfigurationError(
            f"Texts of campaigns cannot be shown: {_named(found)}.",
            remedy="Close the campaign, and make one with plainer texts.",
        )
    return f"those of all {len(campaigns)} campaigns can be shown"


def blobs(deployment: Deployment) -> str:
    """Every blob is there, with the length that it had."""
    if deployment.settings.store != "local":
        return elsewhere(deployment.settings)
    if not store_exists(deployment.settings):
        return NO_STORE
    with closing(open_store(deployment.settings)) as opened:
        faults = [*islice(_unsound(opened), MOST_FAULTS_NAMED + 1)]
    if faults:
        raise ConfigurationError(f"Blobs are damaged: {_named(faults)}.", remedy=RECOVER_REMEDY)
    return "all are there"


def _unlisted(record: Record, blobs: BlobStore) -> Iterator[str]:
    for name in type(record).model_fields:
        value = getattr(record, name)
        if isinstance(value, Artefact) and not _is_listed(value, blobs):
            yield f"{value.blob!r} of {record.record_id!r} among the {record.collection}"


def _is_listed(artefact: Artefact, blobs: BlobStore) -> bool:
    try:
        return blobs.stat(artefact.blob).sha256 == artefact.sha256
    except BlobNotFoundError:
        return False


def _unsound(opened: Store) -> Iterator[str]:
    for info in every_blob(opened.blobs):
        try:
            opened.blobs.open(info.name).close()
        except BlobNotFoundError:
            continue  # it was removed meanwhile
        except PangeaError as error:
            yield error.message.rstrip(".")


def _named(found: list[str]) -> str:
    more = "; and more" if len(found) > MOST_FAULTS_NAMED else ""
    return "; ".join(found[:MOST_FAULTS_NAMED]) + more


OLD = timedelta(days=8)


def integrity(deployment: Deployment) -> str:
    settings = deployment.settings
    if settings.store != "local":
        report = read_report(folder_of(settings))
        if report is None or report.finished_at is None:
            return f"not verified from here yet: `pangea verify --store {settings.store}` does it"
        return _judged(report, report.finished_at, "Verify it again with pangea verify.")
    if not (settings.data_dir / "pangea.db").exists():
        return "nothing to verify"
    aside = in_quarantine(settings.data_dir)
    if aside:
        raise AdviceError(
            f"{len(aside)} pieces of the store are in quarantine, such as {aside[0]}.",
            remedy="pangea verify --rebuild, with the server stopped; then move away what stays there.",
        )
    report = read_report(settings.data_dir)
    if report is None or report.finished_at is None:
        return "not verified yet: a server does it every day, and `pangea verify` at once"
    remedy = "pangea verify, or leave scrub_rate in PANGEA_LIMITS above 0 and the server running."
    return _judged(report, report.finished_at, remedy)


def _judged(report: Report, finished_at: datetime, when_old: str) -> str:
    if report.fault_count:
        raise AdviceError(
            f"The verification of {finished_at:%Y-%m-%d %H:%M} UTC found {report.fault_count} faults, such as "
            f"{report.faults[0]}",
            remedy="pangea verify --anew shows them all; restore what is named from a backup.",
        )
    age = datetime.now(UTC) - finished_at
    if age > OLD:
        raise AdviceError(
            f"The store was last verified {age.days} days ago.",
            remedy=when_old,
        )
    return f"{report.rows} records and {report.blobs} blobs verified at {finished_at:%Y-%m-%d %H:%M} UTC, no fault"


LATE = timedelta(minutes=5)  # or two turns, where these are longer


def backup(deployment: Deployment) -> str:
    settings = deployment.settings
    state = read_backup_state(settings.data_dir) if settings.store == "local" else None
    if state is None:
        return "none that goes on: `pangea backup --to PLACE --every 10s` would make one"
    if state.error:
        raise AdviceError(
            f"pangea backup cannot write to {state.place}: {state.error.rstrip('.')}. {_age(state)}",
            remedy="It tries again until it is stopped: mend what it names.",
        )
    if state.unreadable_count:
        raise AdviceError(
            f"{state.unreadable_count} records or blobs cannot be read, and are not in the backup in {state.place}, "
            f"such as {state.unreadable}.",
            remedy="pangea verify --anew names what is damaged; restore that from an earlier backup.",
        )
    late = max(LATE, timedelta(seconds=2 * state.every))
    if state.complete_until is None or datetime.now(UTC) - state.complete_until > late:
        raise AdviceError(
            f"pangea backup --every is not running, or hangs. {_age(state)}",
            remedy=f"Start it again; or remove {settings.data_dir / BACKUP_STATE}, if there is to be no such backup.",
        )
    return f"{state.place} has everything until {state.complete_until:%Y-%m-%d %H:%M:%S} UTC"


def _age(state: BackupState) -> str:
    if state.complete_until is None:
        return f"Nothing was saved in {state.place} yet."
    return f"The backup in {state.place} ends at {state.complete_until:%Y-%m-%d %H:%M:%S} UTC."
