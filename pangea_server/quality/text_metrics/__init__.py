"""How close an instruction's words are to those that people wrote for the path. Needs the extra ``evaluate``."""

from __future__ import annotations

from pangea_server.quality.text_metrics.measures import TEXT_METRICS, TextScore, text_scores
from pangea_server.quality.text_metrics.texts import ScoredText, words
from pangea_server.quality.text_metrics.wordnet import WordNet, find_wordnet

__all__ = ["TEXT_METRICS", "ScoredText", "TextScore", "WordNet", "find_wordnet", "text_scores", "words"]
