"""From files of instructions to open tasks: everything is checked before anything is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from environments import ConfigurationError, Environment, PangeaError
from environments.tiles.layout import TileFolder
from pangea_server.annotate.annotations.changes import Change
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.assignment.asking_again import GONE
from pangea_server.annotate.campaigns.lookups import pool_speaking
from pangea_server.annotate.campaigns.records import (
    Campaign,
    CampaignDefinition,
    CampaignState,
    RoleRotation,
    ScanRecord,
)
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.campaigns.written_rules import WrittenRules
from pangea_server.annotate.kinds.kinds import declared, judging_kind
from pangea_server.annotate.kinds.per_guide import tasks_per_guide
from pangea_server.annotate.media.pictured import without_pictures
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Record
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.imports.known import RecordKey, key_of, missing
from pangea_server.dataset.imports.report import Broken, ImportRefusedError, refused
from pangea_server.dataset.written.faults import CheckedInstruction, Checker
from pangea_server.dataset.written.files import WrittenFile, written_in
from pangea_server.dataset.written.numbers import Numbered, Numbers, by_language
from pangea_server.dataset.written.order import in_rounds, shared_by_all
from pangea_server.people.access.records import Annotator
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction, found

INSTRUCTIONS_TOGETHER = 50
TASKS_TOGETHER = 400
"""Records in one transaction; Firestore once took 500 at most."""
TO_DO = frozenset({TaskState.WAITING, TaskState.OPEN, TaskState.LEASED})
OnPath = tuple[int, str]
"""A path's number and a language."""
MEND = "Mend them: people should follow all of them, or none."
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WantedTasks:
    """What is to become of the files.

    Attributes:
        campaign_id: of a campaign with ``written``, or of one that is made.
        followers: people for each instruction, where the campaign is made.
        seed: of the order, where the campaign is made.
        language: of instructions that do not say theirs.
        compares: systems are compared, so each instruction says its system, and no number of a file is kept.
        sure: tasks are made although there are doubts whether they say anything.
        tiles: what is cut into tiles; None: nothing is asked about pictures.
    """

    campaign_id: str
    followers: int = 1
    seed: int = 0
    language: str | None = None
    compares: bool = False
    sure: bool = False
    tiles: TileFolder | None = None


@dataclass(slots=True)
class WrittenReport:
    """What was done, or would be done.

    Attributes:
        new, known: instructions that were written, and that the store had.
        tasks: new tasks, by kind.
        systems: instructions of each system.
        paths, shared: all paths, and those with an instruction of every system.
        people: the fewest people who can do all tasks, and those of other campaigns on these paths, since nobody meets
            a path twice.
        elsewhere: of these paths, those on which another campaign has tasks to do; by campaign.
        unspoken: languages that nobody in the store speaks.
        without_voice: instructions without a voice, where an arm of the campaign plays only the voice.
        doubts: why this may be no comparison of systems, or people would see nothing, as sentences.
    """

    campaign: Campaign
    made: bool
    new: int = 0
    known: int = 0
    tasks: Counter[str] = field(default_factory=Counter)
    systems: Counter[str] = field(default_factory=Counter)
    paths: int = 0
    shared: int = 0
    people: int = 0
    elsewhere: Counter[str] = field(default_factory=Counter)
    unspoken: tuple[str, ...] = ()
    without_voice: int = 0
    doubts: tuple[str, ...] = ()


class WrittenDoubtError(ConfigurationError):
    """What is to be compared may say less than people expect."""


def make_written_tasks(
    store: Store,
    places: Environment,
    environment_name: str,
    source: Format,
    files: Sequence[WrittenFile],
    wanted: WantedTasks,
    *,
    dry_run: bool = False,
) -> WrittenReport:
    """Import the instructions, and make open tasks of them for Followers; the same again changes nothing.

    Raises:
        ImportRefusedError: instructions are broken; each is named with its line, and nothing was written.
        ConfigurationError, InvalidDataError: a file cannot be read at all.
        StoreConflictError: the campaign is closed, or takes no instructions from files.
        CampaignFileError: the campaign cannot be made.
        WrittenDoubtError: this may compare nothing, or places have no pictures, and nobody was sure; nothing was
            written.
    """
    earlier = _campaign_for_written(store, wanted.campaign_id)
    numbers = _numbers(store, wanted)
    checked = _checked(places, source, files, wanted, earlier, numbers)
    definition = earlier.definition if earlier else _definition(wanted, checked)
    doubts = (
        *(_doubts(files, checked) if wanted.compares and earlier is None else ()),
        *_places_unseen(places, wanted, checked),
    )
    if doubts and not (wanted.sure or dry_run):
        raise WrittenDoubtError(" ".join(doubts), remedy="Run it again with --yes where that is meant.")
    seed = definition.written.seed if definition.written else wanted.seed
    instructions = numbers.numbered(checked, seed)
    new = _new(store, places, files, instructions)
    campaign = (
        earlier
        or create_campaign(store.records, places, environment_name, definition, dry_run=dry_run).campaign
    )
    if not dry_run:
        while not numbers.claim(instructions):
            numbers = _numbers(store, wanted)
            instructions = numbers.numbered(checked, seed)
            new = _new(store, places, files, instructions)
        _write_instructions(store, places, new)
    report = _report(store, campaign, earlier is None, instructions)
    report.new, report.known, report.doubts = len(new), len(instructions) - len(new), doubts
    _add_tasks(store, definition, instructions, report, dry_run=dry_run)
    return report


