from __future__ import annotations

import pytest

from tests.structure.conftest import Plant
from tests.structure.figures import Section
from tests.structure.floors import Rooms, measure_floors
from tests.structure.references import references

FLAT = {
    "pangea_server/__init__.py": "",
    "pangea_server/errors.py": "",
    "pangea_server/low/__init__.py": "from pangea_server.errors import E\n",
    "pangea_server/high/__init__.py": "",
    "pangea_server/high/top.py": "from pangea_server.low import thing\n",
}


def value(section: Section, name: str) -> str:
    return next(figure.value for figure in section.figures if figure.name == name)


def test_rooms_that_point_one_way_are_in_no_cycle(plant: Plant) -> None:
    section = measure_floors(plant(FLAT))
    assert value(section, "pangea_server, imports and strings: nodes in cycles") == "0"
    assert value(section, "pangea_server, imports: references across, pairs") == "2, 2"


@pytest.mark.parametrize(
    "planted",
    [
        "from pangea_server.high.top import x\n",
        "import pangea_server.high.top\n",
        "from pangea_server import high\n",
        "def f():\n    from pangea_server.high import top\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from pangea_server.high.top import x\n",
        "from ..high import top\n",
    ],
)
def test_an_import_back_closes_a_cycle(plant: Plant, planted: str) -> None:
    section = measure_floors(plant(FLAT | {"pangea_server/low/planted.py": planted}))
    assert value(section, "pangea_server, imports: nodes in cycles") == "2"
    assert value(section, "pangea_server by wings, imports: nodes in cycles") == "2"


@pytest.mark.parametrize(
    "planted",
    [
        "D = 'pangea_server.high.top:X'\n",
        "D = 'pangea_server.high.top'\n",
        "def f(n):\n    g(f'pangea_server.high.{n}')\n",
    ],
)
def test_a_string_that_names_a_module_closes_a_cycle(plant: Plant, planted: str) -> None:
    section = measure_floors(plant(FLAT | {"pangea_server/low/planted.py": planted}))
    assert value(section, "pangea_server, imports: nodes in cycles") == "0"
    assert value(section, "pangea_server, imports and strings: nodes in cycles") == "2"


def test_a_sentence_about_a_module_is_no_reference(plant: Plant) -> None:
    sources = plant(FLAT | {"pangea_server/low/planted.py": '"""See pangea_server.high.top for more."""\n'})
    assert not any(reference.is_string for reference in references(sources))


def test_what_points_up_between_packages_is_counted(plant: Plant) -> None:
    sources = plant(
        FLAT | {"align/__init__.py": "import pangea_server.errors\nDOOR = 'pangea_server.high.top:X'\n"}
    )
    section = measure_floors(sources)
    assert value(section, "against environments <- align <- pangea_server: imports") == "1"
    assert value(section, "against environments <- align <- pangea_server: strings") == "1"


def test_a_folder_of_rooms_is_a_wing_whose_files_are_nodes_of_their_own(plant: Plant) -> None:
    wing = {
        f"pangea_server/quality/{name}": ""
        for name in ("__init__.py", "shared.py", "flags/a.py", "trust/b.py")
    }
    rooms = Rooms(plant(FLAT | wing))
    assert rooms.room("pangea_server.quality.shared") == "pangea_server/quality/shared"
    assert rooms.room("pangea_server.quality.flags.a") == "pangea_server/quality/flags"
    assert rooms.first_folder("pangea_server.quality.flags.a") == "pangea_server/quality"
    assert rooms.room("pangea_server.high.top") == "pangea_server/high"
    assert rooms.room("pangea_server.errors") == "pangea_server/errors"


def test_rooms_of_one_wing_may_be_in_a_cycle(plant: Plant) -> None:
    wing = {
        "pangea_server/quality/flags/a.py": "import pangea_server.quality.trust.b\n",
        "pangea_server/quality/trust/b.py": "import pangea_server.quality.flags.a\n",
    }
    section = measure_floors(plant(FLAT | wing))
    assert value(section, "pangea_server, imports: nodes in cycles") == "2"
    assert value(section, "pangea_server by wings, imports: nodes in cycles") == "0"
