"""Running the flags over a store: which annotations are due, and storing their reports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass

from align.audio import Audio
from environments import Environment, PangeaError, open_environment
from pangea_server.annotate.alignments.lookups import own_alignment
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.lookups import load_trace
from pangea_server.annotate.annotations.records import Annotation, report_id
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.annotate.kinds.answers import count_annotations, every_annotation, found_annotation
from pangea_server.annotate.kinds.kinds import declared, kind_names
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Artefact, padded
from pangea_server.core.settings import Settings
from pangea_server.quality.flags.all_flags import installed_flags, judge, rules_digest, wanted
from pangea_server.quality.flags.other_answers import keep_bands, most_alike, usual_rate
from pangea_server.quality.flags.protocol import Finding, Flag, Seen, Words, unknown
from pangea_server.quality.flags.records import FlagReport
from pangea_server.quality.flags.sound import Sound
from pangea_server.quality.flags.talks import partner_of, talk_of
from pangea_server.stores.opening import open_store
from pangea_server.stores.protocol import RecordStore, Store, Transaction, found

NAME = re.compile(r"([a-z][a-z0-9_]*)-([0-9]+)")


@contextmanager
def open_runner(settings: Settings) -> Iterator[FlagRunner]:
    """The runner for the store that the settings name."""
    with closing(open_store(settings)) as store:
        yield FlagRunner(store, open_environment(settings.environment), installed_flags())


@dataclass(frozen=True, slots=True)
class FlagRunner:
    """Runs the flags on annotations and stores the reports; it continues after a crash."""

    store: Store
    environment: Environment
    flags: tuple[Flag, ...]

    def due(self, *, redo: bool = False) -> list[str]:
        """Ids of the reports that are missing, or were made with other rules or other words' times."""
        names = []
        for annotation in every_annotation(self.store.records):
            if redo or not self._is_fresh(annotation):
                self._file(annotation)
                names.append(report_id(annotation.kind, annotation.number))
        return names

    def run(self, name: str) -> FlagReport | None:
        """Run the flags on the annotation of a report's id, and store the report; None when the annotation no longer
        exists.

        Raises:
            RecordNotFoundError: the name is not a report id.
        """
        annotation = self._annotation(name)
        if annotation is None:
            return None
        partner = partner_of(self.store.records, annotation)
        if partner and self._lacks_something(partner):
            self._run(partner)
        return self._run(annotation)

    def _lacks_something(self, annotation: Annotation) -> bool:
        """Whether a report could not know all, perhaps because the partner's answer was not there."""
        report = found(self.store.records, FlagReport, report_id(annotation.kind, annotation.number))
        return report is not None and any(finding.raised is None for finding in report.findings)

    def _run(self, annotation: Annotation) -> FlagReport:
        self._file(annotation)
        rules, alignment = self._rules(annotation), own_alignment(self.store.records, annotation)
        report = FlagReport(
            kind=annotation.kind,
            annotation_id=annotation.number,
            rules=rules_digest(rules, self.flags),
            annotation_version=annotation.version,
            alignment_version=_version(alignment),
            findings=tuple(self._findings(annotation, rules, alignment)),
        )
        self.store.records.transact(lambda transaction: _put(transaction, annotation, report))
        return report

    def _file(self, annotation: Annotation) -> None:
        """Index an annotation's transcript; all due ones are indexed before any is compared."""
        if declared(annotation.kind).gives_words:
            keep_bands(self.store.records, annotation)

    def _findings(
        self, annotation: Annotation, rules: FlagRules, alignment: AlignmentRecord | None
    ) -> list[Finding]:
        try:
            seen = self._seen(annotation, alignment)
        except PangeaError as error:
            return [
                unknown(flag, str(error))
                for flag in wanted(self.flags, annotation.kind, sort_of(annotation), rules)
            ]
        return judge(seen, rules, self.flags)

    def _seen(self, annotation: Annotation, alignment: AlignmentRecord | None) -> Seen:
        walked = annotation.walked
        return Seen(
            kind=annotation.kind,
            sort=sort_of(annotation),
            graph=self.environment.scan(annotation.scan_id).graph,
            trace=load_trace(self.store.blobs, annotation.pose_trace) if annotation.pose_trace else None,
            walked=walked,
            reference=walked if annotation.chose_way else self._path(annotation).path,
            words=self._words(annotation, alignment),
            talk=talk_of(self.store, annotation),
        )

    def _words(self, annotation: Annotation, alignment: AlignmentRecord | None) -> Words | None:
        kind = declared(annotation.kind)
        if not (kind.gives_words or annotation.transcript or annotation.voice):
            return None
        voice, no_voice = self._voice(annotation.voice)
        return Words(
            transcript=annotation.transcript,
            language=annotation.language,
            voice=voice,
            no_voice=no_voice,
            typing=annotation.typing if annotation.version == 1 else None,
            alignment=alignment,
            likeness=most_alike(self.store.records, annotation) if kind.gives_words else None,
            usual_rate=usual_rate(self.store.records, annotation) if kind.gives_words else None,
            planted=getattr(annotation, "planted", None),
            planted_left=getattr(annotation, "planted_left", None),
        )

    def _voice(self, artefact: Artefact | None) -> tuple[Sound | None, str]:
        """A recording, or the reason why there is none."""
        if artefact is None:
            return None, "There is no recording of it."
        try:
            with self.store.blobs.open(artefact.blob) as file:
                return Sound(Audio.open(file)), ""
        except PangeaError as error:
            return None, str(error)

    def _is_fresh(self, annotation: Annotation) -> bool:
        report = found(self.store.records, FlagReport, report_id(annotation.kind, annotation.number))
        alignment = own_alignment(self.store.records, annotation)
        return (
            report is not None
            and report.rules == rules_digest(self._rules(annotation), self.flags)
            and _versions(report) == (annotation.version, _version(alignment))
        )

    def _annotation(self, name: str) -> Annotation | None:
        known = NAME.fullmatch(name)
        if known is None or known[1] not in kind_names():
            raise RecordNotFoundError(
                f"There is no annotation {name!r}.", remedy="Write guide-12 or follower-12."
            )
        return found_annotation(self.store.records, known[1], int(known[2]))

    def _path(self, annotation: Annotation) -> PathRecord:
        return self.store.records.get(PathRecord, padded(annotation.path_id))

    def _rules(self, annotation: Annotation) -> FlagRules:
        """The rules of its campaign; the defaults if it has none."""
        campaign_id = self._path(annotation).campaign_id
        if campaign_id is None:
            return FlagRules()
        return self.store.records.get(Campaign, campaign_id).definition.flags


