"""Checking and carrying out a campaign file that came from a browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from environments.folders import make_folder
from pangea_server.annotate.campaigns.faults import CampaignFault
from pangea_server.annotate.campaigns.file import CampaignFile, faults_of, read_campaign_file
from pangea_server.annotate.campaigns.landmark_rules import LANDMARKS
from pangea_server.annotate.campaigns.records import Attachment, Campaign, CampaignDefinition
from pangea_server.annotate.kinds.kinds import load_kinds
from pangea_server.collect.invitations.checks import unreached
from pangea_server.collect.planning.cost import cost_of
from pangea_server.collect.planning.lifecycle import Creation, create_campaign, is_unasked
from pangea_server.collect.planning.outlook import outlook, usual_seconds
from pangea_server.collect.planning.path_facts import path_facts
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.campaigns.texts import file_text, plain
from pangea_server.dataset.campaigns.wire import (
    CampaignCheck,
    CampaignFileRequest,
    CampaignPlan,
    ForecastView,
)
from pangea_server.http.services import Services
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import BlobStore, found

MOST_SAMPLED = 5000
"""Paths and pieces of work that a server draws beside its other work; the command line has no limit."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """A campaign file that was read, and the campaign that the store has under its id."""

    source: CampaignFile
    earlier: Campaign | None


def check_file(services: Services, asked: CampaignFileRequest) -> CampaignCheck:
    """What is wrong with a file, or what it would do; nothing is written.

    Raises:
        StoreConflictError: the campaign is closed.
    """
    definition: CampaignDefinition | None = None
    try:
        with _opened(services, asked) as opened:
            definition = opened.source.definition
            creation = _create(services, opened, dry_run=True)
    except CampaignFileError as error:
        said = {"text": file_text(definition), "definition": plain(definition)} if definition else {}
        return CampaignCheck.model_validate({"faults": faults_of(error), **said})
    return CampaignCheck(
        faults=(),
        text=file_text(definition),
        definition=plain(definition),
        plan=_plan(services, creation, opened.earlier),
    )


def carry_out(
    services: Services, asked: CampaignFileRequest, campaign_id: str, version: int, actor: Annotator
) -> Campaign:
    """Create or change the campaign, as ``pangea campaign create`` does.

    Args:
        version: that the changes were made in; 0 for a new campaign.

    Raises:
        CampaignFileError: the file cannot be carried out, or is another campaign's; nothing was changed.
        StoreConflictError: the stored campaign has another version, or is closed.
    """
    with _opened(services, asked) as opened:
        if opened.source.definition.id != campaign_id:
            opened.source.refuse(
                [
                    CampaignFault(
                        ("id",), f"this is the file of {campaign_id!r}", f"Write {campaign_id} again."
                    )
                ]
            )
        return _create(services, opened, seen=version, actor=actor).campaign


@contextmanager
def _opened(services: Services, asked: CampaignFileRequest) -> Iterator[_Opened]:
    with campaign_folder(asked.text, asked.files) as file:
        source = read_campaign_file(file)
        source.refuse(_faults_here(services, source.definition))
        earlier = found(services.store.records, Campaign, source.definition.id)
        put_beside(earlier.attachments if earlier else (), services.store.blobs, file.parent)
        yield _Opened(source, earlier)


def _create(
    services: Services,
    opened: _Opened,
    *,
    dry_run: bool = False,
    seen: int | None = None,
    actor: Annotator | None = None,
) -> Creation:
    source = opened.source
    return create_campaign(
        services.store.records,
        services.environment,
        services.settings.environment,
        source.definition,
        kinds=load_kinds(),
        folder=source.path.parent,
        blobs=services.store.blobs,
        refuse=source.refuse,
        dry_run=dry_run,
        seen=seen,
        actor=actor,
    )


def _faults_here(services: Services, definition: CampaignDefinition) -> Iterator[CampaignFault]:
    """What only the command line can carry out."""
    wanted, ours = definition.environment, services.settings.environment
    if wanted not in (None, ours):
        yield CampaignFault(
            ("environment",),
            f"this server has {ours}, not {wanted}",
            "Leave this key out, or start a server there.",
        )
    scans = tuple(services.environment.scan_ids())
    for number, source in enumerate(definition.paths):
        if source.sampler and source.per_scan * len(source.scans or scans) > MOST_SAMPLED:
            yield _too_many(("paths", number, "per_scan"))
    for kind, plan in definition.tasks.items():
        if kind != LANDMARKS and plan.per_scan * len(plan.scans or scans) > MOST_SAMPLED:
            yield _too_many(("tasks", kind, "per_scan"))


def _too_many(where: tuple[str | int, ...]) -> CampaignFault:
    return CampaignFault(
        where,
        f"that is more than {MOST_SAMPLED} in all scans together, which would hold up the server",
        "Name fewer scans, or use pangea campaign create.",
    )


def _plan(services: Services, creation: Creation, earlier: Campaign | None) -> CampaignPlan:
    tasks = creation.new_by_kind
    definition = creation.campaign.definition
    seen = outlook(services.store.records, definition, creation.difference)
    return CampaignPlan(
        campaign_id=definition.id,
        version=earlier.version if earlier else 0,
        languages=definition.languages,
        tasks=tasks,
        paths=path_facts(services.environment, creation.wanted),
        new_paths=creation.new_paths,
        retired=creation.retired,
        moved=creation.moved,
        cost=cost_of(tasks, definition.pay, usual_seconds(services.store.records, tasks)),
        unasked=is_unasked(services.store.records, definition),
        without_task=sum(1 for _ in unreached(services.store.records, creation.campaign)),
        forecast=ForecastView(
            people=seen.people, learning=seen.learning, made=seen.made, counted=seen.counted
        ),
    )


NAME = "campaign.yaml"
MOST_COPIED = 100 * 2**20
"""Bytes of pictures and films that are copied for one check of a file."""


@contextmanager
def campaign_folder(text: str, files: Mapping[str, str]) -> Iterator[Path]:
    """The path of a campaign file with this text, removed again afterwards.

    Args:
        files: texts beside it, by name: paths and instructions.
    """
    with TemporaryDirectory(prefix="pangea-campaign-") as made:
        folder = Path(made)
        for name, content in {**files, NAME: text}.items():
            (folder / name).write_text(content, encoding="utf-8")
        yield folder / NAME


def put_beside(attachments: Iterable[Attachment], blobs: BlobStore, folder: Path) -> None:
    """Copy the pictures and films that the stored campaign shows, for a browser does not send them again.

    Raises:
        CampaignFileError: they are too large to be copied for it.
    """
    kept = [each for each in attachments if _is_below(each.name)]
    total = sum(each.file.size for each in kept)
    if total > MOST_COPIED:
        raise CampaignFileError(
            f"The campaign shows pictures and films of {total:,} bytes; at most {MOST_COPIED:,} are changed here.",
            remedy="Change it with pangea campaign create.",
        )
    for attachment in kept:
        place = folder / attachment.name
        make_folder(place.parent)
        with blobs.open(attachment.file.blob) as stored, place.open("wb") as copy:
            shutil.copyfileobj(stored, copy)


def _is_below(name: str) -> bool:
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts
