"""PanGEA's own aligner: exact Viterbi search in a network made from the transcript."""

from __future__ import annotations

from align.engines.viterbi.engine import Viterbi

__all__ = ["Viterbi"]
