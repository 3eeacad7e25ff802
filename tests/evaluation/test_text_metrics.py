"""Metrics of words: beside values that others computed, in each script, and where something is missing."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import pytest

from environments import ConfigurationError
from pangea_server.quality.text_metrics import (
    TEXT_METRICS,
    ScoredText,
    TextScore,
    find_wordnet,
    text_scores,
    words,
)
from pangea_server.quality.text_metrics.cider import Corpus, cider

TEXTS = [
    (
        "walk past the red chair and stop at the door",
        ["walk past the red chair then stop at the blue door", "go by the chair and wait near the door"],
    ),
    ("turn left and go up the stairs stairs stairs", ["turn left at the table and walk up the stairs"]),
    (
        "enter the kitchen",
        [
            "go into the kitchen and stop beside the sink",
            "enter the kitchen and stop at the sink",
            "walk into the kitchen",
        ],
    ),
]
PYCOCOEVALCAP_1_2 = [3.37936263, 2.42245131, 2.14326163]


def scored(texts: list[ScoredText], wordnet: object = None) -> dict[str, TextScore]:
    return {score.metric: score for score in text_scores(texts, wordnet)}


def test_cider_is_that_of_pycocoevalcap() -> None:
    corpus = Corpus.of([[words(each) for each in references] for _, references in TEXTS])
    found = [cider(words(text), [words(each) for each in references], corpus) for text, references in TEXTS]
    assert found == pytest.approx(PYCOCOEVALCAP_1_2, abs=1e-8)


def test_words_keep_their_marks_in_every_script() -> None:
    assert words("दरवाज़े पर रुकें। Don't STOP, 2 m!") == ["दरवाज़े", "पर", "रुकें", "don't", "stop", "2", "m"]
    assert words("తలుపు దగ్గర ఆగండి.") == ["తలుపు", "దగ్గర", "ఆగండి"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Walk on to the door."),
        ("hi", "दरवाज़े तक जाएँ और वहाँ रुकें।"),
        ("te", "తలుపు వరకు నడవండి మరియు ఆగండి."),
    ],
)
def test_a_copy_has_the_best_score_in_each_language(language: str, text: str) -> None:
    other = ScoredText("A", language, f"{text} {text}", [text])
    copies = scored(
        [ScoredText("A", language, text, [text]), ScoredText("A", language, text * 2, [text * 2])]
    )
    assert [copies[name].value for name in ("BLEU", "chrF", "ROUGE-L")] == pytest.approx([100, 100, 1])
    assert copies["CIDEr-D"].value is not None
    assert copies["BLEU"].copies == 2
    worse = scored([other])
    assert worse["BLEU"].value is not None
    assert worse["BLEU"].value < 100


def test_what_cannot_be_computed_says_why() -> None:
    english = scored([ScoredText("A", "en", "Go.", ["Walk."])])
    assert english["METEOR"].value is None
    assert "apt install wordnet-base" in english["METEOR"].reason
    assert "it needs two paths" in english["CIDEr-D"].reason
    assert "English" in scored([ScoredText("A", "hi", "चलें", ["चलें"])])["METEOR"].reason


def test_synonyms_count_for_meteor(tmp_path: Path) -> None:
    dictionary(tmp_path, "sofa", "couch")
    texts = [ScoredText("A", "en", "stop at the couch", ["stop at the sofa"])]
    found = find_wordnet(tmp_path)
    assert found is not None
    with closing(found) as wordnet:
        with_synonyms = scored(texts, wordnet)["METEOR"].value
    assert with_synonyms is not None
    assert with_synonyms == pytest.approx(1 - 0.5 * (1 / 4) ** 3)  # four matches in one chunk


def dictionary(folder: Path, *lemmas: str) -> None:
    """WordNet's files with one synset of nouns."""
    head = "  1 made for a test  \n"
    synset = f"{len(head):08d} 06 n {len(lemmas):02x} {' '.join(f'{lemma} 0' for lemma in lemmas)} 000 | a seat  \n"
    for part in ("noun", "verb", "adj", "adv"):
        (folder / f"data.{part}").write_text(head + (synset if part == "noun" else ""))
        rows = (
            [f"{lemma} n 1 0 1 0 {len(head):08d}  \n" for lemma in sorted(lemmas)] if part == "noun" else []
        )
        (folder / f"index.{part}").write_text(head + "".join(rows))
        (folder / f"{part}.exc").write_text("")
    (folder / "cntlist.rev").write_text("")


def test_a_folder_that_is_no_dictionary_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"has no index.noun: it is not WordNet"):
        find_wordnet(tmp_path)


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics", None)
    with pytest.raises(ConfigurationError) as error:
        text_scores([ScoredText("A", "en", "Go.", ["Walk."])], None)
    assert "pangea-toolkit[evaluate]" in error.value.remedy


def test_every_metric_is_given_for_every_system() -> None:
    texts = [ScoredText(system, "en", text, references) for system in "BA" for text, references in TEXTS * 2]
    found = text_scores(texts, None)
    assert [(score.system, score.metric) for score in found] == [(s, m) for s in "AB" for m in TEXT_METRICS]
    assert all(score.low is not None for score in found if score.value is not None)
    assert all(score.low is None for score in text_scores(texts[:5], None))
