"""``pangea campaign``: create campaigns from files, and show their progress."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer
from pydantic import BaseModel
from rich.console import Console

from pangea_server.annotate.annotations.population import told
from pangea_server.annotate.campaigns import EXAMPLE
from pangea_server.annotate.campaigns.agreed_times import AgreedTime, still_to_come
from pangea_server.annotate.campaigns.command_line import CampaignArgument, complete_campaign
from pangea_server.core.cli.options import DataDir, EnvironmentSpec, Languages
from pangea_server.core.cli.tables import Listing
from pangea_server.core.counted import counted
from pangea_server.core.records import now
from pangea_server.stores.opening.command_line import (
    StoreName,
    new_store_goes_when_refused,
    open_named,
    say_if_new,
)

if TYPE_CHECKING:
    from environments import Environment
    from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition
    from pangea_server.collect.planning.lifecycle import Creation
    from pangea_server.collect.planning.outlook import Outlook
    from pangea_server.collect.planning.status import Status
    from pangea_server.core.settings import Settings
    from pangea_server.http.services import Services
    from pangea_server.stores.protocol import RecordStore

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")]
People = Annotated[
    int | None,
    typer.Option(
        min=1, help="How many people will take part, for the forecast.", show_default="those who are invited"
    ),
]

MOST_NAMED = 5
"""So many people without tasks are named one by one."""

app = typer.Typer(help="Campaigns: create them from files, and show their progress.", no_args_is_help=True)


class SamplerName(StrEnum):
    """Names in ``environments.SAMPLERS``."""

    R2R = "r2r"
    RXR = "rxr"


@app.command("create")
def create(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A campaign file; see `example`.")],
    dry_run: DryRun = False,
    people: People = None,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Create a file's campaign, change a running one, or finish an interrupted creation.

    A change never affects tasks that people hold or have done: new tasks are added; tasks that are no longer wanted and
    that no one has begun are retired.
    """
    from pangea_server.annotate.campaigns.file import read_campaign_file
    from pangea_server.annotate.kinds.kinds import load_kinds
    from pangea_server.collect.planning.lifecycle import check_environment, create_campaign
    from pangea_server.collect.planning.outlook import outlook
    from pangea_server.core.settings import read_settings

    source = read_campaign_file(file)
    definition = source.definition
    settings = read_settings(
        data_dir=data_dir, environment=environment or definition.environment, store=store
    )
    check_environment(definition, settings.environment)
    with _services(settings, dry_run) as services:
        creation = create_campaign(
            services.store.records,
            services.environment,
            settings.environment,
            definition,
            kinds=load_kinds(),
            folder=file.parent,
            blobs=services.store.blobs,
            refuse=source.refuse,
            dry_run=dry_run,
        )
        _print_creation(creation, services.environment, dry_run)
        _warn_of_unreached(services.store.records, creation.campaign)
        _warn_of_unasked(services.store.records, definition)
        show_outlook(
            outlook(services.store.records, definition, creation.difference if dry_run else None, people)
        )


