"""What neleval 3.1.1 and scorch 0.2.0 say about random chains, written down for ``test_coreference.py``.

Neither is a dependency, and both need an old numpy (they call np.int and np.bool): in an environment of its own::

    python -m pip install neleval==3.1.1 scorch==0.2.0 numpy==1.23.5 scipy==1.10.1
    python -m tests.reference.other_scorers
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[1] / "data" / "reference" / "coreference.json"
SEED = 20
CASES = 150
Chains = list[list[str]]


def main() -> None:
    from neleval import coref_metrics
    from scorch import scores

    chance = random.Random(SEED)
    cases: list[dict[str, Any]] = []
    while len(cases) < CASES:
        key, response = chains(chance), chains(chance)
        sets = [[set(chain) for chain in chains] for chains in (key, response)]
        pair = [{str(place): frozenset(chain) for place, chain in enumerate(chains)} for chains in sets]
        by_neleval = {
            name: _shares(*of(*pair))
            for name, of in (
                ("MUC", coref_metrics.muc),
                ("B3", coref_metrics.b_cubed),
                ("CEAF-m", coref_metrics.mention_ceaf),
                ("CEAF-e", coref_metrics.entity_ceaf),
            )
        }
        by_scorch = {
            name: _of_scorch(of, *sets)
            for name, of in (
                ("MUC", scores.muc),
                ("B3", scores.b_cubed),
                ("CEAF-m", scores.ceaf_m),
                ("CEAF-e", scores.ceaf_e),
                ("BLANC", scores.blanc),
            )
        }
        cases.append({"key": key, "response": response, "neleval": by_neleval, "scorch": by_scorch})
    GOLDEN.parent.mkdir(exist_ok=True)
    GOLDEN.write_text("[\n" + ",\n".join(map(json.dumps, cases)) + "\n]\n")


def chains(chance: random.Random) -> Chains:
    """Some of ten mentions, in random chains."""
    mentions = [mention for mention in "abcdefghij" if chance.random() < 0.8]
    places = chance.choice((1, 2, 3, 5, 8))
    found: dict[int, list[str]] = {}
    for mention in mentions:
        found.setdefault(chance.randrange(places), []).append(mention)
    return list(found.values()) or [["a", "b"]]


def _shares(precise: float, in_response: float, right: float, in_key: float) -> list[float]:
    return [right / in_key if in_key else 0.0, precise / in_response if in_response else 0.0]


def _of_scorch(of: Any, key: Any, response: Any) -> list[float] | None:
    try:
        recall, precision, _ = of(key, response)
    except ZeroDivisionError:  # it has no answer where there is no link
        return None
    return [float(recall), float(precision)]


if __name__ == "__main__":
    main()
