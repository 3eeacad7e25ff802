"""BLEU, chrF, METEOR, ROUGE-L and CIDEr-D of each system's texts, in each language.

| metric | by | words |
| --- | --- | --- |
| BLEU | sacreBLEU, of the corpus | its ``13a`` for English, its ``intl`` (Unicode's punctuation) for others |
| chrF | sacreBLEU's chrF2, of the corpus | none: characters |
| METEOR | nltk, mean over texts | ``words``; English only, since stems and synonyms are English |
| ROUGE-L | rouge-score, mean over texts of the best reference's F1 | ``words``, not stemmed |
| CIDEr-D | ours, mean over texts | ``words`` |
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from align.resampling import FEWEST_RESAMPLED
from pangea_server.quality.text_metrics.cider import Corpus, cider
from pangea_server.quality.text_metrics.extra import library
from pangea_server.quality.text_metrics.texts import ScoredText, words
from pangea_server.quality.text_metrics.wordnet import WordNet

TEXT_METRICS = ("BLEU", "chrF", "METEOR", "ROUGE-L", "CIDEr-D")
TEXT_RESAMPLES = 1000
RESAMPLE_SEED = 12345  # sacreBLEU's own


@dataclass(frozen=True, slots=True)
class TextScore:
    """A metric of a system's texts in one language.

    Attributes:
        value: BLEU and chrF from 0 to 100, METEOR and ROUGE-L from 0 to 1, CIDEr-D from 0 to 10; None if it cannot be
            computed.
        low, high: 95 % bootstrap interval over texts; None for fewer than ``FEWEST_RESAMPLED`` texts.
        texts: how many; ``copies`` of them are, word for word, one of their references.
        reason: why ``value`` is None.
    """

    system: str
    language: str
    metric: str
    value: float | None
    low: float | None
    high: float | None
    texts: int
    copies: int
    reason: str = ""


def text_scores(texts: Sequence[ScoredText], wordnet: WordNet | None) -> list[TextScore]:
    """All metrics of each system and language, in this order.

    Args:
        wordnet: for METEOR; without it METEOR is None.

    Raises:
        ConfigurationError: the extra ``evaluate`` is not installed.
    """
    scores = []
    for language, of_language in _grouped(texts, lambda text: text.language):
        references = {
            tuple(text.references): [words(each) for each in text.references] for text in of_language
        }
        corpus = Corpus.of(list(references.values()))
        for _, of_system in _grouped(of_language, lambda text: text.system):
            scores += [
                _bleu(of_system, language),
                _chrf(of_system),
                _meteor(of_system, language, wordnet),
                _rouge(of_system),
                _cider(of_system, corpus),
            ]
    return scores


def _bleu(texts: Sequence[ScoredText], language: str) -> TextScore:
    metric = library("sacrebleu.metrics").BLEU(tokenize="13a" if language == "en" else "intl")
    return _of_corpus("BLEU", metric, texts)


def _chrf(texts: Sequence[ScoredText]) -> TextScore:
    return _of_corpus("chrF", library("sacrebleu.metrics").CHRF(), texts)


def _of_corpus(name: str, metric: Any, texts: Sequence[ScoredText]) -> TextScore:
    most = max(len(text.references) for text in texts)
    streams = [
        [text.references[number] if number < len(text.references) else None for text in texts]
        for number in range(most)
    ]
    written = [text.written for text in texts]
    resamples = TEXT_RESAMPLES if len(texts) >= FEWEST_RESAMPLED else 1
    score = metric.corpus_score(written, streams, n_bootstrap=resamples)
    if len(texts) < FEWEST_RESAMPLED:
        return _scored(name, texts, float(score.score), None)
    told = json.loads(score.format(width=4, is_json=True, signature=str(metric.get_signature())))
    middle, margin = told["confidence_mean"], told["confidence_var"]
    return _scored(name, texts, float(score.score), (max(0.0, middle - margin), min(100.0, middle + margin)))


def _meteor(texts: Sequence[ScoredText], language: str, wordnet: WordNet | None) -> TextScore:
    if language != "en":
        return _unknown("METEOR", texts, "METEOR's stems and synonyms are English.")
    if wordnet is None:
        return _unknown(
            "METEOR", texts, "WordNet was not found: apt install wordnet-base, or --wordnet DIRECTORY."
        )
    score = library("nltk.translate.meteor_score").meteor_score
    return _mean(
        "METEOR",
        texts,
        [
            score([words(each) for each in text.references], words(text.written), wordnet=wordnet)
            for text in texts
        ],
    )


class _Tokenizer:
    """Our words, for rouge-score."""

    def tokenize(self, text: str) -> list[str]:
        return words(text)


def _rouge(texts: Sequence[ScoredText]) -> TextScore:
    scorer = library("rouge_score.rouge_scorer").RougeScorer(["rougeL"], tokenizer=_Tokenizer())
    return _mean(
        "ROUGE-L",
        texts,
        [scorer.score_multi(list(text.references), text.written)["rougeL"].fmeasure for text in texts],
    )


def _cider(texts: Sequence[ScoredText], corpus: Corpus) -> TextScore:
    if corpus.items < 2:
        return _unknown(
            "CIDEr-D", texts, "CIDEr-D weighs words by how many paths have them: it needs two paths."
        )
    return _mean(
        "CIDEr-D",
        texts,
        [cider(words(text.written), [words(each) for each in text.references], corpus) for text in texts],
    )


def _mean(metric: str, texts: Sequence[ScoredText], scores: Sequence[float]) -> TextScore:
    values = np.array(scores)
    if len(values) < FEWEST_RESAMPLED:
        return _scored(metric, texts, float(values.mean()), None)
    random = np.random.default_rng(RESAMPLE_SEED)
    means = values[random.integers(len(values), size=(TEXT_RESAMPLES, len(values)))].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return _scored(metric, texts, float(values.mean()), (float(low), float(high)))


def _scored(
    metric: str, texts: Sequence[ScoredText], value: float, interval: tuple[float, float] | None
) -> TextScore:
    low, high = interval or (None, None)
    return TextScore(texts[0].system, texts[0].language, metric, value, low, high, len(texts), _copies(texts))


def _unknown(metric: str, texts: Sequence[ScoredText], reason: str) -> TextScore:
    return TextScore(
        texts[0].system, texts[0].language, metric, None, None, None, len(texts), _copies(texts), reason
    )


def _copies(texts: Sequence[ScoredText]) -> int:
    return sum(words(text.written) in [words(each) for each in text.references] for text in texts)


def _grouped(
    texts: Sequence[ScoredText], key: Callable[[ScoredText], str]
) -> list[tuple[str, list[ScoredText]]]:
    return [(name, list(group)) for name, group in groupby(sorted(texts, key=key), key)]
