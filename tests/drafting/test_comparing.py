"""What became of each word of a draft, whatever was done to the text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pangea_server.annotate.drafting.comparison import compared, plain
from pangea_server.annotate.drafting.planted_errors import with_planted
from pangea_server.annotate.drafting.records import DraftWord


def draft(text: str, **planted: str) -> list[DraftWord]:
    """Words, of which those named are planted in place of their own."""
    return [
        DraftWord(word, float(at), at + 1.0, 0.9, planted.get(word)) for at, word in enumerate(text.split())
    ]


def confirmed(text: str, submitted: str, heard: frozenset[int] = frozenset()) -> list[tuple[str, str]]:
    return [(word.became, word.confirmed) for word in compared(draft(text), submitted, heard).words]


def test_words_are_edited_heard_or_untouched() -> None:
    assert confirmed("walk passed the lamp", "Walk past the lamp.", frozenset({0, 1, 2})) == [
        ("Walk", "heard"),
        ("past", "edited"),
        ("the", "heard"),
        ("lamp.", "untouched"),
    ]


def test_removed_and_inserted_words_are_counted() -> None:
    found = compared(draft("um walk to the the lamp"), "walk over to the lamp", frozenset())
    edited = sum(word.confirmed == "edited" for word in found.words)
    assert edited + found.inserted == 3
    assert [word.became for word in found.words].count("") == 1


def test_more_words_in_place_of_one() -> None:
    found = compared(draft("go hallway now"), "go down the hall now", frozenset())
    assert [word.became for word in found.words] == ["go", "down the hall", "now"]
    assert found.inserted == 2


def test_planted_words_that_were_left_are_returned_with_what_is_around_them() -> None:
    words = draft("Sofa go to the lamp left", Sofa="Then", lamp="table", left="right")
    found = compared(words, "Sofa, go to the LAMP; right", frozenset({0}))
    assert found.text == "Then, go to the Table; right"
    assert found.planted_left == 2
    assert [word.confirmed for word in found.words] == ["heard", *["untouched"] * 4, "edited"]


def test_a_planted_word_that_was_mended_stays_mended() -> None:
    found = compared(draft("go to the lamp", lamp="table"), "go to the table", frozenset())
    assert (found.text, found.planted_left) == ("go to the table", 0)


def test_indic_words_keep_their_vowel_signs() -> None:
    assert plain("“बाएँ।”") == "बाएँ"
    found = compared(draft("बाएँ मुड़ो", मुड़ो="रुको"), "बाएँ मुड़ो।", frozenset())
    assert found.text == "बाएँ रुको।"


WORDS = st.lists(
    st.sampled_from(["go", "to", "the", "lamp", "sofa", "door,", "Left.", "past", "um"]), max_size=30
)


@given(WORDS, st.text(max_size=80), st.integers(0, 9))
def test_any_text_can_be_handed_in(words: list[str], submitted: str, seed: int) -> None:
    shown = with_planted(draft(" ".join(words)), 0.5, str(seed))
    found = compared(shown, submitted, frozenset(range(0, 30, 2)))
    assert len(found.words) == len(shown)
    if not any(word.own for word in shown):
        assert found.text == submitted


@given(WORDS, st.integers(0, 9))
def test_a_draft_that_is_handed_in_as_it_was_comes_back_without_any_planted_word(
    words: list[str], seed: int
) -> None:
    own = draft(" ".join(words))
    shown = with_planted(own, 0.5, str(seed))
    found = compared(shown, " ".join(word.word for word in shown), frozenset())
    assert found.planted_left == sum(word.own is not None for word in shown)
    assert [plain(word) for word in found.text.split()] == [plain(word.word) for word in own]
    assert found.inserted == 0


def test_planting_repeats_itself_and_takes_words_of_the_same_recording() -> None:
    words = draft("walk past the yellow lamp and stop in front of the brown sofa " * 20)
    planted = with_planted(words, 0.05, "seed")
    assert planted == with_planted(words, 0.05, "seed") != with_planted(words, 0.05, "another")
    changed = [word for word in planted if word.own is not None]
    assert len(changed) == pytest.approx(0.05 * len(words), abs=8)
    assert {word.word for word in changed} <= {word.word for word in words}
    assert all(word.word != word.own for word in changed)
    assert with_planted(words, 0.0, "seed") == tuple(words)


def test_unsure_and_short_words_are_never_replaced() -> None:
    words = [DraftWord("lamp", 0, 1, 0.3), DraftWord("of", 1, 2, 0.9), DraftWord("sofa", 2, 3, 0.9)]
    assert with_planted(words, 0.5, "seed") == tuple(words)
