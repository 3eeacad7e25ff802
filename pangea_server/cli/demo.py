"""``pangea demo``: a house, a small campaign, three people, and the addresses of their pages."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.panel import Panel

from pangea_server.cli.options import Host, Port

if TYPE_CHECKING:
    from pangea_server.records import Role
    from pangea_server.stores.protocol import RecordStore

LANGUAGES = ("en-US",)


def demo(host: Host = "127.0.0.1", port: Port = 8000, data_dir: Path = Path("pangea-data")) -> None:
    """Try everything on the demo house: no account, no cloud, no network.

    The first call makes a campaign in the data directory; later calls go on with it. Links are new at every start.
    """
    from pangea_server.cli.serve import run_server
    from pangea_server.house import open_house
    from pangea_server.settings import read_settings

    settings = read_settings(data_dir=data_dir, environment="demo", align_on_submit=True)
    with closing(open_house(settings)) as house:
        links = _prepare(house.store.records, f"http://{host}:{port}")
    text = "\n".join(f"[bold]{name:<10}[/bold] [link={link}]{link}[/link]" for name, link in links.items())
    Console(soft_wrap=True).print(Panel.fit(text, title="PanGEA demo", subtitle="Ctrl+C stops it"))
    run_server(settings, host, port)


def _prepare(records: RecordStore, origin: str) -> dict[str, str]:
    """The demo campaign, made once, and fresh links for its Guide, its Follower and its manager."""
    from environments import open_environment
    from pangea_server.campaign import Plan, create_campaign
    from pangea_server.records import Role, Task

    if not records.find(Task, limit=1):
        create_campaign(records, open_environment("demo"), "demo", Plan(languages=LANGUAGES))
    people = {"guide": Role.ANNOTATOR, "follower": Role.ANNOTATOR, "monitor": Role.MANAGER}
    return {
        page: f"{origin}/{page}#token={_token(records, number, role)}"
        for number, (page, role) in enumerate(people.items(), start=1)
    }


def _token(records: RecordStore, annotator_id: int, role: Role) -> str:
    from pangea_server.errors import RecordNotFoundError
    from pangea_server.people import enrol, renew_token

    try:
        return renew_token(records, annotator_id)
    except RecordNotFoundError:
        return enrol(records, role, LANGUAGES)[1]
