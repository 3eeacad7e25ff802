"""``make simulate-trust``: what checking people costs and lets through, as the table of the trust room's README."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.quality.trust import simulation
from pangea_server.quality.trust.simulation import CrowdEstimate, Protocol, Shares, simulate

README = Path(simulation.__file__).with_name("README.md")
TABLE = re.compile(r"(<!-- simulation -->\n).*?(<!-- end -->)", re.DOTALL)
PROTOCOLS: dict[str, Protocol] = {
    "no checks": simulation.unchecked,
    "20 % gold": simulation.gold,
    "trusted": simulation.trusted(TrustRules()),
}
VOLUMES = (100, 300, 1000)
HEADINGS = (
    "task",
    "items each",
    "protocol",
    "check items of all work",
    "refused of all work",
    "bad of the accepted",
    "good people demoted",
)


def main() -> None:
    """Write the table."""
    table = "\n".join([_row(HEADINGS), _row(["---"] * len(HEADINGS)), *rows()])
    README.write_text(TABLE.sub(lambda found: f"{found[1]}{table}\n{found[2]}", README.read_text()))


def rows() -> Iterator[str]:
    """A Markdown row for each kind of task, number of items and protocol."""
    for check in (simulation.FOLLOWER, simulation.GUIDE):
        for items in VOLUMES:
            for name, protocol in PROTOCOLS.items():
                yield _row([check.kind, f"{items:,}", name, *_figures(simulate(protocol, check, items))])


def _figures(outcome: Shares[CrowdEstimate]) -> list[str]:
    shares = (outcome.checks, outcome.thrown_away, outcome.bad_accepted, outcome.good_stopped)
    return [_percent(share) for share in shares]


def _percent(share: CrowdEstimate) -> str:
    return f"{100 * share.mean:.1f} ± {100 * share.margin:.1f} %"


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