def reports_missing(records: RecordStore) -> bool:
    """Whether annotations have no report yet, as after a crash."""
    return records.count(FlagReport) < count_annotations(records)


def _put(transaction: Transaction, annotation: Annotation, report: FlagReport) -> None:
    """Store the report unless a newer one is stored or the annotation has been withdrawn."""
    known = transaction.get(FlagReport, report.record_id)
    reviews = transaction.find(Review, {"task_id": report.record_id})
    if transaction.get(type(annotation), annotation.record_id) is None:
        return
    if known and _versions(known) > _versions(report):
        return
    if known is None:
        transaction.create(report)
    else:
        transaction.replace(report)
    transaction.create(Change(kind=report.kind, number=report.annotation_id))
    for review in reviews:  # flagged annotations come first in the reviewers' queue
        flagged = bool(report.raised or review.disputed)
        if review.flagged != flagged:
            transaction.replace(review.model_copy(update={"flagged": flagged}))


def _version(alignment: AlignmentRecord | None) -> int:
    return alignment.version if alignment else 0


def _versions(report: FlagReport) -> tuple[int, int]:
    return report.annotation_version, report.alignment_version


def sort_of(annotation: Annotation) -> str:
    """The sort of an answer for flags: as its kind declares, or by what the answer contains."""
    sort = declared(annotation.kind).flagged_as
    if sort:
        return sort
    if annotation.voice:
        return "voice_and_transcript" if annotation.transcript else "voice"
    if annotation.walked:
        return "walk"
    return "transcript" if annotation.transcript else "choice"
