"""The life of a campaign: created, changed while it runs, paused, resumed, closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from environments import Environment
from environments.errors import ConfigurationError
from environments.plugins import same_environment
from pangea_server.annotate.annotations.lookups import found_guide
from pangea_server.annotate.attachments.files import Attachments
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS
from pangea_server.annotate.campaigns.records import (
    Attachment,
    Campaign,
    CampaignDefinition,
    CampaignState,
    PathRecord,
    ScanRecord,
)
from pangea_server.annotate.forms.faults import form_faults
from pangea_server.annotate.kinds.kinds import declared, kind_names, kinds_about_words, words_kind
from pangea_server.annotate.tasks.records import Task
from pangea_server.collect.landmarks.path_advance import advance_campaign
from pangea_server.collect.planning.changes import PathChange, changes
from pangea_server.collect.planning.faults import faults_in
from pangea_server.collect.planning.given import given_faults
from pangea_server.collect.planning.other_tasks import (
    OtherChanges,
    other_changes,
    plan_faults,
    wanted_work,
    write_other_changes,
)
from pangea_server.collect.planning.path_numbers import PathNumbers
from pangea_server.collect.planning.wanted import WantedPath, WantedPaths
from pangea_server.collect.planning.writer import write_changes
from pangea_server.core.errors import CampaignFileError, RecordNotFoundError, StoreConflictError
from pangea_server.people.access.records import Annotator
from pangea_server.people.audit.log import note
from pangea_server.people.consent.partner import with_partner
from pangea_server.people.consent.texts import name_partner, newest_text, publish
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import BlobStore, RecordStore, Transaction, found

Refuse = Callable[[Iterable[CampaignFault]], None]


@dataclass(frozen=True, slots=True)
class Creation:
    """The result of ``create_campaign``: what it did, or would do.

    ``renumbered``: new paths that could not keep the ``path_id`` of their file.
    """

    campaign: Campaign
    is_new: bool
    wanted: Sequence[WantedPath]
    changes: Sequence[PathChange]
    others: OtherChanges
    renumbered: int = 0

    @property
    def new_paths(self) -> int:
        return sum(change.wanted is not None and change.path is None for change in self.changes)

    @property
    def new_guides(self) -> int:
        return sum(change.new_guides for change in self.changes)

    @property
    def new_of_paths(self) -> dict[str, int]:
        """The number of new tasks on the campaign's paths, by kind: Guide tasks, and tasks about their instructions."""
        waiting = {
            kind: sum(change.new_waiting(kind) for change in self.changes) for kind in kinds_about_words()
        }
        return {words_kind(): self.new_guides} | waiting

    @property
    def new_by_kind(self) -> dict[str, int]:
        """The number of all new tasks, by kind; kinds without any are left out."""
        found = Counter(self.new_of_paths) + self.others.new_by_kind
        return dict(found)

    @property
    def retired(self) -> int:
        return sum(len(change.retired) for change in self.changes) + len(self.others.retired)

    @property
    def difference(self) -> Counter[str]:
        """New tasks by kind, less those that are retired."""
        found = Counter(self.new_by_kind)
        found.subtract(task.kind for change in self.changes for task in change.retired)
        found.subtract(task.kind for task in self.others.retired)
        return found

    @property
    def moved(self) -> int:
        return sum(len(change.moved) for change in self.changes)


def refuse(faults: Iterable[CampaignFault]) -> None:
    """Raise CampaignFileError for the first fault of a definition that has no file."""
    for fault in faults:
        key = ".".join(map(str, fault.where))
        raise CampaignFileError(f"{key}: {fault.message}.", remedy=fault.remedy)


