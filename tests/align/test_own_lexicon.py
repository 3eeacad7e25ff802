"""A user's own pronunciations: the file's forms, its errors, and how its words are looked up."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from align.phones import lexicon_file
from align.phones.lexicon_file import open_own_lexicon, read_own_lexicon
from align.phones.romanised import romanised_ways
from align.readings.own_words import own_form
from align.transcript import Transcript
from align.viterbi.lexicon import network_words
from environments.errors import InvalidDataError


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
    with pytest.raises(InvalidDataError, match=r"own\.dict: it is not UTF-8, but UTF-16"):
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
    assert own_form(written) == unicodedata.normalize("NFC", form)


def test_what_the_file_says_is_believed_also_for_whole_tokens() -> None:
    lexicon = read_own_lexicon(b"door  D UH\n2bhk  T UW B EH K", "own")
    transcript = Transcript.parse("the Door, of 2BHK", "en-IN", lexicon)
    assert [token.spoken for token in transcript.tokens] == [("the",), ("door",), ("of",), ("2bhk",)]
    words = [network_words(token, transcript.language, lexicon) for token in transcript.tokens]
    assert words[1] == [[("D", "UH")]]
    assert words[3] == [[("T", "UW", "B", "EH", "K")]]


def test_a_file_is_read_up_to_its_largest_size_and_repeated_ways_count_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").write_bytes(b"A  AH0\nA  EY1\nA(3)  AH1\n")
    assert open_own_lexicon(tmp_path / "own") == {"a": (("AH",), ("EY",))}
    monkeypatch.setattr(lexicon_file, "MOST_LEXICON_BYTES", 23)
    with pytest.raises(InvalidDataError, match="own"):
        open_own_lexicon(tmp_path / "own")


@pytest.mark.parametrize(
    ("word", "language", "first", "count"),
    [
        ("ke", "hi", "K EY", 2),
        ("ka", "hi", "K AA", 2),  # a last vowel is long first
        ("kaka", "hi", "K AH K AA", 4),
        ("kudi", "te", "K UW D IY", 1),
        ("kudi", "hi", "K UH D IY", 4),
        ("vaipu", "te", "V AY P UW", 1),
        ("bhi", "hi", "B IY", 2),
        ("chhat", "hi", "CH AH T", 2),
        ("pakka", "hi", "P AH K AA", 4),  # a double consonant is one
        ("pakkka", "hi", "P AH K AA", 4),
        ("kahan", "hi", "K AH HH AA N", 4),
        ("pani's", "hi", "P AH N IH S", 4),
        ("phalaphalapa", "hi", "F AH L AH F AH L AH P AA", 12),
        ("café", "hi", None, 0),
        ("", "hi", "", 1),
    ],
)
def test_hindi_and_telugu_in_latin_letters_have_their_ways_likeliest_first(
    word: str, language: str, first: str | None, count: int
) -> None:
    ways = [" ".join(way) for way in romanised_ways(word, language)]
    assert len(ways) == count
    assert ways[:1] == ([] if first is None else [first])
