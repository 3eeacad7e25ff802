"""Two tables beside one's own panoramas."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from environments import ConnectivityError, Environment, PanoramaFolder
from environments.testing import EnvironmentContract

NODES = """viewpoint_id,image,x,y,z,heading,height
hall,hall.jpg,0,0,1.6,,1.6
kitchen,more/kitchen.png,0.5,2.5,1.6,1.5708,
"""
EDGES = "from,to\nhall,kitchen\n"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    folder = tmp_path / "cottage"
    (folder / "more").mkdir(parents=True)
    for image in ("hall.jpg", "more/kitchen.png"):
        Image.new("L", (16, 8)).save(folder / image)
    (folder / "nodes.csv").write_text(NODES, encoding="utf-8-sig")  # as spreadsheets write it
    (folder / "edges.csv").write_text(EDGES)
    return folder


class TestTables(EnvironmentContract):
    @pytest.fixture(autouse=True)
    def _directory(self, tables: Path) -> None:
        self.directory = tables

    def make(self) -> Environment:
        return PanoramaFolder(self.directory)


def test_tables_say_what_graph_json_says(tables: Path) -> None:
    scan = PanoramaFolder(tables).scan("cottage")
    hall, kitchen = scan.viewpoints.values()
    assert (hall.position, hall.height, kitchen.height) == ((0.0, 0.0, 1.6), 1.6, None)
    assert kitchen.orientation[0][1] == pytest.approx(1.0)  # forward is +x
    assert [(a, b) for a, b, _ in scan.graph.edges()] == [("hall", "kitchen")]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nodes.csv", NODES.replace("2.5", "north"), r"nodes\.csv, line 3: y is 'north', not a number"),
        (
            "nodes.csv",
            NODES.replace("2.5", "inf"),
            r"nodes\.csv, line 3: position is not a list of 3 finite numbers",
        ),
        ("nodes.csv", NODES.replace("heading", "headnig"), "its first line names headnig, height"),
        ("nodes.csv", NODES.replace(",1.6,,1.6", ",1.6"), r"line 2: it does not have 7 cells"),
        (
            "nodes.csv",
            NODES.replace("hall.jpg", "../hall.jpg"),
            r"nodes\.csv, line 2: image is '../hall.jpg'",
        ),
        ("nodes.csv", "", "its first line names nothing"),
        ("edges.csv", "from,to\nhall,attic\n", r"edges\.csv, line 2: there is no viewpoint 'attic'"),
        ("edges.csv", 'from,to\n"hall', r"edges\.csv cannot be read: unexpected end of data"),
    ],
)
def test_what_is_wrong_is_named(tables: Path, name: str, content: str, message: str) -> None:
    (tables / name).write_text(content)
    with pytest.raises(ConnectivityError, match=message):
        PanoramaFolder(tables)


def test_a_directory_that_cannot_name_a_scan_is_named(tables: Path) -> None:
    with pytest.raises(ConnectivityError, match=r"'my cottage' is not a name of letters") as refusal:
        PanoramaFolder(tables.rename(tables.with_name("my cottage")))
    assert refusal.value.remedy == "Rename the directory."


def test_nodes_without_edges_are_refused(tables: Path) -> None:
    (tables / "edges.csv").unlink()
    with pytest.raises(ConnectivityError, match=r"edges\.csv cannot be read: .*No such file"):
        PanoramaFolder(tables)


def test_a_column_that_is_named_twice_is_refused(tables: Path) -> None:
    (tables / "edges.csv").write_text("from,to,to\nhall,kitchen,hall\n")
    with pytest.raises(ConnectivityError, match="its first line names a column twice"):
        PanoramaFolder(tables).scan("cottage")