def create_campaign(
    records: RecordStore,
    environment: Environment,
    environment_name: str,
    definition: CampaignDefinition,
    *,
    kinds: Iterable[str] | None = None,
    folder: Path = Path(),
    blobs: BlobStore | None = None,
    refuse: Refuse = refuse,
    dry_run: bool = False,
    seen: int | None = None,
    actor: Annotator | None = None,
) -> Creation:
    """Make the store match the definition, whether the campaign is new, changed or half written.

    Held and finished tasks stay unchanged; the same definition again changes nothing.

    Args:
        kinds: of tasks that may be used; None: all installed kinds.
        folder: the folder of the definition's path files, and of the files that its instructions show.
        blobs: where these are kept; None only for instructions that show none.
        refuse: raises for faults, as ``CampaignFile.refuse`` does.
        dry_run: only return what would be done.
        seen: the version that this definition was made from, 0 for a new campaign; None: whichever there is.
        actor: who does it; None for the command line.

    Raises:
        CampaignFileError: the definition cannot be carried out; nothing was changed.
        StoreConflictError: the campaign is closed, is not of version ``seen``, or another process is changing it.
    """
    refuse(faults_in(definition, kind_names() if kinds is None else kinds, environment.scan_ids()))
    refuse(form_faults(definition.forms, kind_names(), definition.languages))
    refuse(plan_faults(definition, environment))
    reading = WantedPaths(environment, folder)
    wanted = reading.read(definition)
    refuse(reading.faults)
    beside = Attachments(folder)
    attachments = beside.read(definition)
    refuse(beside.faults)
    refuse(_lesson_faults(records, definition))
    earlier = found(records, Campaign, definition.id)
    if earlier and earlier.state is CampaignState.CLOSED:
        raise StoreConflictError(
            f"The campaign {definition.id} is closed.", remedy="Give the new one another id."
        )
    _refuse_unseen(earlier, definition.id, seen)
    refuse(given_faults(definition, earlier.definition if earlier else None))
    paths = list(every(records, PathRecord, {"campaign_id": definition.id}))
    walks, others = _by_kind(every(records, Task, {"campaign_id": definition.id}))
    of_others = {task.path_id for task in others} - {task.path_id for task in walks}
    planned = list(
        changes(definition, wanted, [path for path in paths if path.path_id not in of_others], walks)
    )
    numbers = PathNumbers(records)
    planned = numbers.keep(planned)
    refuse(numbers.faults)
    more = other_changes(definition.languages, wanted_work(definition, environment, records), paths, others)
    campaign = _next(earlier, definition, attachments)
    if not dry_run:
        if attachments:
            assert blobs is not None, "instructions that show files need a place for them"
            beside.store(blobs, attachments)
        campaign = records.transact(lambda transaction: _write(transaction, earlier, campaign, actor))
        scans = {each.scan_id for each in wanted} | {work.scan_id for work, _, _ in more.missing}
        _know_scans(records, environment, environment_name, scans)
        write_changes(records, campaign, planned, _splits(records, wanted))
        write_other_changes(records, definition.id, more)
        if LANDMARKS in definition.tasks or (earlier and LANDMARKS in earlier.definition.tasks):
            advance_campaign(records, environment, definition.id)
        _ask_consent(records, definition, actor)
    return Creation(campaign, earlier is None, wanted, planned, more, len(numbers.taken))


def _ask_consent(records: RecordStore, definition: CampaignDefinition, actor: Annotator | None) -> None:
    """Put the definition's text in force; where people are to hear each other, the text in force says so."""
    asked, talk = definition.consent, is_for_two(definition)
    if asked:
        texts = with_partner(asked.texts) if talk else asked.texts
        publish(records, texts, asked.retention_days, actor)
    elif talk:
        name_partner(records, actor)


def is_for_two(definition: CampaignDefinition) -> bool:
    """Whether a campaign has tasks in which two people hear each other."""
    return any(declared(kind).seats for kind in definition.tasks)


def is_unasked(records: RecordStore, definition: CampaignDefinition) -> bool:
    """Whether two people will hear each other, and no text asks them whether they agree."""
    return is_for_two(definition) and not definition.consent and newest_text(records) is None


def _lesson_faults(records: RecordStore, definition: CampaignDefinition) -> Iterator[CampaignFault]:
    for language, instruction_id in definition.lesson.items():
        guide = found_guide(records, instruction_id)
        if guide is None or guide.pose_trace is None or guide.language != language:
            told = f"it is in {guide.language}" if guide and guide.language != language else "there is none"
            yield CampaignFault(
                ("lesson", language),
                f"{instruction_id} is no recording of a Guide in {language} with voice and walk: {told}",
                "Record one in an earlier campaign of this store, and write its number; the replay page shows it.",
            )


def _refuse_unseen(earlier: Campaign | None, campaign_id: str, seen: int | None) -> None:
    """Raise StoreConflictError where whoever made the definition had not read the newest one."""
    version = earlier.version if earlier else 0
    if seen is None or seen == version:
        return
    if seen == 0:
        raise StoreConflictError(
            f"There is a campaign {campaign_id} already.", remedy="Change that one, or write another id."
        )
    raise StoreConflictError(
        f"The campaign {campaign_id} has version {version} now, and your changes were made in version {seen}.",
        remedy="Compare the two, and save yours again if it is still wanted.",
    )


