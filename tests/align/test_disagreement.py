from __future__ import annotations

from align.disagreement import _alike, disagreement
from align.report import EngineEvidence, Stretch
from align.timed import TimedWord
from align.transcript import Transcript

SAID = "Go past the lamp. Enter the kitchen on the left. Stop at the brown door."


def heard(text: str) -> list[TimedWord]:
    return [TimedWord(word, i * 0.5, i * 0.5 + 0.4, "recognised") for i, word in enumerate(text.split())]


def test_single_words_that_were_misheard_are_no_passage() -> None:
    said = heard("go past a lamb enter the kitchen in the left stop at brown door")
    known = disagreement(said, Transcript.parse(SAID, "en"))
    assert (known.unspoken, known.unwritten) == ((), ())


def test_a_few_misheard_words_in_a_row_are_no_passage() -> None:
    said = heard("go past the lamp enter wood china of the left stop at the brown door")
    known = disagreement(said, Transcript.parse(SAID, "en"))
    assert (known.unspoken, known.unwritten) == ((), ())
    short = disagreement(
        heard("tern lift stop at the brown door"),
        Transcript.parse("Turn left. Stop at the brown door.", "en"),
    )
    assert (short.unspoken, short.unwritten) == ((), ())


def test_a_sentence_that_was_not_said_is_found() -> None:
    known = disagreement(heard("go past the lamp stop at the brown door"), Transcript.parse(SAID, "en"))
    assert known.unspoken == ((4, 10),)


def test_a_sentence_that_is_not_written_has_its_time() -> None:
    said = "go past the lamp then walk around that big table over there enter the kitchen on the left stop at the door"
    assert disagreement(heard(said), Transcript.parse(SAID, "en")) == EngineEvidence(
        unwritten=(Stretch(2.0, 5.9),),
        silence=None,
        unstable=None,
        unspoken=(),
        new_seconds=(5.9 - 2.0,),
    )


def test_nothing_heard_is_everything_unspoken() -> None:
    assert disagreement([], Transcript.parse(SAID, "en")).unspoken == ((0, 15),)


def test_a_word_that_is_half_alike_is_evidence_for_nothing() -> None:
    assert _alike(["go", "past", "lamp"], ["go", "pond", "the"]) == ([2.0, -1.0, -2.0], [2.0, -1.0, -2.0])
    assert _alike(["door"], ["dear"]) == ([0.0], [0.0])
    assert _alike(["a", "b"], []) == ([-2.0, -2.0], [])
