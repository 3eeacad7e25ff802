"""Spoken routes whose meaning is known: the crowd's truth for everything that asks people what words mean."""

from __future__ import annotations

from align.spoken_routes.generate import speak_path
from align.spoken_routes.records import (
    SpokenChain,
    SpokenEntity,
    SpokenInstruction,
    SpokenMention,
    SpokenPath,
)
from align.spoken_routes.speaker import Manner

__all__ = [
    "Manner",
    "SpokenChain",
    "SpokenEntity",
    "SpokenInstruction",
    "SpokenMention",
    "SpokenPath",
    "speak_path",
]
