"""One name for one thing: a class can be asked for, searched and talked about by its name alone."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLASS = re.compile(r"^class (\w+)", re.MULTILINE)


def test_no_two_classes_have_one_name() -> None:
    places = defaultdict(list)
    for package in ("environments", "align", "pangea_server"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in CLASS.findall(path.read_text(encoding="utf-8")):
                places[name].append(str(path.relative_to(ROOT)))
    assert {name: there for name, there in places.items() if len(there) > 1} == {}
