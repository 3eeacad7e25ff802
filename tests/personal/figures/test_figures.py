"""The figures of ``make bench-personal`` do not fall."""

from __future__ import annotations

import pytest

from pangea_server.dataset.personal.recogniser import Recogniser, installed_recogniser
from tests.benchmarks.personal.__main__ import measured
from tests.benchmarks.personal.planting import LANGUAGES

LEAST = {"dev": 0.98, "seen": 0.95, "test": 0.95, "fresh": 0.95, "third": 0.97, "fourth": 0.95, "fifth": 0.93}


@pytest.mark.parametrize("split", LEAST)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_planted_is_found(language: str, split: str) -> None:
    outcome = measured(installed_recogniser(), language, split)
    assert outcome.planted.total() >= 400
    assert outcome.recall >= LEAST[split], dict(outcome.missed)
    assert outcome.precision >= 0.8
    assert outcome.false_mark_rate <= 0.05, outcome.false_marks


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_alone_mark_no_clean_instruction(language: str) -> None:
    assert measured(Recogniser(None), language, "test").false_marks == []
