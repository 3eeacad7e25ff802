"""``pangea evaluate`` over a store of some thousand regions, read path by path: the figures and intervals of all of it
together in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from align.reference.chains import Document
from align.reference.coreference import score_coreference
from align.reference.cues import by_horizon, by_size
from align.reference.phrases import Prediction, rank_phrases
from align.reference.selection import score_selections
from align.resampling import Measure
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.reference.chain_files import read_responses
from pangea_server.dataset.reference.coreference import compare_chains
from pangea_server.dataset.reference.grounding import CountedViewpoints, compare_grounding
from pangea_server.dataset.reference.report import ReferenceReport
from pangea_server.dataset.reference.selection import compare_selections
from pangea_server.dataset.reference.selection_files import read_named
from pangea_server.dataset.reference.stored import stored_chains, stored_phrases, stored_selection
from pangea_server.stores.local.store import LocalStore
from tests.benchmarks.landmarks.made import Corridors, entries, fill
from tests.landmarks.entry_lines import EntryLines, line_of
from tests.reference.figures.test_grounded import ONE_BY_ONE, Row, expected_recalls, found_one_by_one

INSTRUCTIONS = 64
"""Of eight paths, with 3,200 regions: enough units for intervals."""


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dataset]:
    folder = tmp_path_factory.mktemp("streamed")
    fill(folder / "data", INSTRUCTIONS)
    (folder / "landmarks.jsonl").write_bytes(b"".join(map(line_of, entries(INSTRUCTIONS))))
    with closing(LocalStore.open(folder / "data")) as store:
        report = import_landmarks(
            store, Corridors(), EntryLines(), [folder / "landmarks.jsonl"], name="bench"
        )
        assert report.new["regions"] == 3_200
        yield Dataset(store, Corridors())


def told(report: ReferenceReport) -> dict[tuple[str, ...], Row]:
    return {row.labels: (row.measure.value, row.measure.interval) for row in report.rows}


def assert_same(found: Row, expected: Measure) -> None:
    assert expected.interval is not None
    assert found[0] == pytest.approx(expected.value, abs=1e-12)
    assert found[1] == pytest.approx(expected.interval, abs=1e-12)


def test_coreference(dataset: Dataset, tmp_path: Path) -> None:
    """A system that finds three of four mentions, and joins each second chain with the one after it."""
    file = tmp_path / "chains.jsonl"
    key = list(stored_chains(dataset))
    for number, each in enumerate(key):
        kept = [chain for place, chain in enumerate(each.chains) if (place + number) % 4]
        joined = [[*one, *other] for one, other in zip(kept[: 2 * number : 2], kept[1::2], strict=False)]
        row = {"path_id": int(each.name), "chains": joined + kept[2 * len(joined) :]}
        with file.open("ab") as rows:
            rows.write(msgspec.json.encode(row) + b"\n")
    answers = read_responses(file)
    found = told(compare_chains(stored_chains(dataset), {"mine": answers}))
    expected = score_coreference(
        [Document(each.name, each.partition(), answers[each.name].partition()) for each in key]
    )
    assert_same(found["mine", "words", "CoNLL", "f1"], expected.conll)
    for name in ("MUC", "B3", "LEA"):
        assert_same(found["mine", "words", name, "recall"], expected.scores[name].recall)


def test_selection(dataset: Dataset, tmp_path: Path) -> None:
    """A system that names five things of each path; cues at 1 and 7 things."""
    file = tmp_path / "named.jsonl"
    items = list(stored_selection(dataset))
    rows = [
        {"path_id": int(item.name), "things": [each.thing for each in item.candidates[:5]]} for item in items
    ]
    file.write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
    found = told(compare_selections(stored_selection(dataset), None, {"mine": read_named(file)}))
    mine = score_selections(items, lambda item: [each.thing for each in item.candidates[:5]])
    assert_same(found["mine", "", "f1"], mine.f1)
    for name, cue in (("size", by_size), ("position (horizon)", by_horizon)):
        for most in (1, 7):
            expected = score_selections(items, lambda item, cue=cue, most=most: cue(item)[:most])  # type: ignore[misc]
            assert_same(found[name, str(most), "precision"], expected.precision)


def test_grounding(dataset: Dataset) -> None:
    """Two phrases of each path, where they were said; each cue ranks each thing in view by itself."""
    reads = list(islice(stored_phrases(dataset), 7, None, 40))
    assert len({each.phrase.walk for each in reads}) == 8
    gold = [each.phrase for each in reads]
    mine = {each.name: Prediction({each.said_from or "": [*each.regions.values()]}) for each in gold[::2]}
    streamed = compare_grounding(
        islice(stored_phrases(dataset), 7, None, 40), {"mine": mine}, viewpoints=CountedViewpoints.SAID
    )
    found = told(streamed)
    predictions = {"mine": mine} | {
        name: {each.phrase.name: found_one_by_one(each, score) for each in reads}
        for name, score in ONE_BY_ONE.items()
    }
    for name, answers in predictions.items():
        for labels, (value, interval) in expected_recalls(
            name, "c-IoU", rank_phrases(gold, answers, "said")
        ).items():
            assert found[labels][0] == pytest.approx(value, abs=1e-12), labels
            assert found[labels][1] == pytest.approx(interval, abs=1e-12), labels
