"""``make simulate-campaign``: 60 paths in 3 languages, 40 annotators over HTTP, from the file to accepted data.

The server runs as operators run it, in a process of its own; the report is made of what its store holds at the end.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pangea_server.campaigns.file import read_campaign_file
from pangea_server.records import Role
from pangea_server.stores.local import LocalStore
from pangea_server.testing import let_in
from tests.benchmarks.server.processes import pangea
from tests.simulation.crowd import PatientClient, Worker, review_all, someone, work_until_done
from tests.simulation.rules import Finding, findings

LANGUAGES = ("en-US", "hi-IN", "te-IN")
FILE = """\
id: simulated
environment: demo
languages: [en-US, hi-IN, te-IN]
paths: [{{sampler: r2r, per_scan: {paths}}}]
followers_per_guide: 2
send_back_after: 2
rotation: {{first: 10}}
caps: {{per_person: {cap}}}
"""


def main() -> None:
    """Run it, print the report, and fail when a rule was broken."""
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
    sys.exit(any(each.broken for each in found))


def simulate(folder: Path, paths: int, people: int) -> list[Finding]:
    """A campaign from its file to accepted data, in ``folder``."""
    data, file = folder / "data", folder / "simulated.yaml"
    file.write_text(FILE.format(paths=paths, cap=paths))
    command = [sys.executable, "-m", "pangea_server.cli", "campaign", "create", str(file)]
    subprocess.run([*command, "--data-dir", str(data)], check=True, stdout=subprocess.DEVNULL)
    with LocalStore.open(data) as store:
        admitted = [let_in(store.records, languages=_languages(number)) for number in range(people)]
        reviewer, token = let_in(store.records, Role.REVIEWER)
    with pangea(data, "demo") as server, PatientClient.of(server.port) as client:
        workers = [
            Worker(someone(client, token, person.annotator_id), random.Random(person.annotator_id))
            for person, token in admitted
        ]
        work_until_done(workers)
        accepted = review_all(someone(client, token, reviewer.annotator_id))
    definition = read_campaign_file(file).definition
    with LocalStore.open(data) as store:
        return list(findings(store.records, definition, [worker.kinds for worker in workers], accepted))


def _languages(number: int) -> tuple[str, ...]:
    """Everybody speaks one of the languages, every other person two."""
    return tuple(LANGUAGES[(number + more) % len(LANGUAGES)] for more in range(1 + number % 2))


if __name__ == "__main__":
    main()
