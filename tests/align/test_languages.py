from __future__ import annotations

from types import SimpleNamespace

import pytest

from align import languages
from align.languages import doubt_about_language, main_script
from align.transcript import Transcript

ENGLISH = "Walk past the two chairs, turn left in front of three doors and stop."
HINDI = "मेज़ के पास से होकर रसोई में जाओ और वहां रुक जाओ। फिर बाएं मुड़ो।"
TELUGU = "బల్ల పక్క నుండి వంటగదిలోకి వెళ్ళి అక్కడ ఆగండి. తరువాత ఎడమ వైపు తిరగండి."


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en-US"),
        (ENGLISH.replace("chairs", "chiars"), "en-IN"),
        (HINDI, "hi-IN"),
        (HINDI, "mr"),
        (TELUGU, "te-IN"),
        ("Seedhe jao aur baayen mudo, phir darwaze ke paas ruko.", "hi-IN"),
        ("सोफ़ा के पास stop करो और left मुड़ो", "hi-IN"),
        ("Stop at the sofa, yaar, then left jao.", "en-IN"),
        ("Avancez tout droit et tournez à gauche.", "fr-FR"),
        ("Wo, jo?", "en-US"),
        ("— ?", "en-US"),
    ],
)
def test_a_transcript_in_its_own_language_is_not_doubted(text: str, language: str) -> None:
    tokens = Transcript.parse(f"{text} x", language)
    assert doubt_about_language(tokens) is None


@pytest.mark.parametrize(
    ("text", "language", "suggestion", "reason"),
    [
        (HINDI, "en-US", "hi", "the text is in Devanagari script"),
        (TELUGU, "en-IN", "te", "the text is in Telugu script"),
        (TELUGU, "hi-IN", "te", "the text is in Telugu script"),
        (ENGLISH, "hi-IN", "en", "100% of the words are English"),
        ("Seedhe jao aur baayen mudo, phir darwaze ke paas ruko.", "en-US", "hi", "of the words are English"),
        ("Meeru mundu velli edama vaipu tiragandi.", "en-US", "te", "only 0% of the words are English"),
        ("Gehen Sie geradeaus und biegen Sie an der Treppe links ab.", "en-US", "de", "only 64%"),
    ],
)
def test_a_wrong_language_is_named_with_the_one_to_try(
    text: str, language: str, suggestion: str, reason: str
) -> None:
    doubt = doubt_about_language(Transcript.parse(text, language))
    assert doubt is not None
    assert doubt.suggestion == suggestion
    assert reason in doubt.reason
    assert doubt.reason.endswith(f": try --language {suggestion}")


def doubt(text: str, language: str) -> tuple[str, str | None] | None:
    return doubt_about_language(Transcript.parse(text, language))


def test_half_of_the_letters_may_be_of_another_script() -> None:
    assert main_script("अअ ab 12!") == ("DEVANAGARI", 0.5)
    assert main_script("12 — !") == ("", 0.0)
    assert doubt("अअ ab", "en") is None
    assert doubt("अअअ ab", "en") is not None


def test_fewer_than_four_words_say_nothing() -> None:
    assert doubt("seedhe jao phir", "en-US") is None
    assert doubt("seedhe jao phir ruko", "en-US") == (
        "only 0% of the words are English: try --language hi",
        "hi",
    )


def test_chinese_is_named_as_people_do() -> None:
    found = doubt("请直走到门口然后左转", "en")
    assert found is not None
    assert found[0].startswith("the text is in Chinese script")


def test_a_language_that_was_ruled_out_is_not_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    says_english = SimpleNamespace(classify=lambda text: ("en", 1.0))
    monkeypatch.setattr(languages, "_identifier", lambda: says_english)
    assert doubt("qqx zzxv wwvb kkqj ppqz", "en-US") == ("only 0% of the words are English", None)


def test_common_words_of_english_make_up_for_unknown_ones() -> None:
    assert doubt("go to the zzxv qqx wwvb", "en") is None  # half are common
    assert doubt("jao jao zzxv qqx zzxv qqx wwvb kkqj ppqz vvbq qqz xxw", "en") == (
        "only 0% of the words are English: try --language hi", "hi",
    )  # fmt: skip