@app.command("sample")
def sample(
    paths: Annotated[int, typer.Option(min=1, help="Paths to sample in each scan.")] = 6,
    followers: Annotated[int, typer.Option(min=0, help="Followers for each Guide.")] = 1,
    language: Languages = ["en-US"],  # noqa: B006  # typer reads the default, nobody changes it
    sampler: Annotated[
        SamplerName,
        typer.Option(help="r2r: shortest paths of 4 to 7 viewpoints; rxr: longer ones that vary more."),
    ] = SamplerName.R2R,
    unseen: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Share of the scans for the split val_unseen, chosen by their names."
        ),
    ] = 0.0,
    seed: Annotated[int, typer.Option(help="Other seeds give other paths.")] = 0,
    name: Annotated[
        str, typer.Option("--id", help="The campaign's id.", autocompletion=complete_campaign)
    ] = "sample",
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Create a campaign without a file: sampled paths in every scan, for everyone, without rotation."""
    from pangea_server.annotate.campaigns.sample import sample_definition
    from pangea_server.collect.planning.lifecycle import create_campaign
    from pangea_server.core.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    definition = sample_definition(
        name, language, paths, followers, sampler=sampler.value, unseen=unseen, seed=seed
    )
    with _services(settings, dry_run=False) as services:
        creation = create_campaign(
            services.store.records, services.environment, settings.environment, definition
        )
        _print_creation(creation, services.environment, dry_run=False)


@app.command("example")
def example() -> None:
    """Print an example campaign file with a comment on each key."""
    typer.echo(EXAMPLE.read_text(encoding="utf-8"), nl=False)


@app.command("status")
def status(
    campaign_id: Annotated[
        str | None,
        typer.Argument(
            metavar="CAMPAIGN",
            help="The campaign's id.",
            show_default="all campaigns",
            autocompletion=complete_campaign,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
    people: People = None,
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Show how many tasks are waiting, open, held and done, how many answers count, and how many will."""
    import json

    from pangea_server.annotate.campaigns.records import Campaign
    from pangea_server.collect.planning.status import campaign_status
    from pangea_server.stores.paging import every

    with closing(open_named(data_dir, store)) as opened:
        records = opened.records
        wanted = [records.get(Campaign, campaign_id)] if campaign_id else every(records, Campaign)
        found = [campaign_status(records, campaign, people) for campaign in wanted]
    if as_json:
        typer.echo(json.dumps([asdict(each) for each in found], default=_plain))
        return
    for each in found:
        _listing(each).show()
        for made in each.made:
            left = f"; left out: {told(made.left_out)}" if made.left_out else ""
            typer.echo(f"{made.kind}: {counted(made.made, 'answer')}, of which {made.counted} count{left}.")
        for row in each.rows:
            if row.for_nobody:
                free = counted(row.for_nobody, "free task")
                typer.echo(f"{row.kind} in {row.language}: {free} for nobody who is here.")
                typer.echo("They know the paths, have done all they may, or lack the language or pool.")
                typer.echo(f"Invite others: pangea invite --language {row.language}")
        for kind, times in each.agreed_times.items():
            for line in told_times(kind, times, now()):
                typer.echo(line)
        show_outlook(each.outlook)
    if not found:
        typer.echo("There is no campaign yet. Make one with: pangea campaign create FILE")


def _plain(value: object) -> object:
    """Of a status, what JSON has no form for."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)


def told_times(kind: str, times: Iterable[AgreedTime], at: datetime) -> Iterator[str]:
    """The agreed times of a kind that are not over, in lines."""
    to_come = still_to_come(times, at)
    if not to_come:
        yield f"{kind}: the last agreed time is over, and nobody is given a task of it any more."
        yield "Add times to agreed_times in the campaign file, and create the campaign again."
        return
    yield f"{kind}: tasks are given out at these times only (UTC)."
    for time in to_come:
        state = "now" if time.covers(at) else ""
        yield f"  {time.begins:%Y-%m-%d %H:%M} to {time.ends:%Y-%m-%d %H:%M} {state}".rstrip()


@app.command("pause")
def pause(campaign_id: CampaignArgument, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Give out no new tasks. People may finish and submit the tasks that they hold."""
    _turn(campaign_id, "paused", data_dir, store)


@app.command("resume")
def resume(campaign_id: CampaignArgument, data_dir: DataDir = None, store: StoreName = None) -> None:
    """Start giving out tasks again."""
    _turn(campaign_id, "running", data_dir, store)


@app.command("close")
def close(campaign_id: CampaignArgument, data_dir: DataDir = None, store: StoreName = None) -> None:
    """End the campaign for good. People may finish and submit the tasks that they hold."""
    _turn(campaign_id, "closed", data_dir, store)


def _turn(campaign_id: str, state: str, data_dir: Path | None, store: str | None) -> None:
    from pangea_server.annotate.campaigns.records import CampaignState
    from pangea_server.collect.planning.lifecycle import set_state

    with closing(open_named(data_dir, store)) as opened:
        campaign = set_state(opened.records, campaign_id, CampaignState(state))
    typer.echo(f"The campaign {campaign_id} is {campaign.state.value}.")


def _warn_of_unreached(records: RecordStore, campaign: Campaign) -> None:
    """Say who is invited and gets no task, as after a change that took their language away."""
    from pangea_server.collect.invitations.checks import unreached, warning

    lines = [warning(person, why) for person, why in unreached(records, campaign)]
    for line in lines[:MOST_NAMED]:
        typer.echo(line)
    if len(lines) > MOST_NAMED:
        typer.echo(f"... and {len(lines) - MOST_NAMED} more people.")


def _warn_of_unasked(records: RecordStore, definition: CampaignDefinition) -> None:
    """Where people are to hear each other and nobody asks whether they agree."""
    from pangea_server.collect.planning.lifecycle import is_unasked

    if is_unasked(records, definition):
        typer.echo(
            "Two people will hear each other live, and no consent text is in force. Put one in force: pangea consent; "
            "what it has to say of the partner is added by itself."
        )