def _numbers(store: Store, wanted: WantedTasks) -> Numbers:
    return Numbers(store.records, keeps=not wanted.compares)


def _campaign_for_written(store: Store, campaign_id: str) -> Campaign | None:
    campaign = found(store.records, Campaign, campaign_id)
    if campaign is None:
        return None
    if campaign.state is CampaignState.CLOSED:
        raise StoreConflictError(
            f"The campaign {campaign_id} is closed.", remedy="Give the new one another id."
        )
    if campaign.definition.written is None:
        raise StoreConflictError(
            f"The campaign {campaign_id} takes no instructions from files.",
            remedy="Add `written: {}` to its file, and create it again; or give another id.",
        )
    return campaign


def _checked(
    places: Environment,
    source: Format,
    files: Sequence[WrittenFile],
    wanted: WantedTasks,
    campaign: Campaign | None,
    numbers: Numbers,
) -> list[CheckedInstruction]:
    """All instructions of all files. Raises ImportRefusedError with every fault, or where there is no instruction."""
    languages = campaign.definition.languages if campaign else None
    checker = Checker(
        places, numbers.path_of, wanted.language, languages, wanted.compares, keeps_numbers=numbers.keeps
    )
    found, broken = list[CheckedInstruction](), list[Broken]()
    for file in files:
        for written in written_in(source, file, places):
            try:
                found.append(checker.check(written))
            except PangeaError as error:
                broken.append(Broken(written.place, error))
    names = [file.path for file in files]
    if broken:
        raise refused(names, broken, MEND)
    if not found:
        raise ImportRefusedError(
            f"No instruction is in {', '.join(name.name for name in names)}.", remedy="Check the file's name."
        )
    return found


def _definition(wanted: WantedTasks, instructions: Iterable[CheckedInstruction]) -> CampaignDefinition:
    """A campaign of these instructions alone, for everybody, without rotation or a learning period."""
    return CampaignDefinition(
        id=wanted.campaign_id,
        languages=tuple(sorted({each.language for each in instructions})),
        followers_per_guide=wanted.followers,
        send_back_after=None,
        written=WrittenRules(seed=wanted.seed),
        rotation=RoleRotation(first=0),
        trust=TrustRules(learning=0),
    )


def _new(
    store: Store, places: Environment, files: Sequence[WrittenFile], instructions: Iterable[Numbered]
) -> list[Numbered]:
    """Those that the store does not have.

    Raises:
        ImportRefusedError: the store has something else under the same number, or one was withdrawn.
    """
    new, broken = list[Numbered](), list[Broken]()
    for each in instructions:
        try:
            if each.is_known:
                continue
            records = each.imported(places).records
            if each.is_drawn:  # its own numbers are nobody's yet: ``claim`` sees to that
                _lacking(store, [record for record in records if isinstance(record, (Annotator, ScanRecord))])
                new.append(each)
            elif _lacking(store, records):
                new.append(each)
        except PangeaError as error:
            broken.append(Broken(each.checked.written.place, error))
    if broken:
        raise refused([file.path for file in files], broken, MEND)
    return new


def _lacking(store: Store, records: Sequence[Record]) -> list[Record]:
    return store.records.transact(lambda transaction: missing(transaction, records))


def _doubts(files: Sequence[WrittenFile], checked: Sequence[CheckedInstruction]) -> Iterator[str]:
    """Why these files may compare no systems."""
    for name, count in Counter(file.system for file in files if file.system).items():
        if count > 1:
            yield f"{count} files are of the system {name}."
    paths: dict[str, set[tuple[str, str]]] = {}
    for each in checked:
        paths.setdefault(each.row.system or "", set()).add((each.row.scan, " ".join(each.path)))
    if len(paths) == 1:
        yield f"All instructions are of one system, {next(iter(paths))}: nothing is compared."
    every_path = set().union(*paths.values())
    for name, its_own in sorted(paths.items()):
        if lacking := len(every_path - its_own):
            yield f"{name} has no instruction on {lacking} of {len(every_path)} paths."


def _places_unseen(
    places: Environment, wanted: WantedTasks, checked: Sequence[CheckedInstruction]
) -> Iterator[str]:
    if wanted.tiles is not None:
        starts = {each.row.scan: each.path[0] for each in checked}
        for scan_id, error in without_pictures(places, wanted.tiles, starts):
            yield f"{scan_id} has no pictures here, so people would see nothing: {error.message}"


