"""The tutorial calls the buttons what the pages call them."""

from __future__ import annotations

import json
import re
from functools import reduce
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXTS = json.loads((ROOT / "static/src/kit/messages/en.json").read_text(encoding="utf-8"))
BUTTONS = {
    "Speak as the Guide": ["record.record", "record.pause", "record.done", "write.submit"],
    "Walk as the Follower": ["walk.done"],
}


@pytest.mark.parametrize(("section", "keys"), BUTTONS.items())
def test_each_button_has_its_own_name(section: str, keys: list[str]) -> None:
    _, _, after = (ROOT / "docs/tutorial.md").read_text(encoding="utf-8").partition(f"\n## {section}\n")
    told = re.findall(r"\*\*([^*]+)\*\*", after.partition("\n## ")[0])
    assert told == [reduce(dict.__getitem__, key.split("."), TEXTS) for key in keys]