def show_outlook(outlook: Outlook) -> None:
    """What a campaign will have made, and what that costs."""
    from pangea_server.collect.ledger.pay import in_units

    if outlook.made == 0:
        return
    if outlook.people == 0 and outlook.learning:
        typer.echo("Nobody is invited yet: --people N forecasts what is made, with learning periods.")
        return
    cost = outlook.cost
    said = [f"{in_units(cost.answers, cost.currency)} {cost.currency} for answers"] * (cost.answers > 0)
    if cost.time:
        said.append(f"about {in_units(cost.time, cost.currency)} {cost.currency} for active time")
    if cost.time is None:
        per_hour = in_units(cost.per_hour, cost.currency)
        said.append(
            f"{per_hour} {cost.currency} for each hour, and nobody knows yet how long "
            f"{' and '.join(cost.unmeasured)} tasks take"
        )
    price = f" They cost {' and '.join(said)}." if said else ""
    if outlook.counted == outlook.made:
        typer.echo(f"Forecast: {counted(outlook.made, 'answer')}, all of which count.{price}")
        return
    headings = ("wanted", "check items", "learning", "after learners", "made", "count")
    title = f"Forecast, at most: {counted(outlook.people, 'person', 'people')} take part"
    listing = Listing("task", *headings, title=title, numbers=headings)
    for each in outlook.kinds:
        figures = (each.wanted, each.check_items, each.learning, each.after_learners, each.made, each.counted)
        listing.add(each.kind, *map(str, figures))
    listing.show()
    share = round(100 * outlook.counted / outlook.made)
    typer.echo(f"{outlook.made} answers in all, of which {outlook.counted} count ({share} %).{price}")


def _listing(status: Status) -> Listing:
    """A campaign's tasks, a row for each kind and language."""
    states = list(status.rows[0].states) if status.rows else []
    counted = (*(state.value for state in states), "given back", "partly done")
    title = f"{status.campaign_id}: {status.state.value}, version {status.version}"
    listing = Listing("task", "language", *counted, title=title, numbers=counted)
    for row in status.rows:
        counts = (*(row.states[state] for state in states), row.given_back, row.partly_done)
        listing.add(row.kind, row.language, *map(str, counts))
    return listing


@contextmanager
def _services(settings: Settings, dry_run: bool) -> Iterator[Services]:
    """Where there is no store, one is made; a dry run plans on an empty one elsewhere, which is removed again."""
    from pangea_server.http.services import open_services
    from pangea_server.stores.opening import store_exists

    with ExitStack() as opened:
        if dry_run and not store_exists(settings):
            folder = opened.enter_context(TemporaryDirectory(prefix="pangea-dry-run-"))
            settings = settings.model_copy(update={"data_dir": Path(folder) / "data", "store": "local"})
        else:
            opened.enter_context(new_store_goes_when_refused(settings))
            say_if_new(settings)
        yield opened.enter_context(closing(open_services(settings, make=True)))


def _print_creation(creation: Creation, environment: Environment, dry_run: bool) -> None:
    from pangea_server.annotate.kinds.kinds import declared
    from pangea_server.collect.planning.path_facts import path_facts

    console = Console(soft_wrap=True, highlight=False)
    will, were = ("would be", "would be") if dry_run else ("were", "were")
    made = [
        f"{count} {kind.replace('_', ' ').capitalize()} tasks"
        for kind, count in creation.new_of_paths.items()
        if count or declared(kind).rotates
    ]
    console.print(f"{' and '.join(made)} {will} made.")
    if creation.others.new_tasks:
        console.print(f"{creation.others.new_tasks} tasks of other kinds {will} made.")
    if creation.renumbered:
        console.print(
            f"{creation.renumbered} paths get a new path_id: the store has them under theirs already, for an import or "
            "another campaign."
        )
    if not creation.is_new:
        console.print(
            f"Campaign {creation.campaign.campaign_id}, version {creation.campaign.version}, "
            f"{creation.campaign.state.value}: {creation.new_paths} paths {were} added, {creation.retired} tasks "
            f"retired, {creation.moved} moved to another pool or priority. Nobody's work changes."
        )
    facts = path_facts(environment, creation.wanted)
    if facts:
        (shortest, median, longest), (fewest, middle, most) = facts.metres, facts.viewpoints
        console.print(
            f"{facts.paths} paths in {facts.scans} scans "
            f"({', '.join(f'{split} {n}' for split, n in facts.splits.items())}): "
            f"{shortest:.1f} to {longest:.1f} m, median {median:.1f} m; "
            f"{fewest} to {most} viewpoints, median {middle}."
        )
