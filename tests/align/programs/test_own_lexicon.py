"""A user's own pronunciations: the file's forms, its errors, and that engines believe it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from align import Audio, align_transcript
from align.batch import run_work
from align.folders import FolderWork
from align.phones.lexicon_file import open_own_lexicon, read_own_lexicon
from align.readings.own_words import own_form
from align.transcript import Transcript
from align.viterbi.lexicon import network_words
from environments.errors import InvalidDataError

SPEECH = Path(__file__).parents[2] / "data" / "speech"
TEXT = (SPEECH / "instruction.txt").read_text().strip()


def read(text: str) -> dict[str, list[str]]:
    lexicon = read_own_lexicon(text.encode(), "own.dict")
    return {word: [" ".join(way) for way in ways] for word, ways in lexicon.items()}


@pytest.mark.parametrize(
    ("text", "lexicon"),
    [
        ("KOTHRUD  K OW1 TH R UH0 D", {"kothrud": ["K OW TH R UH D"]}),
        ("kothrud\tK OW T\nkothrud(2) K OW TH", {"kothrud": ["K OW T", "K OW TH"]}),
        (";;; a comment\n# another\n\nA  AH0\n", {"a": ["AH"]}),
        ("kitchen\t0.99\t0.2\t1.0\t1.0\tk ɪ tʃ ə n", {"kitchen": ["K IH CH AH N"]}),
        ("దారి d̪ aː ɾ i", {"దారి": ["D AA R IY"]}),
        ("\ufeffO’Hara  OW HH AE R AH", {"o'hara": ["OW HH AE R AH"]}),
        ("2BHK  T UW B IY EY CH K EY", {"2bhk": ["T UW B IY EY CH K EY"]}),
        ("", {}),
    ],
)
def test_the_forms_that_people_have_are_read(text: str, lexicon: dict[str, list[str]]) -> None:
    assert read(text) == lexicon


@pytest.mark.parametrize(
    ("text", "line", "value"),
    [
        ("A  AH0\nKOTHRUD", 2, "'KOTHRUD'"),
        ("KOTHRUD  K QQ D", 1, "'QQ'"),
        ("KOTHRUD  K 0.5 #", 1, "'#'"),
        ("KOTHRUD  0.5", 1, "'KOTHRUD  0.5'"),
        ("--  AH0", 1, "'--  AH0'"),
    ],
)
def test_a_wrong_line_is_named_with_its_value(text: str, line: int, value: str) -> None:
    with pytest.raises(InvalidDataError) as error:
        read(text)
    assert f"own.dict, line {line}: {value}" in str(error.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "own.dict"
    with pytest.raises(InvalidDataError, match=r"own\.dict cannot be read"):
        open_own_lexicon(file)
    file.write_bytes("दारि D".encode("utf-16"))
    with pytest.raises(InvalidDataError, match=r"own\.dict is not UTF-8"):
        open_own_lexicon(file)


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("“Kothrud,”", "kothrud"),
        ("2BHK.", "2bhk"),
        ("O’Hara's", "o'hara's"),
        ("मेज़।", "मेज़"),
        ("—", ""),
        ("हूँ", "हूँ"),
    ],
)
def test_words_are_looked_up_without_punctuation_and_with_their_vowel_signs(written: str, form: str) -> None:
    import unicodedata

    assert own_form(written) == unicodedata.normalize("NFC", form)


def test_what_the_file_says_is_believed_also_for_whole_tokens() -> None:
    lexicon = read_own_lexicon(b"door  D UH\n2bhk  T UW B EH K", "own")
    transcript = Transcript.parse("the Door, of 2BHK", "en-IN", lexicon)
    assert [token.spoken for token in transcript.tokens] == [("the",), ("door",), ("of",), ("2bhk",)]
    words = [network_words(token, transcript.language, lexicon) for token in transcript.tokens]
    assert words[1] == [[("D", "UH")]]
    assert words[3] == [[("T", "UW", "B", "EH", "K")]]


@pytest.mark.parametrize("engine", ["viterbi", "pocketsphinx"])
def test_a_name_that_no_dictionary_has_is_found_where_it_is_said(engine: str) -> None:
    """The first word is written as a name that is spelt nothing like it sounds."""
    recording = Audio.open(SPEECH / "instruction.flac")
    first, _, rest = TEXT.partition(" ")
    usual = align_transcript(recording, TEXT, language="en-US", engine=engine).words
    ways = network_words(Transcript.parse(first, "en").tokens[0], "en-US", {})[0]
    lexicon = {"xqz": tuple(ways)}
    named = align_transcript(recording, f"Xqz {rest}", language="en-US", engine=engine, lexicon=lexicon).words
    assert [(word.start_time, word.end_time) for word in named] == [
        (word.start_time, word.end_time) for word in usual
    ]
    assert (named[0].word, named[0].end_char) == ("Xqz", 3)


def test_a_recording_of_a_folder_has_its_own_words_before_those_of_all(tmp_path: Path) -> None:
    """A wrong file fails its own recording, and no other."""
    own = {"one": "walk  D AH\nwalk(2)  W AO K", "two": "walk\n", "three": None}
    for name, lexicon in own.items():
        shutil.copy(SPEECH / "instruction.flac", tmp_path / f"{name}.flac")
        (tmp_path / f"{name}.txt").write_text(TEXT)
        if lexicon is not None:
            (tmp_path / f"{name}.lexicon.txt").write_text(lexicon)
    everywhere = read_own_lexicon(b"walk  P UH SH P UH SH P UH SH\n", "all")
    work = FolderWork(tmp_path, tmp_path / "out", ".json", "en-US", "viterbi", lexicon=everywhere)
    assert sorted(work.names()) == ["one.flac", "three.flac", "two.flac"]
    found = {outcome.name: outcome for outcome in run_work(work, work.names(), workers=1)}
    assert "the lexicon of two.flac, line 1: 'walk'" in found["two.flac"].reason
    first = {name: out.alignment.words[0] for name, out in found.items() if out.alignment is not None}
    assert first["one.flac"].source == "aligned"
    assert first["three.flac"].source == "interpolated" or (first["three.flac"].confidence or 0) < 0.5
