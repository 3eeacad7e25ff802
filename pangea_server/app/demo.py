"""``pangea demo``: a house, a small campaign, three people, and the addresses of their pages."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from pangea_server.core.cli.options import Host, Port

if TYPE_CHECKING:
    from pangea_server.stores.protocol import RecordStore

LANGUAGES = ("en-US",)
DEMO_COUNTER = "demo"  # the counter that marks a data directory as a demo's


def demo(host: Host = "127.0.0.1", port: Port = 8000, data_dir: Path = Path("pangea-data")) -> None:
    """Try everything on the demo services: no account, no cloud, no network.

    The first call makes a campaign in the data directory; later calls continue with it. Links are new at every start,
    and each opens in one browser.
    """
    from pangea_server.app.env import cut_tiles
    from pangea_server.app.serve import run_server
    from pangea_server.core.settings import read_settings
    from pangea_server.http.services import open_services

    settings = read_settings(data_dir=data_dir, environment="demo", align_on_submit=True)
    with closing(open_services(settings)) as services:
        links = _prepare(services.store.records, data_dir, f"http://{host}:{port}")
        cut_tiles(services.environment, settings.tiles_dir)
    console = Console(soft_wrap=True, highlight=False)
    console.print(
        "[bold]PanGEA demo.[/bold] Open each link in a tab of its own; each is another person. Ctrl+C stops it."
    )
    for page, link in links.items():
        console.print(f"  {page:<9} {link}")
    run_server(settings, host, port)


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
