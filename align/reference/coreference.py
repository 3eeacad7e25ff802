"""How well chains of mentions match a key: MUC, B³, CEAF, BLANC, LEA and the CoNLL score.

| measure | counts | source |
| --- | --- | --- |
| mentions | mentions | |
| MUC | links that hold a chain together | Vilain et al. 1995 |
| B³ | for each mention, how much of its chain is shared | Bagga and Baldwin 1998 |
| CEAF-m, CEAF-e | shared mentions, or Dice's similarity, of chains that are paired one to one | Luo 2005 |
| BLANC | mean of links within chains and links between them | Recasens and Hovy 2011; Luo et al. 2014 |
| LEA | links of each chain, weighted by its size | Moosavi and Strube 2016 |
| links, chains | links within chains; chains that are the same | Plummer et al. 2015, Table 2 |
| CoNLL | mean F1 of MUC, B³ and CEAF-e | Pradhan et al. 2012 |

Singletons count. The unit is a document (a path): numerators and denominators are added over documents, and 0 of 0 is
0, both as in the reference scorer (Pradhan et al. 2014). BLANC without any pair of mentions is not known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from align.reference.chains import Document, Partition
from align.resampling import Indices, Measure, measures, unknown

Counts = NDArray[np.float64]
COUNTED = ("mentions", "MUC", "B3", "CEAF-m", "CEAF-e", "LEA", "links", "chains", "links between chains")
"""What is counted in each document: (right, of the key, right, of the response)."""
COREFERENCE_MEASURES = ("mentions", "MUC", "B3", "CEAF-m", "CEAF-e", "BLANC", "LEA", "links", "chains")
IN_CONLL = ("MUC", "B3", "CEAF-e")
NO_PAIR = "No document of the key has two mentions."


@dataclass(frozen=True, slots=True)
class PrecisionRecall:
    """Shares in [0, 1], each with its interval over documents."""

    recall: Measure
    precision: Measure
    f1: Measure


@dataclass(frozen=True, slots=True)
class Coreference:
    """How well chains match.

    Attributes:
        scores: by the names of ``COREFERENCE_MEASURES``.
        conll: mean F1 of MUC, B³ and CEAF-e.
        documents, key_mentions, response_mentions: how many were compared.
    """

    scores: dict[str, PrecisionRecall]
    conll: Measure
    documents: int
    key_mentions: int
    response_mentions: int


def score_coreference(documents: Iterable[Document]) -> Coreference:
    """Score the chains of some documents together. Of each document its counts are kept, not its chains."""
    rows, mentions = [], [0, 0]
    for document in documents:
        rows.append(count(document))
        mentions[0] += sum(map(len, document.key.chains))
        mentions[1] += sum(map(len, document.response.chains))
    return score_counts(rows, *mentions)


def score_counts(rows: Sequence[Counts], key_mentions: int, response_mentions: int) -> Coreference:
    """As ``score_coreference``, of what was counted (``count``) in each document."""
    if not rows:
        nothing = unknown("There is no document.")
        scores = {name: PrecisionRecall(nothing, nothing, nothing) for name in COREFERENCE_MEASURES}
        return Coreference(scores, nothing, 0, 0, 0)
    counts = np.array(rows)

    def figures(drawn: Indices) -> NDArray[np.float64]:
        return _figures(counts[drawn].sum(axis=0))

    found = measures(figures, len(counts), key_mentions, NO_PAIR)
    return Coreference(
        {
            name: PrecisionRecall(*found[3 * place : 3 * place + 3])
            for place, name in enumerate(COREFERENCE_MEASURES)
        },
        found[-1],
        len(counts),
        key_mentions,
        response_mentions,
    )


def count(document: Document) -> Counts:
    """The counts (measures, 4) of one document, in the order of ``COUNTED``."""
    key, response = document.key, document.response
    one_way = (_mentions, _muc, _b_cubed, _lea)
    both: dict[str, tuple[float, ...]] = {
        name: (*of(key, response), *of(response, key))
        for name, of in zip(("mentions", "MUC", "B3", "LEA"), one_way, strict=True)
    }
    both |= _paired(key, response) | _links(key, response)
    same = len({*key.chains} & {*response.chains})
    both["chains"] = (same, len(key.chains), same, len(response.chains))
    return np.array([both[name] for name in COUNTED], dtype=float)


def _figures(counts: Counts) -> NDArray[np.float64]:
    """Recall, precision and F1 of each of ``COREFERENCE_MEASURES``, and CoNLL, from added counts."""
    shares = {name: _shares(row) for name, row in zip(COUNTED, counts, strict=True)}
    within, between = (counts[COUNTED.index(name)][1] for name in ("links", "links between chains"))
    known = [name for name, pairs in (("links", within), ("links between chains", between)) if pairs]
    shares["BLANC"] = tuple(np.mean([shares[name] for name in known] or [(np.nan,) * 3], axis=0))
    conll = float(np.mean([shares[name][2] for name in IN_CONLL]))
    return np.array([*(value for name in COREFERENCE_MEASURES for value in shares[name]), conll])


def _shares(row: Counts) -> tuple[float, ...]:
    right, in_key, precise, in_response = row
    recall = right / in_key if in_key else 0.0
    precision = precise / in_response if in_response else 0.0
    both = recall + precision
    return recall, precision, 2 * recall * precision / both if both else 0.0


def _mentions(these: Partition, others: Partition) -> tuple[float, float]:
    return len(these.mentions & others.mentions), len(these.mentions)


def _muc(these: Partition, others: Partition) -> tuple[float, float]:
    """Links that are left when each chain is cut as the others cut it; a mention they lack is cut off."""
    links = sum(map(len, these.chains)) - len(these.chains)
    kept = sum(sum(parts.values()) - len(parts) for parts in _parts(these, others))
    return kept, links


def _b_cubed(these: Partition, others: Partition) -> tuple[float, float]:
    parts = zip(these.chains, _parts(these, others), strict=True)
    shared = sum(sum(n * n for n in found.values()) / len(chain) for chain, found in parts)
    return shared, sum(map(len, these.chains))


def _lea(these: Partition, others: Partition) -> tuple[float, float]:
    """Each chain's share of its links that the others have; the link of a singleton is to itself."""
    resolved = 0.0
    for chain, parts in zip(these.chains, _parts(these, others), strict=True):
        if len(chain) == 1:
            resolved += chain in others.chains
        else:
            resolved += len(chain) * _pairs(parts) / comb(len(chain), 2)
    return resolved, sum(map(len, these.chains))


