"""How sure the time of a word is: one scale for all engines, learnt from recordings with known word times.

An engine measures signs of each word: how well the sound fits, how long it lasts, what is beside it. Two linear models
per engine turn them into numbers that mean the same for each engine: the distance of the word's start from its true
start (``confidence`` and ``expected_error``), and the evidence that the word was said at all.

``coefficients.json`` has the models; ``python -m tests.benchmarks.verdict.fit`` fits them and prints how good they are.
"""

from __future__ import annotations

from align.calibration.estimates import Judgement, Measured, WordJudgement, judge
from align.calibration.signs import Timed, common_signs

__all__ = ["Judgement", "Measured", "Timed", "WordJudgement", "common_signs", "judge"]
