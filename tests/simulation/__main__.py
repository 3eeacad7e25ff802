"""``make simulate-campaign``: 60 paths in 3 languages, 40 annotators over HTTP, from the file to accepted data.

The server runs as operators run it, in a process of its own; the report is made of what its store holds at the end.
A team of our own begins; from its words come the check items for everybody else, who come by links and from platforms.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.file import read_campaign_file
from pangea_server.app.testing.server import let_in
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.benchmarks.server.processes import pangea
from tests.simulation.commands import pangea_says
from tests.simulation.crowd import PatientClient, Worker, someone, work_until_done
from tests.simulation.finding import Finding
from tests.simulation.pay_rules import code_finding, pay_findings, platform_findings
from tests.simulation.platforms import OFFERS, Guest, arrivals
from tests.simulation.rules import findings
from tests.simulation.team import Manager, review_all
from tests.simulation.trust_rules import trust_findings

LANGUAGES = ("en-US", "hi-IN", "te-IN")
FILE = """\
id: simulated
environment: demo
languages: [en-US, hi-IN, te-IN]
paths: [{{sampler: r2r, per_scan: {paths}}}]
guides_per_path: 2
followers_per_guide: 2
send_back_after: 2
rotation: {{first: 10}}
caps: {{per_person: {cap}}}
trust: {{learning: 1, opening: 4, share: 0.05, minimum: {{guide: 0.4, follower: 0.6}}, recent: 3}}
pay: {{per_hour: 1200, per_annotation: {{guide: 100, follower: 50}}}}
"""
TEAM = 9  # people of our own, who begin
TEAM_ROUNDS = 26  # until ten paths a language are described by two of them, so that Guides can be checked
OF_EACH_PLATFORM = 5
CARELESS = 4  # Followers among those who come by a link


def main() -> None:
    """Run it, print the report, and fail when a rule was broken, or had no case."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--paths", type=int, default=60)
    options.add_argument("--people", type=int, default=40)
    wanted = options.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = simulate(Path(folder), wanted.paths, wanted.people)
    table = Table(title=f"{wanted.paths} paths, {len(LANGUAGES)} languages, {wanted.people} people")
    for heading in ("rule", "cases", "broken"):
        table.add_column(heading)
    for each in found:
        table.add_row(each.rule, str(each.cases), str(each.broken))
    Console().print(table, f"{time.monotonic() - began:.0f} s")
    sys.exit(any(each.broken or not each.cases for each in found))


def simulate(folder: Path, paths: int, people: int) -> list[Finding]:
    """A campaign from its file to accepted data, in ``folder``."""
    data, file = folder / "data", folder / "simulated.yaml"
    file.write_text(FILE.format(paths=paths, cap=paths))
    pangea_says(data, "campaign", "create", str(file))
    addresses = [offer.make(data, OF_EACH_PLATFORM) for offer in OFFERS]
    by_link = people - OF_EACH_PLATFORM * len(OFFERS)
    with LocalStore.open(data) as store:
        admitted = [let_in(store.records, languages=_languages(number)) for number in range(by_link)]
        reviewer, of_reviewer = let_in(store.records, Role.REVIEWER)
        manager, of_manager = let_in(store.records, Role.MANAGER)
    with pangea(data, "demo") as server, PatientClient.of(server.port) as client:
        workers = list(_workers(client, admitted))
        head = Manager(someone(client, of_manager, manager.annotator_id))
        work_until_done(workers[:TEAM], head.decide_appeals, TEAM_ROUNDS)
        _make_check_items(data)
        guests = [
            guest
            for offer, address in zip(OFFERS, addresses, strict=True)
            for guest in arrivals(client, offer, address, OF_EACH_PLATFORM)
        ]
        everybody = [*workers, *(guest.worker for guest in guests)]
        work_until_done(everybody, head.decide_appeals)
        accepted = review_all(someone(client, of_reviewer, reviewer.annotator_id))
    return list(_report(data, file, everybody, guests, accepted))


def _workers(client: PatientClient, admitted: list[tuple[Annotator, str]]) -> Iterator[Worker]:
    """Half of the careless mend their ways once they were let back in."""
    for number, (person, token) in enumerate(admitted):
        yield Worker(
            someone(client, token, person.annotator_id),
            random.Random(person.annotator_id),
            careless=TEAM <= number < TEAM + CARELESS,
            mends=number % 2 == 0,
        )


def _make_check_items(data: Path) -> None:
    """Somebody of the team has looked at each Guide's words, and vouches for those that tell the whole way."""
    with LocalStore.open(data) as store:
        good = [
            option
            for guide in every(store.records, GuideAnnotation)
            if guide.transcript.split() == list(guide.path)
            for option in ("--good", str(guide.instruction_id))
        ]
    pangea_says(data, "trust", "items", "simulated", *good)


def _report(
    data: Path, file: Path, everybody: list[Worker], guests: list[Guest], accepted: int
) -> Iterator[Finding]:
    definition = read_campaign_file(file).definition
    newcomers = everybody[TEAM : -len(guests)]
    with LocalStore.open(data) as store:
        yield from findings(
            store.records,
            definition,
            kinds=[each.kinds for each in everybody],
            by_turns=[each.kinds for each in newcomers],
            accepted=accepted,
        )
        yield from trust_findings(
            store,
            definition,
            newcomers=[each.someone.annotator_id for each in everybody[TEAM:]],
            careless=[each.someone.annotator_id for each in everybody if each.careless],
        )
        yield from platform_findings(store.records, guests)
        yield code_finding(data, guests)
        yield from pay_findings(data, store.records, definition)


def _languages(number: int) -> tuple[str, ...]:
    """Everybody speaks two of the languages, every other person all three."""
    return tuple(LANGUAGES[(number + more) % len(LANGUAGES)] for more in range(2 + number % 2))


if __name__ == "__main__":
    main()
