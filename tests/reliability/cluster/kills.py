"""People record through the proxy while servers are killed, the database restarts, and the line to it is cut."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread

from pangea_server.app.testing.server import let_in
from pangea_server.core.settings import Settings
from pangea_server.people.access.records import Role
from pangea_server.stores.opening import open_store
from tests.postgres.servers import PostgreSQL
from tests.reliability.audit import Findings
from tests.reliability.cluster.line import Line
from tests.reliability.cluster.people import Crowd, Links, held_twice, seconds_until_shown
from tests.reliability.cluster.servers import Servers

LINKS = 20
AWAY_SECONDS = 2.0
"""For which a server that was killed, or the database, is away."""
SOON_SECONDS = 5.0
"""In which every dashboard shows what was handed in."""
PATIENCE = 120.0


@dataclass(frozen=True)
class Plan:
    """How many people for how long.

    Attributes:
        every: seconds between two kills of a server.
        cut: seconds for which the line to the database is cut, which also restarts once; 0: neither.
    """

    servers: int
    people: int
    seconds: float
    every: float
    cut: float

    @property
    def kills(self) -> int:
        return int(self.seconds / self.every - 1e-9)


@dataclass
class Report:
    """What happened, and what is not as people were told; times in seconds."""

    plan: Plan
    killed: int = 0
    acknowledged: int = 0
    annotations: int = 0
    interrupted: int = 0
    findings: Findings = field(default_factory=Findings)
    held_twice: int = 0
    links: Links = field(default_factory=lambda: Links(()))
    shown_after: float = 0.0
    served_again: dict[str, float] = field(
        default_factory=dict
    )  # after what, until the next chunk was acknowledged
    refusals: list[str] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        links = self.links
        wrong = self.findings.total + self.held_twice + links.opened_twice + links.never_opened
        return wrong == 0 and self.shown_after <= SOON_SECONDS and len(links.winners) == len(links.tokens)

    def __str__(self) -> str:
        found, plan, links = self.findings, self.plan, self.links
        again = ", ".join(f"{after} {seconds:.1f} s" for after, seconds in self.served_again.items())
        faults = f", the database restarted once, the line to it cut for {plan.cut:.0f} s" if plan.cut else ""
        lines = (
            f"{plan.servers} servers, {plan.people} people, {plan.seconds / 60:.1f} min: "
            f"{self.killed} servers killed{faults}",
            f"  chunks acknowledged {self.acknowledged:,}: {found.lost} lost, {found.changed} changed",
            f"  recordings handed in {self.annotations:,}: {found.incomplete} incomplete, {found.doubled} doubled",
            f"  refused {found.refused}; came back after an interruption {self.interrupted:,} times",
            f"  leases held twice {self.held_twice}; links {len(links.winners)}: "
            f"{links.opened_twice} opened twice, {links.never_opened} never",
            f"  every server's dashboard was right after {self.shown_after:.1f} s",
            f"  the next chunk was acknowledged after: {again}",
            *(f"  refused: {refusal}" for refusal in self.refusals[:3]),
        )
        return "\n".join(lines)


class Kills:
    """One such run over the store that ``settings`` name; ``behind`` is its database, and the line to it."""

    def __init__(
        self, folder: Path, settings: Settings, plan: Plan, behind: tuple[PostgreSQL, Line] | None
    ) -> None:
        self._folder, self._settings, self._plan, self._behind = folder, settings, plan, behind
        self.report = Report(plan)

    def run(self) -> Report:
        plan, report = self._plan, self.report
        with closing(open_store(self._settings, make=True)) as store:
            crowd = Crowd(store.records, plan.people, plan.seconds)
            report.links = Links.make(store.records, LINKS)
            _, manager = let_in(store.records, Role.MANAGER)
        with Servers(self._folder, self._settings, plan.servers) as servers:
            opener = Thread(target=report.links.open, args=(servers.port, plan.seconds))
            crowd.begin(servers.port)
            opener.start()
            self._break_things(servers, crowd)
            crowd.end(servers.port)
            opener.join()
            ports = [server.port for server in servers.all]
            report.shown_after = seconds_until_shown(ports, manager, len(crowd.submitted))
        self._audit(crowd)
        return report

    def _break_things(self, servers: Servers, crowd: Crowd) -> None:
        """One thing after the other: what is due while something else is mended happens right after it."""
        began, plan = time.monotonic(), self._plan
        events: list[tuple[float, Callable[[Crowd], None]]] = []
        if self._behind and plan.cut:
            database, line = self._behind
            events.append((plan.seconds / 3, partial(self._restart_database, database)))
            events.append((plan.seconds * 2 / 3, partial(self._cut_line, line)))
        events += [(plan.every * each, partial(self._kill_one, servers)) for each in range(1, plan.kills + 1)]
        for due, happen in sorted(events, key=lambda event: event[0]):
            time.sleep(max(0.0, began + due - time.monotonic()))
            happen(crowd)
        time.sleep(max(0.0, began + plan.seconds - time.monotonic()))

    def _kill_one(self, servers: Servers, crowd: Crowd) -> None:
        server = servers.all[self.report.killed % len(servers.all)]
        self.report.killed += 1
        server.kill()
        self._note("a kill", crowd)
        time.sleep(AWAY_SECONDS)
        server.start()

    def _restart_database(self, database: PostgreSQL, crowd: Crowd) -> None:
        database.stop()
        time.sleep(AWAY_SECONDS)
        database.start()
        self._note("the database's restart", crowd)

    def _cut_line(self, line: Line, crowd: Crowd) -> None:
        with line.cut():
            time.sleep(self._plan.cut)
        self._note("the line's return", crowd)

    def _note(self, after: str, crowd: Crowd) -> None:
        """The longest time until the next acknowledged chunk."""
        began, known = time.monotonic(), crowd.acknowledged
        while crowd.acknowledged == known and time.monotonic() - began < PATIENCE:
            time.sleep(0.05)
        again = self.report.served_again
        again[after] = max(again.get(after, 0.0), time.monotonic() - began)

    def _audit(self, crowd: Crowd) -> None:
        report = self.report
        with closing(open_store(self._settings)) as store:
            report.findings = crowd.audit(store)
            report.held_twice = held_twice(store.records)
        report.acknowledged, report.annotations = crowd.acknowledged, len(crowd.submitted)
        report.interrupted, report.refusals = crowd.interrupted, list(crowd.refusals())
