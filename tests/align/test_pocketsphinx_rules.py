"""The rules of the engine pocketsphinx: words, refusals, portions and its dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from align import Audio, TimedWord, align_transcript
from align.calibration import Judgement, Measured, WordJudgement
from align.engines import pocketsphinx
from align.engines.pocketsphinx import (
    _by_token,
    _Decoded,
    _evidence,
    _measured,
    _pronounceable,
    _Segment,
    _segments,
)
from align.errors import TranscriptMismatchError
from align.transcript import Transcript
from tests.align.test_engines import DATA, TEXT, TRANSCRIPT, TRUTH

CHAIN = [(0, "go"), (1, "in"), (1, "front"), (3, "now")]


def segments(*spans: tuple[float, float], fit: float = -1.0) -> list[_Segment]:
    return [_Segment(word, *span, fit) for (_, word), span in zip(CHAIN, spans, strict=False)]


EVEN = segments((0.0, 0.5), (0.5, 1.0), (1.0, 1.5), (1.5, 2.5))


def decoded(found: Sequence[_Segment], loud: list[bool] | None = None) -> _Decoded:
    frames = None if loud is None else np.array(loud)
    return _Decoded(CHAIN, found, Measured([0, 1, 1, 3], range(len(found)), [], {}), frames)


def test_pocketsphinx_joins_the_words_of_a_token_with_the_lowest_confidence() -> None:
    words = {word: WordJudgement(sure, error, 1.0) for word, (sure, error) in enumerate(
        [(0.91234, 0.01234), (0.8, 0.02), (0.7, 0.5), (0.6, 0.03)])}  # fmt: skip
    assert _by_token(TRANSCRIPT, decoded(EVEN), Judgement(words, ()), 2.0) == [
        TimedWord("Go", 0.0, 0.5, "aligned", 0.9123, expected_error=0.0123),
        TimedWord("in-front", 0.5, 1.5, "aligned", 0.7, expected_error=0.02),
        None,
        TimedWord("now", 1.5, 2.0, "aligned", 0.6, expected_error=0.03),
    ]


LOUD = [True] * 100


@pytest.mark.parametrize(
    ("found", "loud"),
    [
        (EVEN[:3], None),  # less than nine tenths of the words
        ([], None),
        ([EVEN[1], EVEN[0], *EVEN[2:]], None),
        (segments((0.0, 0.5), (0.5, 1.0), (1.0, 1.5), (1.5, 2.0), fit=-6.1), None),
        (EVEN, [True] * 250),  # half of the loud sound lies elsewhere
    ],
)
def test_pocketsphinx_refuses_what_was_not_found_fits_badly_or_leaves_sound_over(
    found: list[_Segment], loud: list[bool] | None
) -> None:
    pocketsphinx._refuse_mismatch(decoded(EVEN, [True] * 125 + [False] * 50), Judgement({}, ()))
    pocketsphinx._refuse_mismatch(
        decoded(segments((0, 1), (1, 2), (2, 3), (3, 4), fit=-6.0)), Judgement({}, ())
    )
    with pytest.raises(TranscriptMismatchError, match="does not sound like the recording"):
        pocketsphinx._refuse_mismatch(decoded(found, loud), Judgement({}, ()))


def test_only_a_long_loud_pause_is_unwritten_for_pocketsphinx() -> None:
    loud = [True] * 125 + [False] * 25 + [True] * 101 + [False] * 20
    (pause,) = _evidence(decoded(EVEN, loud), Judgement({}, ((0, 2),)), 6.0).unwritten or ()
    assert (pause.start_time, pause.end_time) == pytest.approx((3.0, 5.02))
    short = [True] * 125 + [False] * 25 + [True] * 100 + [False] * 20
    evidence = _evidence(decoded(EVEN, short), Judgement({}, ((0, 2),)), 6.0)
    assert (evidence.unwritten, evidence.silence, evidence.unstable, evidence.unspoken) == (
        None,
        None,
        None,
        ((0, 2),),
    )
    assert _evidence(decoded(EVEN), Judgement({}, None), 6.0).unwritten is None


def test_pocketsphinx_segments_are_words_with_their_seconds_and_fits() -> None:
    def segment(word: str, first: int, last: int, fit: float) -> Any:
        score = np.exp(fit * (last + 1 - first) / 1024)
        return SimpleNamespace(word=word, start_frame=first, end_frame=last, ascore=score)

    found = list(_segments([
        segment("<sil>", 0, 9, -1.0), segment("[SPN]", 0, 9, -1.0), segment("++UH++", 0, 9, -1.0),
        segment("the(2)", 10, 19, -2.5), segment("door", 20, 59, -99.0), segment("on", 60, 69, 3.0),
    ]))  # fmt: skip
    assert [(each.word, each.start_time, each.end_time) for each in found] == [
        ("the", 0.1, 0.2), ("door", 0.2, 0.6), ("on", 0.6, 0.7),
    ]  # fmt: skip
    assert [each.fit for each in found] == pytest.approx([-2.5, -12.0, 0.0])


class Decoder:
    """Knows two words."""

    def __init__(self) -> None:
        self.words = {"go": "G OW", "now": "N AW"}
        self.added: list[tuple[str, str, bool]] = []

    def lookup_word(self, word: str) -> str | None:
        return self.words.get(word)

    def add_word(self, word: str, ways: str, update: bool) -> None:
        self.added.append((word, ways, update))
        self.words[word] = ways


def test_words_that_a_decoder_lacks_are_taught_and_the_users_own_have_names_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decoder, lexicon = Decoder(), {"now": (("N", "UH"), ("N", "OW"))}
    monkeypatch.setattr(pocketsphinx, "phones", lambda word, language: {"qx": "K S"}.get(word, ""))
    transcript = Transcript.parse("Go qx ??x now now", "en-US", lexicon)
    assert _pronounceable(decoder, transcript) == [(0, "go"), (1, "qx"), (3, "own:now"), (4, "own:now")]
    assert decoder.added == [("own:now", "N UH", True), ("own:now(2)", "N OW", True), ("qx", "K S", True)]
    measured = _measured(
        decoder, CHAIN, [_Segment("go", 0.0, 0.4, -1.0), _Segment("qx", 0.4, 0.6, -2.0)], 1.0
    )
    assert (measured.tokens, list(measured.found), measured.starts) == ([0, 1, 1, 3], [0, 1], [0.0, 0.4])
    assert measured.signs["length"].tolist() == pytest.approx([np.log(2), np.log(2)])
    assert _measured(decoder, CHAIN, [], 1.0) == Measured([0, 1, 1, 3], [], [], {})


def test_pocketsphinx_reads_english_by_its_dictionary_and_other_languages_not() -> None:
    assert pocketsphinx._decoder("en-IN").lookup_word("pour") == "P AO R"
    assert pocketsphinx._decoder("fr-FR").lookup_word("pour") is None


def test_pocketsphinx_hears_any_rate_at_its_own() -> None:
    door = Audio.open(DATA / "door.flac").resampled(44_100)
    words = align_transcript(door, TEXT, language="en-US", engine="pocketsphinx").words
    assert [word.start_time for word in words] == pytest.approx(TRUTH, abs=0.07)
