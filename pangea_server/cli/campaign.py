"""``pangea campaign`` and ``pangea invite``: work for people, and people for the work."""

from __future__ import annotations

from contextlib import closing
from typing import Annotated

import typer
from rich.console import Console

from pangea_server.cli.options import DataDir, EnvironmentSpec, StoreName

Languages = Annotated[
    list[str], typer.Option("--language", help="BCP 47 tag, such as en-IN; may be repeated.")
]


def campaign(
    paths: Annotated[int, typer.Option(min=1, help="Paths to sample in each scan.")] = 6,
    followers: Annotated[int, typer.Option(min=0, help="Followers for each Guide.")] = 1,
    language: Languages = ["en-US"],  # noqa: B006  # typer reads the default, nobody changes it
    seed: Annotated[int, typer.Option(help="Other seeds give other paths.")] = 0,
    data_dir: DataDir = None,
    environment: EnvironmentSpec = None,
    store: StoreName = None,
) -> None:
    """Sample paths in every scan, and make a Guide task and its Follower tasks of each."""
    from pangea_server.campaign import Plan, create_campaign
    from pangea_server.house import open_house
    from pangea_server.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment=environment, store=store)
    plan = Plan(languages=tuple(language), paths_per_scan=paths, followers_per_guide=followers, seed=seed)
    with closing(open_house(settings)) as house:
        guides = create_campaign(house.store.records, house.environment, settings.environment, plan)
    Console().print(f"{len(guides)} Guide tasks and {len(guides) * followers} Follower tasks were made.")


def invite(
    role: Annotated[str, typer.Option(help="annotator or manager.")] = "annotator",
    language: Languages = ["en-US"],  # noqa: B006
    origin: Annotated[
        str, typer.Option(help="Address under which people reach the server.")
    ] = "http://127.0.0.1:8000",
    data_dir: DataDir = None,
    store: StoreName = None,
) -> None:
    """Let a person in: prints their links. A link is a key; it cannot be shown again."""
    from pangea_server.house import open_store
    from pangea_server.people import enrol
    from pangea_server.records import Role
    from pangea_server.settings import read_settings

    if role not in set(Role):
        raise typer.BadParameter(f"{role!r} is neither annotator nor manager", param_hint="--role")
    with closing(open_store(read_settings(data_dir=data_dir, store=store))) as opened:
        person, token = enrol(opened.records, Role(role), language)
    pages = ("monitor",) if person.role is Role.MANAGER else ("guide", "follower")
    for page in pages:
        typer.echo(f"{origin}/{page}#token={token}")
