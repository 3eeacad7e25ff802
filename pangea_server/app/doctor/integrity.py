"""What the last verification of the store found, how old it is, and what waits in quarantine."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.dataset.verify.report import Report, folder_of, read_report
from pangea_server.stores.local.quarantine import in_quarantine

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