def _report(store: Store, campaign: Campaign, made: bool, instructions: Sequence[Numbered]) -> WrittenReport:
    here = (
        each for each in every(store.records, Annotator) if not each.imported and each.withdrawn_at is None
    )
    spoken = {language for person in here for language in person.languages}
    arms = campaign.definition.conditions.arms.values() if campaign.definition.conditions else ()
    plays_voice = any(arm.weight and arm.instruction == "voice" for arm in arms)
    return WrittenReport(
        campaign,
        made,
        systems=Counter(each.system or "" for each in instructions),
        paths=len({each.path_id for each in instructions}),
        shared=shared_by_all((each.path_id, each.system) for each in instructions),
        unspoken=tuple(sorted({each.checked.language for each in instructions} - spoken)),
        without_voice=sum(not each.has_voice for each in instructions) if plays_voice else 0,
    )


def _write_instructions(store: Store, places: Environment, new: Sequence[Numbered]) -> None:
    for some in _batches(new, INSTRUCTIONS_TOGETHER):
        imported = [each.imported(places) for each in some]
        for each in imported:
            for name, data in each.blobs.items():
                store.blobs.create(name, data)
        store.records.transact(partial(_written, coming=[each.records for each in imported]))


def _written(transaction: Transaction, coming: Sequence[Sequence[Record]]) -> None:
    new: dict[RecordKey, Record] = {}
    for records in coming:
        new.update((key_of(record), record) for record in missing(transaction, records, new))
    annotations = [each for each in new.values() if isinstance(each, Annotation)]
    changes = [Change(kind=each.kind, number=each.number) for each in annotations]
    for record in (*new.values(), *changes):
        transaction.create(record)


def _add_tasks(
    store: Store,
    definition: CampaignDefinition,
    instructions: Sequence[Numbered],
    report: WrittenReport,
    *,
    dry_run: bool,
) -> None:
    """Write the tasks that each instruction lacks, in the order in which they are given out."""
    there = Counter(
        (task.instruction_id, task.kind)
        for task in every(store.records, Task, {"campaign_id": definition.id})
        if task.state not in GONE and not task.check_item
    )
    for kind, count in tasks_per_guide(definition).items():
        lacking = {each.number: count - there[each.number, kind] for each in instructions}
        fitting = [each for each in instructions if each.has_voice or not declared(kind).transcribes]
        order = list(_in_order(definition, fitting, lacking))
        report.tasks[kind] = len(order)
        if kind == judging_kind():
            per_path = Counter((each.path_id, each.checked.language) for each in order)
            others = _elsewhere(store, definition.id, per_path)
            report.elsewhere = Counter(name for names in others.values() for name in set(names))
            report.people = max((count + len(others[path]) for path, count in per_path.items()), default=0)
        if not dry_run:
            _write_tasks(store, definition, kind, order)


def _elsewhere(store: Store, campaign_id: str, paths: Iterable[OnPath]) -> dict[OnPath, list[str]]:
    """The other campaigns of the tasks to do on these paths: whoever does such a task has met the path."""
    open_ones = {
        each.campaign_id for each in every(store.records, Campaign) if each.state is not CampaignState.CLOSED
    }
    others = open_ones - {campaign_id}
    return {
        (path_id, language): [
            task.campaign_id
            for task in every(store.records, Task, {"path_id": path_id})
            if task.campaign_id in others
            and (task.state in TO_DO and task.language == language)
            and not declared(task.kind).again_on_path
        ]
        for path_id, language in paths
    }


def _in_order(
    definition: CampaignDefinition, instructions: Sequence[Numbered], lacking: Mapping[int, int]
) -> Iterator[Numbered]:
    seed = definition.written.seed if definition.written else 0
    for language, spoken in by_language(instructions):
        for turn in range(max((lacking[each.number] for each in spoken), default=0)):
            needed = [each for each in spoken if lacking[each.number] > turn]
            yield from in_rounds(needed, f"{seed} {language} {turn}")


def _write_tasks(store: Store, definition: CampaignDefinition, kind: str, order: Sequence[Numbered]) -> None:
    for some in _batches(order, TASKS_TOGETHER):
        numbers = take_numbers(store.records, declared(kind).counter, len(some))
        tasks = [_task(definition, kind, each, number) for each, number in zip(some, numbers, strict=True)]
        store.records.transact(partial(_create, records=tasks))


def _batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _create(transaction: Transaction, records: Iterable[Record]) -> None:
    for record in records:
        transaction.create(record)


def _task(definition: CampaignDefinition, kind: str, instruction: Numbered, number: int) -> Task:
    return Task(
        kind=kind,
        number=number,
        path_id=instruction.path_id,
        scan_id=instruction.path.scan_id,
        language=instruction.checked.language,
        state=TaskState.OPEN,
        campaign_id=definition.id,
        pool=pool_speaking(definition, instruction.checked.language),
        instruction_id=instruction.number,
        guide_annotator_id=instruction.annotator_id,
        args={} if instruction.system is None else {"system": instruction.system},
    )
