from __future__ import annotations

from tests.structure.conftest import Plant
from tests.structure.web_floors import measure_web_floors

LAYERED = {
    "static/eslint.config.js": "const owned = 'pages'\nconst layers = [\n  ['dom'],\n  ['tasks'],\n]\n",
    "static/src/dom/html.ts": "export const html = 1\n",
    "static/src/tasks/guide/show.ts": "import { html } from '../../dom/html'\n// import '../../pages/main'\n",
    "static/src/pages/main.ts": "const it = await import('../tasks/guide/show')\n",
    "static/src/dom/html.test.ts": "import { show } from '../tasks/guide/show'\n",
}


def values(files: dict[str, str], plant: Plant) -> dict[str, str]:
    return {figure.name: figure.value for figure in measure_web_floors(plant(files)).figures}


def test_folders_in_no_layer_are_counted(plant: Plant) -> None:
    found = values(LAYERED, plant)
    assert found["folders: nodes in cycles"] == "0"
    assert found["folders: imports across, pairs"] == "2, 2"
    assert found["folders in no layer of ESLint"] == "1"  # pages: named, but not in the list of layers


def test_a_type_that_is_imported_back_closes_a_cycle(plant: Plant) -> None:
    back = {"static/src/dom/back.ts": "import type { Show } from '../tasks/guide/show'\n"}
    found = values(LAYERED | back, plant)
    assert found["folders: nodes in cycles"] == "2"
    assert found["by first folder: imports that cause them"] == "1"


def test_what_tests_share_beside_src_is_no_room(plant: Plant) -> None:
    outside = {"static/src/dom/shared.ts": "import { A } from '../../testing/kinds'\n"}
    assert values(LAYERED | outside, plant)["folders: imports across, pairs"] == "2, 2"
