"""What a chunk and a lease cost, by store and number of servers, while nothing breaks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pangea_server.core.settings import Settings
from pangea_server.stores.opening import open_store
from tests.benchmarks.server.load import Order, Outcome
from tests.benchmarks.server.processes import generate
from tests.benchmarks.server.runs import OURS, quantile
from tests.benchmarks.server.stage import at_work_and_newcomers, lost_in
from tests.reliability.cluster.database import Use, counted, watched
from tests.reliability.cluster.servers import Servers

SAMPLE_RATE = 16_000
LEASES_PER_SECOND = 5


@dataclass(frozen=True)
class Cost:
    """Of so many chunks or leases: CPU seconds of servers and proxy, and what the database used."""

    number: int
    servers: float
    proxy: float
    database: Use
    active: float
    undone: int
    outcome: Outcome

    def each(self, seconds: float) -> float:
        """Milliseconds for each."""
        return 1e3 * seconds / max(1, self.number)

    def latency(self, share: float) -> float:
        """Milliseconds since a chunk was due."""
        return 1e3 * quantile(_latencies(self.outcome), share)


@dataclass(frozen=True)
class Costs:
    """Of one store with so many servers."""

    name: str
    chunks: Cost
    leases: Cost
    lost: int

    @property
    def holds(self) -> bool:
        return not (self.lost or self.chunks.outcome.errors or self.leases.outcome.errors)


@dataclass(frozen=True)
class Form:
    """A store, made anew, and how many servers share it."""

    name: str
    make: Callable[[], tuple[Settings, str]]
    servers: int

    def measure(self, folder: Path, people: int, seconds: float) -> Costs:
        """Let ``people`` record, and then newcomers ask for work."""
        settings, url = self.make()
        with closing(open_store(settings, make=True)) as store:
            newcomers = round(LEASES_PER_SECOND * seconds)
            senders, tokens = at_work_and_newcomers(store, people, newcomers, SAMPLE_RATE)
        order = partial(Order, path=OURS, seconds=seconds, paced=True, sample_rate=SAMPLE_RATE, patient=True)
        chunks = self._run(folder, settings, url, partial(order, senders=senders))
        leases = self._run(folder, settings, url, partial(order, senders=(), newcomers=tokens))
        with closing(open_store(settings)) as store:
            lost = lost_in(store, senders, chunks.outcome, SAMPLE_RATE)
        return Costs(self.name, chunks, leases, lost)

    def _run(self, folder: Path, settings: Settings, url: str, order: Callable[[int], Order]) -> Cost:
        """Servers of their own, so that the database has counted all that they did when they are gone."""
        active, undone = counted(url)
        with Servers(folder, settings, self.servers) as servers, watched(url) as database:
            own, proxy = servers.cpu_seconds(), servers.proxy_cpu_seconds()
            outcome = generate(order(servers.port))
            own, proxy = servers.cpu_seconds() - own, servers.proxy_cpu_seconds() - proxy
        active_now, undone_now = counted(url)
        number = outcome.granted + len(_latencies(outcome))
        return Cost(number, own, proxy, database, active_now - active, undone_now - undone, outcome)


def _latencies(outcome: Outcome) -> list[float]:
    return [seconds for stream in outcome.latencies.values() for seconds in stream]
