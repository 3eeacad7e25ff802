"""What a store knows of how its data was collected: campaigns, consent, engines, flags, reviews and places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, PathRecord, ScanRecord
from pangea_server.collect.platforms.records import Study
from pangea_server.dataset.release.card.census import Census
from pangea_server.people.consent.records import ConsentReceipt, ConsentText
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.trust.records import CheckResult
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class ReleaseRecords:
    """The records behind a release, and what was counted of the annotations in it.

    Attributes:
        campaigns: those whose paths or kinds of task are in it.
        consent: the newest text; None where people were asked for none.
        agreed: people whose annotations are in it, by the newest version of the text that they agreed to.
        places: kinds of environment, by the number of its scans; ``imported`` where the files did not say.
        platforms: where people were found, as far as the store knows.
        checks: check items that were judged, by campaign; ``passed``: those of them that were passed.
        checked: annotations that flags have looked at; ``raised`` has the flags themselves.
        reviews: annotations by where their review stands.
    """

    campaigns: tuple[CampaignDefinition, ...] = ()
    consent: ConsentText | None = None
    agreed: Counter[int] = field(default_factory=Counter)
    places: Counter[str] = field(default_factory=Counter)
    platforms: tuple[str, ...] = ()
    checks: Counter[str] = field(default_factory=Counter)
    passed: Counter[str] = field(default_factory=Counter)
    checked: int = 0
    raised: Counter[str] = field(default_factory=Counter)
    reviews: Counter[str] = field(default_factory=Counter)


def known_of(records: RecordStore, census: Census) -> ReleaseRecords:
    """What the records say about the annotations that were counted."""
    reports = [each for each in every(records, FlagReport) if each.record_id in census.ids]
    consents = list(every(records, ConsentText))
    scans = {scan_id for scan_id, _ in census.scans()}
    judged = [each for each in every(records, CheckResult) if each.passed is not None]
    return ReleaseRecords(
        _campaigns(records, census),
        consents[-1] if consents else None,
        _agreed(records, census),
        Counter(
            scan.environment.partition(":")[0] for scan in every(records, ScanRecord) if scan.scan_id in scans
        ),
        tuple(sorted({str(study.platform) for study in every(records, Study)})),
        Counter(each.campaign_id for each in judged),
        Counter(each.campaign_id for each in judged if each.passed),
        len(reports),
        Counter(finding.flag for report in reports for finding in report.raised),
        Counter(str(review.state) for review in every(records, Review) if review.task_id in census.ids),
    )


def _agreed(records: RecordStore, census: Census) -> Counter[int]:
    newest: dict[int, int] = {}
    for receipt in every(records, ConsentReceipt):
        if receipt.annotator_id in census.people:
            newest[receipt.annotator_id] = max(receipt.version, newest.get(receipt.annotator_id, 0))
    return Counter(newest.values())


def _campaigns(records: RecordStore, census: Census) -> tuple[CampaignDefinition, ...]:
    numbers = {number for group in census.groups.values() for number in group.paths}
    named = {path.campaign_id for path in every(records, PathRecord) if path.path_id in numbers}
    kinds = {kind for kind, _, _ in census.others}
    return tuple(
        campaign.definition
        for campaign in every(records, Campaign)
        if campaign.campaign_id in named
        or kinds & {*campaign.definition.tasks, *campaign.definition.per_guide}
    )
