"""What the page of a task offers and records besides the task itself: the keys ``map`` and ``actions``."""

from __future__ import annotations

from typing import Literal

Switch = Literal["on", "off"]
