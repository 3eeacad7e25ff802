from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from tests.structure.conftest import Plant
from tests.structure.sizes import function_lines, visible_entries, web_function_lines

STATIC = Path(__file__).parents[3] / "static"


def test_lines_of_functions_and_entries_that_are_seen(plant: Plant) -> None:
    sources = plant(
        {
            "pangea_server/__init__.py": "def f():\n    def g():\n        pass\n\n    return g\n",
            "pangea_server/py.typed": "",
            "pangea_server/low/a.py": "@once\ndef f(): ...\n",
        }
    )
    assert [list(function_lines(file)) for file in sources.python] == [[5, 2], [1]]
    assert visible_entries(sources.root / "pangea_server") == ["low"]


def test_lines_of_the_browsers_functions(plant: Plant) -> None:
    text = "function f() {\n  return 1\n}\nconst short = () => 1\nclass A {\n  b() { return 2 }\n}\n"
    sources = plant({"static/src/a.ts": text})
    assert web_function_lines(sources) is None  # no compiler there
    if shutil.which("node") and (STATIC / "node_modules/typescript").exists():
        (sources.root / "static/node_modules").symlink_to(STATIC / "node_modules")
        (sources.root / "static/package.json").write_text("{}")
        assert web_function_lines(replace(sources)) == [3, 1]