def set_state(
    records: RecordStore, campaign_id: str, state: CampaignState, actor: Annotator | None = None
) -> Campaign:
    """Pause, resume or close a campaign; a repeated call changes nothing.

    A paused campaign gives out no new tasks, but accepts answers to held ones. A closed one never opens again.

    Raises:
        RecordNotFoundError: there is no such campaign.
        StoreConflictError: it is closed.
    """

    def write(transaction: Transaction) -> Campaign | None:
        campaign = transaction.get(Campaign, campaign_id)
        if campaign is None or campaign.state is state:
            return campaign
        if campaign.state is CampaignState.CLOSED:
            raise StoreConflictError(
                f"The campaign {campaign_id} is closed for good.", remedy="Create another one."
            )
        changed = campaign.model_copy(update={"state": state})
        transaction.replace(changed)
        note(transaction, _number(actor), "campaign", None, f"{campaign_id} {state.value}")
        return changed

    changed = records.transact(write)
    if changed is None:
        known = ", ".join(campaign.campaign_id for campaign in every(records, Campaign)) or "none"
        raise RecordNotFoundError(f"There is no campaign {campaign_id}.", remedy=f"There are: {known}.")
    return changed


def check_environment(definition: CampaignDefinition, environment_name: str) -> None:
    """Raise ConfigurationError when the campaign is for another environment than the server's."""
    if definition.environment is not None and not same_environment(definition.environment, environment_name):
        raise ConfigurationError(
            f"The campaign {definition.id} is for the environment {definition.environment}, but the settings say "
            f"{environment_name}.",
            remedy="Give --environment, or set PANGEA_ENVIRONMENT, as the campaign file has it.",
        )


def _next(
    earlier: Campaign | None, definition: CampaignDefinition, attachments: tuple[Attachment, ...]
) -> Campaign:
    if earlier is None:
        return Campaign(
            campaign_id=definition.id,
            state=CampaignState.RUNNING,
            version=1,
            definition=definition,
            attachments=attachments,
        )
    if (earlier.definition, earlier.attachments) == (definition, attachments):
        return earlier
    return earlier.model_copy(
        update={"version": earlier.version + 1, "definition": definition, "attachments": attachments}
    )


def _number(actor: Annotator | None) -> int | None:
    return actor.annotator_id if actor else None


def _write(
    transaction: Transaction, seen: Campaign | None, campaign: Campaign, actor: Annotator | None
) -> Campaign:
    if transaction.get(Campaign, campaign.campaign_id) != seen:
        raise StoreConflictError(
            f"Another process is changing the campaign {campaign.campaign_id}.",
            remedy="Wait until it has finished, then create the campaign again.",
        )
    if seen == campaign:
        return campaign
    if seen is None:
        transaction.create(campaign)
    else:
        transaction.replace(campaign)
    note(transaction, _number(actor), "campaign", None, f"{campaign.campaign_id} v{campaign.version}")
    return campaign


def _know_scans(
    records: RecordStore, environment: Environment, environment_name: str, scan_ids: Iterable[str]
) -> None:
    for scan_id in sorted(scan_ids):
        count = len(environment.scan(scan_id).viewpoints)
        record = ScanRecord(scan_id=scan_id, environment=environment_name, viewpoint_count=count)
        with suppress(StoreConflictError):  # there has been an earlier campaign
            records.create(record)


def _by_kind(tasks: Iterable[Task]) -> tuple[list[Task], list[Task]]:
    """The tasks on a campaign's paths, and the tasks that their kind plans; not those about landmarks, which answers
    decide (``collect/landmarks``)."""
    found: dict[bool, list[Task]] = {True: [], False: []}
    for task in tasks:
        if not declared(task.kind).step:
            found[declared(task.kind).is_of_paths].append(task)
    return found[True], found[False]


def _splits(records: RecordStore, wanted: Sequence[WantedPath]) -> dict[str, str]:
    """The splits that scans are already in, so that no scan is ever in two."""
    splits = {}
    for scan_id in {each.scan_id for each in wanted}:
        earlier = records.find(PathRecord, {"scan_id": scan_id}, limit=1)
        if earlier:
            splits[scan_id] = earlier[0].split
    return splits
