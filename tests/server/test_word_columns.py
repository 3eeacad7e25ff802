"""Words as a store keeps them: the same words come back, and older stores are read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from align import GroundedWord
from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.alignments.word_columns import TimedWordSequence
from pangea_server.app.testing.stores.examples import alignment
from pangea_server.core.errors import UnreadableRecordError
from pangea_server.core.records import STORED
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.seals import seal

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
SHARES = st.none() | st.floats(0, 1)
COUNTS = st.none() | st.integers(0, 10_000)
WORDS = st.lists(
    st.builds(
        GroundedWord,
        word=st.text(max_size=5).filter(lambda text: text.isprintable())
        | st.sampled_from(["go", "a b", "", "घर"]),
        start_time=st.floats(0, 1e6),
        end_time=st.floats(0, 1e6),
        source=st.sampled_from(["aligned", "interpolated", "recognised", "mended"]),
        confidence=SHARES,
        start_char=COUNTS,
        end_char=COUNTS,
        expected_error=SHARES,
        viewpoint_id=st.none() | st.sampled_from(["a", "b", "1234"]),
        heading=st.none() | NUMBERS,
        elevation=st.none() | NUMBERS,
        first_snapshot=COUNTS,
        last_snapshot=COUNTS,
    ),
    max_size=6,
)


def record(words: list[GroundedWord]) -> AlignmentRecord:
    return AlignmentRecord(
        task_id="guide-000001", engine="viterbi", state="aligned", timed_instruction=tuple(words)
    )


def said(text: str) -> list[GroundedWord]:
    """Words as RxR's files give them: each with its times and its place in the text, and no camera."""
    places = [(at, at + len(word)) for at, word in zip(starts(text), text.split(), strict=True)]
    return [
        GroundedWord(text[start:end], 0.37 * number, 0.37 * number + 0.3, "aligned", None, start, end)
        for number, (start, end) in enumerate(places)
    ]


def starts(text: str) -> list[int]:
    return [at for at, letter in enumerate(text) if letter != " " and (at == 0 or text[at - 1] == " ")]


@given(WORDS)
def test_words_come_back_as_they_were(words: list[GroundedWord]) -> None:
    stored = record(words).model_dump_json(context=STORED)
    read = AlignmentRecord.model_validate_json(stored)
    assert list(read.timed_instruction) == words
    assert read.model_dump_json(context=STORED) == stored
    assert AlignmentRecord.model_validate_json(read.model_dump_json()) == read


@pytest.mark.parametrize("text", ["turn left at the sofa", "turn  left   at", "घर के अंदर"])
def test_places_in_the_text_come_back(text: str) -> None:
    words = said(text)
    [*read] = AlignmentRecord.model_validate_json(
        record(words).model_dump_json(context=STORED)
    ).timed_instruction
    assert read == words


def test_eighty_words_cost_what_they_are() -> None:
    words = said(" ".join(["turn", "left", "at", "the", "sofa"] * 16))
    plain = json.dumps([{"word": w.word, "start_time": w.start_time, "end_time": w.end_time} for w in words])
    assert len(record(words).model_dump_json(context=STORED)) < 0.6 * len(plain)


def test_pages_are_sent_the_words_one_by_one() -> None:
    sent = json.loads(record(said("turn left")).model_dump_json())
    assert [word["word"] for word in sent["timed_instruction"]] == ["turn", "left"]


def test_what_a_recogniser_heard_is_kept_in_the_same_way() -> None:
    words = [*alignment().timed_instruction]
    heard = HeardWords(instruction_id=1, recogniser="whisper", language="en-US", words=words)
    stored = heard.model_dump_json(context=STORED)
    assert isinstance(json.loads(stored)["words"], str)
    assert [word.word for word in HeardWords.model_validate_json(stored).words] == [
        word.word for word in words
    ]


def test_words_that_are_given_one_by_one_are_kept_in_columns(tmp_path: Path) -> None:
    known = alignment()
    with LocalStore.open(tmp_path) as store:
        store.records.create(known)
    put(tmp_path, known.model_dump_json())
    with LocalStore.open(tmp_path) as store:
        assert store.records.get(AlignmentRecord, known.record_id) == known
        store.records.transact(lambda transaction: transaction.replace(known))
    with sqlite3.connect(tmp_path / "pangea.db") as database:
        [(kept,)] = database.execute("SELECT document ->> '$.timed_instruction' FROM alignments")
    assert TimedWordSequence.read(GroundedWord, kept) == known.timed_instruction


@pytest.mark.parametrize(
    "words",
    [
        '{"word":"go left","start_time":[0.1],"end_time":[0.2],"source":{"values":["aligned"]}}',
        '{"word":"go","start_time":[0.1],"end_time":[0.2],"heading":[0.1,0.2]}',
        '{"word":"go","start_time":["soon"],"end_time":[0.2]}',
        '{"word":"go","start_time":[0.1],"end_time":[0.2],"source":{"values":["aligned"],"each":[7]}}',
        "go",
    ],
)
def test_columns_that_do_not_fit_are_a_record_that_cannot_be_read(words: str, tmp_path: Path) -> None:
    known = alignment()
    with LocalStore.open(tmp_path) as store:
        store.records.create(known)
    put(tmp_path, json.dumps(json.loads(known.model_dump_json()) | {"timed_instruction": words}))
    with LocalStore.open(tmp_path) as store, pytest.raises(UnreadableRecordError, match="000001"):
        store.records.get(AlignmentRecord, known.record_id)


def test_a_time_that_is_no_number_is_refused() -> None:
    with pytest.raises(ValidationError, match="finite"):
        record([GroundedWord("go", float("inf"), 0.2, "aligned")])


def put(directory: Path, document: str) -> None:
    """Store this document of the alignment, as a mistaken hand wrote it."""
    with sqlite3.connect(directory / "pangea.db") as database:
        mark = seal("alignments", "guide-000001", document)
        database.execute("UPDATE alignments SET document = ?, seal = ?", (document, mark))
