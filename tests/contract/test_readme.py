"""What the first pages claim is true: README, the architecture, the layers of the server, the figures."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from docs.site.pages import REMOTE, ROOT, links, pages, place_in_site
from docs.site.sources import EXTENSION_POINTS, point
from environments import open_environment

NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
README = (ROOT / "README.md").read_text()
PERFORMANCE = (ROOT / "docs" / "performance.md").read_text()
ARCHITECTURE = ROOT / "ARCHITECTURE.md"


def test_the_library_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    error, success, spl, ndtw = map(float, capsys.readouterr().out.split())
    assert error > 0
    assert success in (0, 1)
    assert 0 <= spl <= success
    assert 0 < ndtw < 1


@pytest.mark.parametrize("document", pages(), ids=str)
def test_every_link_and_picture_is_there(document: Path) -> None:
    page = ROOT / document
    targets = [
        target.partition("#")[0] for target in links(page.read_text()) if not target.startswith(REMOTE)
    ]
    gone = [target for target in targets if target and not _leads_somewhere(document.parent / target)]
    assert gone == []


def _leads_somewhere(target: Path) -> bool:
    inside = Path(os.path.normpath(target))
    return place_in_site(inside) is not None or (ROOT / inside).exists()


def test_the_extension_points_of_the_architecture_are_those_of_the_code() -> None:
    """Names that stand alone are all that are built in; "and nine others" is the number of the rest."""
    rows = re.findall(r"^\| `(pangea\.\w+)` \| `[^|]*` \| (.*) \|$", ARCHITECTURE.read_text(), re.MULTILINE)
    points = {found.group: found for found in map(point, EXTENSION_POINTS)}
    assert sorted(group for group, _ in rows) == sorted(points)
    for group, cell in rows:
        said, _, rest = re.sub(r" \(.*\)", "", cell).partition(" and ")
        names = {name.lower() for name in said.split(", ")}
        assert names <= set(points[group].builtin)
        if (number := rest.removesuffix(" others")) in NUMBERS:
            assert len(names) + NUMBERS.index(number) == len(points[group].builtin), cell
        elif not rest:
            assert names == set(points[group].builtin)


def test_the_layers_and_their_packages_are_the_folders() -> None:
    server = ROOT / "pangea_server"
    page = (server / "README.md").read_text()
    layers = re.findall(r"^\| \[`(\w+)/`\]", page, re.MULTILINE)
    assert sorted(layers) == folders(server)
    assert f"has {NUMBERS[len(layers)]} layers" in page
    assert " <- ".join(layers) in ARCHITECTURE.read_text()
    for layer in layers:
        rows = re.findall(r"^\| \[?`(\w+)/`", (server / layer / "README.md").read_text(), re.MULTILINE)
        assert sorted(rows) == folders(server / layer), layer


def folders(place: Path) -> list[str]:
    """The packages in ``place``."""
    return sorted(file.parent.name for file in place.glob("*/__init__.py"))


def test_the_demo_house_is_as_large_as_said() -> None:
    scan = open_environment("demo").scan("demo-house")
    assert scan.floor_plan is not None
    floors = scan.floor_plan.floors
    outside = {"the terrace", "the balcony"}
    rooms = {room.name for floor in floors for room in floor.rooms} - outside
    said = f"{NUMBERS[len(rooms)]} rooms on {NUMBERS[len(floors)]} floors, a terrace, a balcony"
    assert f"{said}, {len(scan.viewpoints)} viewpoints" in README


def test_the_viewers_figures_fit_each_other_and_their_limits() -> None:
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in PERFORMANCE.splitlines() if "|" in line
    ]
    start = next(number for number, row in enumerate(rows) if row[0] == "viewer")
    viewers = {name: numbers(" ".join(cells)) for name, *cells in rows[start + 2 : start + 8]}
    ours, bare = viewers["PanGEA"], viewers["bare three.js"]
    peers = [viewers[name] for name in ("Pannellum", "Marzipano", "Photo Sphere Viewer", "the same, tiled")]
    first, sharp, prefetched, cold, cold_sharp, frames, processor, sharpness = (
        0,
        1,
        3,
        4,
        5,
        6,
        7,
        8,
    )  # columns

    def to_best_peer(column: int) -> float:
        return ours[column] / min(peer[column] for peer in peers)

    told = {
        "first pixels, relative to the bare page": ours[first] / bare[first],
        "first pixels, relative to the best other viewer": to_best_peer(first),
        "sharp, relative to the best other viewer": to_best_peer(sharp),
        "sharpness, as a share of the source's": ours[sharpness],
        "the same, relative to the best other viewer": ours[frames] / max(peer[frames] for peer in peers),
        "processor time of a frame, relative to the bare sphere": ours[processor] / bare[processor],
        "cold step: sharp, relative to the best other viewer": to_best_peer(cold_sharp),
        "cold step: preview, relative to the best other viewer": to_best_peer(cold),
        "prefetched step: sharp, relative to the best other viewer": to_best_peer(prefetched),
    }
    claims = {row[0]: row[1:] for row in rows if row[1].startswith(("≤", "≥"))}
    assert len(claims) == 15
    assert told.keys() < claims.keys()
    for what, ratio in told.items():
        decimals = len(claims[what][1].partition(".")[2])
        assert claims[what][1] == f"{ratio:.{decimals}f}", what
    for what, (limit, median, _, mark) in claims.items():
        bound = numbers(limit)[0]
        holds = all(each <= bound if limit.startswith("≤") else each >= bound for each in numbers(median))
        assert mark == ("✓" if holds else "✗"), what


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"\d+(?:\.\d+)?", text)]


@pytest.mark.parametrize(
    ("figure", "details"),
    [
        ("p99 5.0 ms for voice and 8.2 ms for poses", "tests/promises/README.md"),
        ("0.36 of a core, 104 MiB", "tests/promises/README.md"),
        ("2.0 ms apart", "tests/reliability/browser/README.md"),
        ("12.1 ms at most", "tests/reliability/browser/README.md"),
        ("1,191 clicks", "tests/reliability/browser/README.md"),
    ],
)
def test_a_figure_is_the_same_where_its_details_are(figure: str, details: str) -> None:
    text = " ".join((ROOT / details).read_text().split())
    assert figure in " ".join(PERFORMANCE.split())
    assert all(number in text for number in re.findall(r"[\d.,]*\d", figure.replace("p99", "")))


def test_every_place_that_the_architecture_names_is_there() -> None:
    page = ARCHITECTURE.read_text()
    places = re.findall(r"`((?:environments|align|pangea_server|static)/[\w/.]*)`", page)
    assert len(places) > 10
    assert [place for place in places if not (ROOT / place).exists()] == []
