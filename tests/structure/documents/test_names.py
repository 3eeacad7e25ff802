from __future__ import annotations

from tests.structure.conftest import Plant
from tests.structure.names import measure_names


def values(
    plant: Plant, one: str, other: str, folder: str = "pangea_server", ending: str = "py"
) -> list[str]:
    sources = plant({f"{folder}/one.{ending}": one, f"{folder}/other.{ending}": other})
    return [figure.value for figure in measure_names(sources).figures]


def test_a_class_and_a_type_of_one_name_are_two_meanings(plant: Plant) -> None:
    one, other = "class Kind:\n    a: int\nclass Run: ...\n", "Kind = Literal['a']\nclass Run:\n    b: int\n"
    assert values(plant, one, other)[:2] == ["2", "1"]


def test_an_import_and_an_equal_definition_are_none(plant: Plant) -> None:
    one = "class Kind: ...\nT = A | B\n"
    assert values(plant, one, one)[:2] == ["0", "0"]
    assert values(plant, one, "from pangea_server.one import Kind\nT = Kind\n")[:2] == ["0", "0"]


def test_types_of_the_browser_are_compared(plant: Plant) -> None:
    one, other = "export interface Part {\n  a: number\n}\n", "type Part = string\n"
    assert values(plant, one, other, "static/src/a", "ts")[2] == "1"
    assert values(plant, one, "export type { Part } from './one'\n", "static/src/a", "ts")[2] == "0"
    assert values(plant, one, one, "static/src/a", "ts")[2] == "0"


def test_constants_with_several_values_and_durations_without_unit(plant: Plant) -> None:
    one, other = "PATIENCE = 5.0\nMOST = 3\nLIFE_MS = 4\n", "PATIENCE: float = 0.6\nMOST = 4\nLIFE_MS = 5\n"
    _, _, _, constants, _, durations, all_durations = values(plant, one, other)
    assert (constants, durations, all_durations) == ("3", "1", "2")
    assert values(plant, one, "MOST = 3\n")[3] == "0"


def test_constants_of_the_browser_are_compared(plant: Plant) -> None:
    found = values(
        plant,
        "const PATIENCE = 60_000\n",
        "export const PATIENCE: number = 10 // seconds\n",
        "static/src/a",
        "ts",
    )
    assert found[4:] == ["1", "1", "2"]
