from __future__ import annotations

from tests.structure.conftest import Plant
from tests.structure.mirrors import measure_mirrors

GROUP = "@dataclass\nclass Group:\n    a: int\n    b: int\n    c: int\n    d: int\n    e: int\n"


def found(plant: Plant, planted: str) -> list[str]:
    sources = plant({"pangea_server/a.py": GROUP, "pangea_server/b.py": planted})
    return [figure.value for figure in measure_mirrors(sources).figures]


def test_equal_fields_are_a_mirror_whatever_their_types_and_order(plant: Plant) -> None:
    planted = "class View(BaseModel):\n    e: str\n    d: int\n    c: int\n    b: int\n    a: int\n"
    assert found(plant, planted) == ["1", "0"]


def test_four_fields_of_five_are_nearly_a_mirror(plant: Plant) -> None:
    assert found(plant, "class View:\n    a: int\n    b: int\n    c: int\n    d: int\n") == ["0", "1"]
    assert found(plant, "class View:\n    a: int\n    b: int\n    c: int\n") == ["0", "0"]


def test_a_class_that_inherits_its_fields_mirrors_nothing(plant: Plant) -> None:
    assert found(plant, "class View(Group):\n    pass\nclass Other(Group):\n    pass\n") == ["0", "0"]


def test_a_protocol_is_no_mirror(plant: Plant) -> None:
    assert found(plant, GROUP.replace("Group", "Grouped(Protocol)")) == ["0", "0"]