def _paired(key: Partition, response: Partition) -> dict[str, tuple[float, ...]]:
    """CEAF: chains are paired one to one so that they are most similar together."""
    common = np.array([[len(a & b) for b in response.chains] for a in key.chains], dtype=float)
    common = common.reshape(len(key.chains), len(response.chains))
    sizes = np.add.outer([len(a) for a in key.chains], [len(b) for b in response.chains])
    mentions, dice = (_most_similar(each) for each in (common, 2 * common / np.maximum(sizes, 1)))
    in_key, in_response = (sum(map(len, one.chains)) for one in (key, response))
    return {
        "CEAF-m": (mentions, in_key, mentions, in_response),
        "CEAF-e": (dice, len(key.chains), dice, len(response.chains)),
    }


def _most_similar(similarity: NDArray[np.float64]) -> float:
    from scipy.optimize import linear_sum_assignment  # takes half a second to load

    return float(similarity[linear_sum_assignment(similarity, maximize=True)].sum())


def _links(key: Partition, response: Partition) -> dict[str, tuple[float, ...]]:
    """Pairs of mentions within a chain, and pairs of two chains."""
    right = sum(map(_pairs, _parts(key, response)))
    shared = key.mentions & response.mentions
    known = [sum(comb(len(chain & shared), 2) for chain in one.chains) for one in (key, response)]
    apart = comb(len(shared), 2) - sum(known) + right
    within = [sum(comb(len(chain), 2) for chain in one.chains) for one in (key, response)]
    every = [comb(len(one.mentions), 2) for one in (key, response)]
    return {
        "links": (right, within[0], right, within[1]),
        "links between chains": (apart, every[0] - within[0], apart, every[1] - within[1]),
    }


def _parts(these: Partition, others: Partition) -> list[Counter[int]]:
    """For each chain, how many of its mentions are in each of the other chains."""
    of = others.chain_of()
    return [Counter(of[mention] for mention in chain if mention in of) for chain in these.chains]


def _pairs(parts: Counter[int]) -> int:
    return sum(comb(n, 2) for n in parts.values())
