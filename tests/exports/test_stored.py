"""Entries are made from stored documents, and say the same as the records would, whatever version wrote them."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from pangea_server.annotate.alignments.heard import HeardWords, heard_in
from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.core.errors import UnreadableRecordError
from pangea_server.core.records import shared_fields
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.entries import FollowerEntry, GuideFields
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.every_field import filled_store, records_of
from tests.exports.filled import SCORES, TEXTS, annotated, guide_records

Document = dict[str, Any]


def both(store: Store) -> tuple[Guide, Follower]:
    dataset = Dataset(store, population=Population.ALL)
    (guide, *_), (follower, *_) = list(dataset.guides("")), list(dataset.followers(""))
    return guide, follower


def test_entries_have_every_value_of_the_records(tmp_path: Path) -> None:
    store, values = filled_store(tmp_path)
    for record in records_of({name: value for name, (value, _) in values.items()}):
        store.records.create(record)
    guide, follower = both(store)
    for item, names in ((guide, GuideFields.__struct_fields__), (follower, FollowerEntry.__struct_fields__)):
        entry: Any = item.entry()
        told: Annotation = item.annotation
        shared = shared_fields(told, set(names) - {"typing", "aids", "feedback"})
        assert {name: getattr(entry, name) for name in shared} == shared
        for part in ("typing", "aids", "feedback"):
            if (known := getattr(told, part)) is not None:
                assert shared_fields(getattr(entry, part), type(known).model_fields) == known.model_dump()
        assert told.path_scores is not None
        assert entry.metrics == told.path_scores.as_rxr()
        assert entry.review is not None
        assert entry.flags is not None
    entry, aligned = guide.entry(), alignment_of(store.records, guide.stored.instruction_id)
    assert aligned is not None
    assert entry.alignment is not None
    assert (entry.scan, entry.walked) == (guide.annotation.scan_id, guide.annotation.walked)
    assert (entry.edit_distance, entry.alignment.report) == (aligned.edit_distance, aligned.report)
    assert [word.word for word in entry.words] == [word.word for word in aligned.timed_instruction] != []
    (known,) = heard_in(store.records, guide.stored.instruction_id)
    assert [(each.recogniser, each.words, each.created_at) for each in entry.heard] == [
        (known.recogniser, tuple(known.words), known.created_at)
    ]
    store.close()


def changed(data_dir: Path, table: str, change: Callable[[Document], object]) -> Store:
    """A store in which the documents of a table are changed, as no version of ours would do it."""
    annotated(data_dir).close()
    with closing(sqlite3.connect(data_dir / "pangea.db")) as database:
        for name, text in database.execute(f"SELECT record_id, document FROM {table}").fetchall():
            document = json.loads(text)
            change(document)
            database.execute(
                f"UPDATE {table} SET document = ? WHERE record_id = ?", (json.dumps(document), name)
            )
        database.commit()
    return LocalStore.open(data_dir)


def test_a_transcript_under_its_earlier_name_goes_out(tmp_path: Path) -> None:
    store = changed(
        tmp_path, "guide_annotations", lambda guide: guide.update(instruction=guide.pop("transcript"))
    )
    guide, follower = both(store)
    assert guide.entry().transcript == follower.guide.entry().transcript == TEXTS[0]
    assert len(guide.words) == len(TEXTS[0].split())
    store.close()


@pytest.mark.parametrize("table", ["guide_annotations", "follower_annotations"])
def test_scores_under_their_earlier_names_go_out(tmp_path: Path, table: str) -> None:
    def rename(document: Document) -> None:
        scores = document["scores"]
        scores |= {"sr": scores.pop("success"), "osr": scores.pop("oracle_success")}

    store = changed(tmp_path, table, rename)
    guide, follower = both(store)
    assert guide.entry().metrics == follower.entry().metrics == SCORES.as_rxr()
    store.close()


DAMAGED: dict[str, tuple[str, Callable[[Document], object]]] = {
    "no transcript": ("guide_annotations", lambda document: document.pop("transcript")),
    "a transcript that is a number": ("guide_annotations", lambda document: document.update(transcript=7)),
    "no success": ("follower_annotations", lambda document: document["scores"].pop("success")),
    "words that are none": ("alignments", lambda document: document.update(timed_instruction="{")),
    "fewer times than words": (
        "alignments",
        lambda document: document.update(
            timed_instruction='{"word":"a b","start_time":[1.0],"end_time":[2.0]}'
        ),
    ),
}


@pytest.mark.parametrize("fault", DAMAGED)
@pytest.mark.parametrize("name", ["rxr", "parquet"])
def test_a_damaged_record_is_named(tmp_path: Path, fault: str, name: str) -> None:
    table, change = DAMAGED[fault]
    store = changed(tmp_path / "data", table, change)
    with pytest.raises(UnreadableRecordError, match=f"000001' among the {table}"):
        export(Dataset(store), tmp_path / "out", open_formats([name]))
    store.close()


@pytest.mark.parametrize("names", [["parquet"], ["rxr"], ["cvdn"], ["cvdn", "parquet", "webvtt"]])
def test_each_annotation_is_counted_once_however_often_it_is_read(tmp_path: Path, names: list[str]) -> None:
    store = changed(tmp_path / "data", "guide_annotations", lambda document: document.update(voice=None))
    dataset, formats = Dataset(store), open_formats(names)
    report = export(dataset, tmp_path / "out", formats)
    assert (report.guides, report.followers, report.unaligned, sum(report.left_out.values(), Counter())) == (
        2,
        1,
        0,
        {},
    )
    assert report.lacking == Counter(voice=2)
    for record in guide_records(store, 3):
        store.records.create(record)
    again = export(dataset, tmp_path / "out", formats)
    assert (again.guides, again.followers, again.lacking["voice"]) == (3, 1, 2)
    store.close()


@pytest.mark.parametrize("table", ["guide_annotations", "follower_annotations"])
def test_each_score_goes_out_under_its_own_key(tmp_path: Path, table: str) -> None:
    names = ("ne", "success", "spl", "oracle_success", "cls", "dtw", "ndtw", "sdtw", "path_length")
    scores = {name: number / 8 for number, name in enumerate(names)}
    store = changed(tmp_path, table, lambda document: document.update(scores=scores))
    item = both(store)[table == "follower_annotations"]
    keys = ("ne", "sr", "spl", "osr", "cls", "dtw", "ndtw", "sdtw", "path_length")
    assert item.entry().metrics == {key: number / 8 for number, key in enumerate(keys)}
    store.close()


def test_a_word_heard_that_is_none_is_named(tmp_path: Path) -> None:
    store = annotated(tmp_path)
    store.records.create(HeardWords(instruction_id=1, recogniser="vosk", language="en-US", words=()))
    store.close()
    with closing(sqlite3.connect(tmp_path / "pangea.db")) as database:
        ((text,),) = database.execute("SELECT document FROM heard_words")
        database.execute(
            "UPDATE heard_words SET document = ?", (json.dumps(json.loads(text) | {"words": "{"}),)
        )
        database.commit()
    with LocalStore.open(tmp_path) as damaged, pytest.raises(UnreadableRecordError, match="'000001-vosk'"):
        both(damaged)[0].entry()
