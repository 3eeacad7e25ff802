"""What is built again on another processor: the same, but for the last digits of its numbers and samples."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

LEAST_CORRELATION = 0.999
LEVEL = 0.01  # of the louder one's root mean square


def expect_alike_json(made: Path, shipped: Path) -> None:
    """The same values at the same places; numbers with a point within a millionth."""
    (ours, numbers), (theirs, others) = _apart(made), _apart(shipped)
    assert ours == theirs
    assert numbers == pytest.approx(others, abs=1e-6)


def expect_alike_sound(made: Path, shipped: Path) -> None:
    """As long, as loud, and of one shape."""
    (ours, rate), (theirs, their_rate) = soundfile.read(made), soundfile.read(shipped)
    assert (ours.size, rate) == (theirs.size, their_rate)
    level, their_level = np.sqrt(np.mean(ours**2)), np.sqrt(np.mean(theirs**2))
    assert level == pytest.approx(their_level, rel=LEVEL)
    assert np.mean(ours * theirs) / (level * their_level) > LEAST_CORRELATION


def _apart(file: Path) -> tuple[object, list[float]]:
    """A file's values without its numbers with a point, and these."""
    numbers: list[float] = []
    return json.loads(file.read_text(), parse_float=lambda text: numbers.append(float(text))), numbers
