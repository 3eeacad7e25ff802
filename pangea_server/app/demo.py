"""``pangea demo``: a house, a small campaign, three people, and the addresses of their pages."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pangea_server.core.cli.options import DataDir, Host, Port

if TYPE_CHECKING:
    from pangea_server.app.demo_landmarks.campaign import Crew
    from pangea_server.http.services import Services
    from pangea_server.stores.protocol import RecordStore

LANGUAGES = ("en-US",)
DEMO_COUNTER = "demo"  # the counter that marks a data directory as a demo's


def demo(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data_dir: DataDir = None,
    landmarks: Annotated[
        bool,
        typer.Option("--landmarks", help="Also a part about landmarks: two Guides' words, and colleagues."),
    ] = False,
    two: Annotated[
        bool,
        typer.Option("--two", help="Also tasks for two people who talk: two links, for two windows."),
    ] = False,
) -> None:
    """Try everything on the demo services: no account, no cloud, no network.

    The first call makes a campaign in the data directory; later calls continue with it. Links are new at every start,
    and each opens in one browser.
    """
    from pangea_server.app.env import cut_tiles
    from pangea_server.app.serve import bound_port, run_server
    from pangea_server.core.settings import read_settings
    from pangea_server.http.services import open_services
    from pangea_server.stores.opening.command_line import say_if_new

    settings = read_settings(data_dir=data_dir, environment="demo", align_on_submit=True)
    with ExitStack() as at_work:
        listener = at_work.enter_context(bound_port(host, port))
        port = listener.getsockname()[1]
        origin = f"http://{host}:{port}"
        say_if_new(settings)
        with closing(open_services(settings, make=True)) as services:
            links = _prepare(services.store.records, settings.data_dir, origin)
            crew = _landmarks(services, links, origin) if landmarks else None
            if two:
                links |= two_people(services, origin) | {"monitor": links.pop("monitor")}
            cut_tiles(services.environment, settings.tiles_dir)
        lines = [
            "PanGEA demo. Open each link in a tab of its own; each is another person. Ctrl+C stops it.",
            *(f"  {page:<9} {link}" for page, link in links.items()),
        ]
        if two:
            lines += [
                "  alone     Before you open talk 1, let a program be talk 2:",
                f"            pangea partner '{links['talk 2']}'",
                f"            In both links you may put instead of {TALK}: {', '.join(sorted({*_talks()} - {TALK}))}.",
            ]
        if crew:
            from pangea_server.app.demo_landmarks.colleagues import Colleagues

            at_work.enter_context(Colleagues(settings, crew, origin))
        run_server(settings, host, port, taken=listener, invitation="\n".join(lines))


def _landmarks(services: Services, links: dict[str, str], origin: str) -> Crew:
    """The part about landmarks, made once, and a fresh link to it before the last one."""
    from pangea_server.annotate.landmarks.protocol.asked import Step
    from pangea_server.app.demo_landmarks.campaign import landmark_crew
    from pangea_server.people.accounts.invites import invite

    crew = landmark_crew(services.store, services.environment)
    links["landmarks"] = f"{origin}/task/{Step.MENTION}#token={invite(services.store.records, crew.newcomer)}"
    links["monitor"] = links.pop("monitor")
    return crew


TALK = "guide_two"
"""What the demo's two people are given first; other kinds for two are behind their own addresses."""


def two_people(services: Services, origin: str) -> dict[str, str]:
    """Links for two people who are to talk. They are new ones at each start, as nobody meets a path twice."""
    from pangea_server.annotate.campaigns.records import CampaignDefinition
    from pangea_server.collect.planning.lifecycle import create_campaign
    from pangea_server.people.access.records import Role
    from pangea_server.people.accounts.enrolment import enrol
    from pangea_server.people.accounts.invites import invite

    records = services.store.records
    wanted = {kind: {"per_scan": 20} for kind in _talks()} | {
        TALK: {"per_scan": 20, "partner_view": "camera"}
    }
    definition = CampaignDefinition.model_validate(
        {"id": "demo-two", "languages": LANGUAGES, "tasks": wanted}
    )
    create_campaign(records, services.environment, "demo", definition)
    people = [enrol(records, Role.ANNOTATOR, LANGUAGES) for _ in range(2)]
    return {
        f"talk {number}": f"{origin}/task/{TALK}#token={invite(records, person.annotator_id)}"
        for number, person in enumerate(people, start=1)
    }


def _talks() -> list[str]:
    """All kinds for two; each is behind an address of its own."""
    from pangea_server.annotate.kinds.kinds import declarations

    return [each.kind for each in declarations() if each.seats]


def _prepare(records: RecordStore, data_dir: Path, origin: str) -> dict[str, str]:
    """The demo campaign, made once, and fresh links for its Guide, its Follower and its manager."""
    from pangea_server.people.accounts.invites import invite

    if not _is_demo(records, data_dir):
        _create(records)
    return {
        page: f"{origin}/{page}#token={invite(records, annotator_id)}"
        for annotator_id, page in enumerate(_pages(), start=1)
    }


def _pages() -> tuple[str, ...]:
    """Each is opened by a person of its own."""
    from pangea_server.annotate.kinds.kinds import rotating_kinds

    return (*rotating_kinds(), "monitor")


def _is_demo(records: RecordStore, data_dir: Path) -> bool:
    from environments.errors import ConfigurationError
    from pangea_server.annotate.tasks.records import Task
    from pangea_server.core.records import Counter
    from pangea_server.people.access.records import Annotator

    if any(counter.name == DEMO_COUNTER for counter in records.find(Counter)):
        return True
    if records.count(Annotator) or records.count(Task):
        raise ConfigurationError(
            f"{data_dir} holds a collection that is not the demo.",
            remedy="Choose another --data-dir for the demo.",
        )
    return False


def _create(records: RecordStore) -> None:
    from environments import open_environment
    from pangea_server.annotate.campaigns.sample import sample_definition
    from pangea_server.collect.planning.lifecycle import create_campaign
    from pangea_server.people.access.records import Role
    from pangea_server.people.accounts.enrolment import enrol
    from pangea_server.stores.numbering import take_numbers

    for page in _pages():
        enrol(records, Role.MANAGER if page == "monitor" else Role.ANNOTATOR, LANGUAGES)
    create_campaign(records, open_environment("demo"), "demo", sample_definition("demo", LANGUAGES))
    take_numbers(records, DEMO_COUNTER, 1)
