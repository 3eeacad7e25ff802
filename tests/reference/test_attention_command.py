"""``pangea evaluate attention`` over files: people with a lag, a model's maps, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

from align.reference.attention import WholePhrase, lag_curve, score_attention, shuffle
from environments import ConfigurationError, InvalidDataError
from environments.regions import area
from pangea_server.app.command_line import app
from pangea_server.dataset.reference.attention import compare_attention
from pangea_server.dataset.reference.attention_files import Looks, read_maps, read_spoken, read_traces
from pangea_server.dataset.reference.word_maps import write_maps
from tests.reference.asked import pangea
from tests.reference.test_coreference_command import write
from tests.reference.test_grounding_command import SVG_TEXT, told
from tests.reference.test_prior import trace

WALKS = 6


def phrases(walk: int) -> list[dict[str, Any]]:
    """Three things around a viewpoint, each said one second after the camera turned to it, from 4 s on."""
    return [
        {
            "phrase": f"{walk}-{place}",
            "walk": walk,
            "viewpoint_id": "a",
            "language": ("en-US", "te-IN")[walk % 2],
            "regions": [told(100 * place, 0, 10 + 5 * place)],
            "words": [[5.0 + 4 * place, 5.5 + 4 * place], [5.5 + 4 * place, 6.0 + 4 * place]],
        }
        for place in range(3)
    ]


def save_traces(folder: Path) -> Path:
    folder.mkdir()
    turns = [
        (0.0, "a", -150.0),
        *((4.0 + 4 * place, "a", 100.0 * place) for place in range(3)),
        (14.0, "a", -60.0),
    ]
    for walk in range(WALKS):
        # the camera stays for one second at each thing and then turns away
        away = [(5.0 + 4 * place, "a", 50.0 + 100 * place) for place in range(3)]
        trace(*sorted([*turns, *away])).save(folder / f"{walk}.npz")
    return folder


def test_the_eyes_are_ahead_of_the_voice(tmp_path: Path) -> None:
    undrawn = {"phrase": "u", "walk": 99, "viewpoint_id": "a", "words": [[1, 2]]}
    key = write(tmp_path / "key.jsonl", *(row for walk in range(WALKS) for row in phrases(walk)), undrawn)
    out = tmp_path / "out"
    traces = save_traces(tmp_path / "traces")
    shown = pangea("evaluate", "attention", "--key", key, "--traces", traces, "--output", out)
    assert shown.returncode == 0, shown.stderr
    assert "1 walks have no pose trace (first: 99)." in shown.stdout
    assert "people: 1 phrases have no region, and are not compared." in shown.stdout
    rows = {tuple(row["of"]): row for row in json.loads((out / "attention.json").read_text())["results"]}
    lags = {
        float(name.split()[2]): row["value"]
        for (*_, name), row in rows.items()
        if name.startswith("correctness at")
    }
    assert len(lags) == 25
    highest = max(
        lags.values()
    )  # the first of two words is said 0.5 s after the look at the least, the second 1.5 s
    assert [lag for lag, found in lags.items() if found > 0.99 * highest] == [-1.5, -1.25, -1.0, -0.75, -0.5]
    assert highest > 5 * lags[0.0]
    assert rows["people", "max", "size large", "correctness"]["units"] == WALKS
    assert rows["people", "mean", "language te-IN", "share of the sphere"]["value"] > 0
    assert rows["people", "max", "all", "correctness"]["interval"]
    chart = ElementTree.parse(out / "lag.svg")
    assert "Attention correctness by lag" in {part.text for part in chart.iter(SVG_TEXT)}
    assert (out / "sizes.svg").exists()


def test_walk_by_walk_the_figures_are_those_of_all_phrases_together(tmp_path: Path) -> None:
    """Rows of the walks are mixed up in the file; intervals, lags and exchanged phrases as well."""
    lines = sorted((row for walk in range(WALKS) for row in phrases(walk)), key=lambda row: row["phrase"][2:])
    lines[4] |= {"regions": []}
    spoken = read_spoken(write(tmp_path / "key.jsonl", *lines))
    looks = Looks(read_traces(save_traces(tmp_path / "traces"), spoken).get)
    report = compare_attention(spoken, looks, {})
    found = {row.labels: row.measure for row in report.rows}
    by_lag = looks.at_lags(spoken)
    people = by_lag[0.0]
    wholes: tuple[WholePhrase, ...] = ("max", "mean")
    for whole in wholes:
        score = score_attention(people, whole)
        assert found["people", whole, "all", "correctness"] == score.correctness
        assert found["people", whole, "all", "above the share of what was in view"] == score.over_in_view
        p = found["people", whole, "all", "p that exchanged phrases are as good"]
        assert (p.value, p.units) == (shuffle(people, whole).p, len(spoken) - 1)
    english = [each for each in people if each.language == "en-US"]
    assert found["people", "max", "language en-US", "correctness"] == score_attention(english).correctness
    large = sorted((each for each in people if each.regions), key=lambda each: area(each.regions[0]))[-6:]
    assert found["people", "max", "size large", "correctness"] == score_attention(large).correctness
    for lag, expected in lag_curve(by_lag).items():
        assert found["people", "max", "all", f"correctness at {lag:+g} s"] == expected
    assert report.left_out == ["people: 1 phrases have no region, and are not compared."]


def save_maps(file: Path, **columns: Any) -> Path:
    np.savez(file, **columns)
    return file


def test_a_model_has_a_map_for_each_word(tmp_path: Path) -> None:
    key = write(tmp_path / "key.jsonl", *phrases(0))
    right = np.zeros((18, 36))
    right[8:10, 17:19] = 1  # around heading 0
    names = ["0-0", "0-0", "0-1"]
    maps = save_maps(tmp_path / "model.npz", phrase=names, map=np.stack([np.ones((18, 36)), right, right]))
    out = tmp_path / "out"
    shown = pangea("evaluate", "attention", "--key", key, "--maps", f"model={maps}", "--output", out)
    assert shown.returncode == 0, shown.stderr
    assert "model: 1 phrases have no attention at the viewpoint of their regions" in shown.stdout
    rows = {tuple(row["of"]): row for row in json.loads((out / "attention.json").read_text())["results"]}
    best = rows["model", "max", "all", "correctness"]["value"]
    assert best == pytest.approx(0.125, abs=0.02)  # a quarter of the first phrase's, and none
    assert rows["model", "mean", "all", "correctness"]["value"] < best
    assert (
        rows["model", "max", "all", "share of what was in view"]["reason"] == "Nobody knows what was in view."
    )
    assert not (out / "lag.svg").exists()


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ({"phrase": ["nobody"], "map": np.ones((1, 2, 2))}, "maps.npz word 0: the key has no phrase nobody."),
        (
            {"phrase": ["0-0"], "map": np.zeros((1, 2, 2))},
            "maps.npz word 0: A map of attention has the shape",
        ),
        ({"phrase": ["0-0"], "map": np.ones((2, 2, 2))}, "maps.npz has phrase (1,), map (2, 2, 2)."),
        ({"phrase": ["0-0"], "map": np.ones((1, 2, 2)), "view": [[0, 0, 9, 1]]}, "width of a ViewBox is 9"),
        ({"phrase": ["0-0"]}, "The npz lacks map."),
    ],
)
def test_wrong_maps_are_refused_by_word(tmp_path: Path, columns: dict[str, Any], fault: str) -> None:
    spoken = read_spoken(write(tmp_path / "key.jsonl", *phrases(0)))
    with pytest.raises(InvalidDataError) as refused:
        read_maps(save_maps(tmp_path / "maps.npz", **columns), spoken)
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"phrase": "0-0"}, "phrase 0-0 is also in key.jsonl line 1."),
        ({"words": [[2, 1]]}, "a word cannot be said from 2.0 to 1.0 s."),
        ({"regions": [{"kind": "mask", "runs": [1]}]}, "runs of a Mask is"),
    ],
)
def test_a_wrong_row_is_refused_by_its_place(tmp_path: Path, change: dict[str, Any], fault: str) -> None:
    file = write(tmp_path / "key.jsonl", phrases(0)[0], phrases(0)[1] | change)
    with pytest.raises(InvalidDataError) as refused:
        read_spoken(file)
    assert str(refused.value).startswith("key.jsonl line 2")
    assert fault in str(refused.value)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [(("--key", "key.jsonl"), "no attention to score"), (("--traces", "traces"), "--traces is for --key")],
)
def test_options_that_do_not_go_together_are_refused(asked: tuple[str, str], fault: str) -> None:
    refused = CliRunner().invoke(app, ["evaluate", "attention", *asked]).exception
    assert isinstance(refused, ConfigurationError)
    assert fault in refused.message


def test_written_maps_are_right_when_they_are_read_again(tmp_path: Path) -> None:
    seam = {"phrase": "seam", "walk": 0, "viewpoint_id": "a", "words": [[1, 2]]}
    seam["regions"] = [told(178, -60, 20), told(20, 80, 15)]  # over the seam, and a second thing high up
    tiny = {
        "phrase": "tiny",
        "walk": 0,
        "viewpoint_id": "a",
        "words": [[1, 2]],
        "regions": [told(1.4, 1.4, 0.3)],
    }
    undrawn = {"phrase": "undrawn", "walk": 0, "viewpoint_id": "a", "words": [[1, 2]]}
    key = write(tmp_path / "key.jsonl", *phrases(0), seam, tiny, undrawn)
    file, out = tmp_path / "new" / "meant.npz", tmp_path / "out"
    shown = pangea("evaluate", "attention", "--key", key, "--write-maps", file)
    assert shown.returncode == 0, shown.stderr
    assert "maps of 7 words, 128 x 256" in shown.stdout
    assert "1 phrases have no region or no words, and no map." in shown.stdout
    assert "1 phrases are smaller than a cell, and have no map (first: tiny)" in shown.stdout
    with np.load(file) as columns:
        assert columns["phrase"].tolist() == ["0-0", "0-0", "0-1", "0-1", "0-2", "0-2", "seam"]
        assert (columns["map"].dtype, columns["map"].shape) == (np.float32, (7, 128, 256))
        assert columns["map"].sum(axis=(1, 2)) == pytest.approx(np.ones(7), abs=1e-5)
        ridge = columns["map"][-1].nonzero()
        assert ridge[1].min() == 0
        assert ridge[1].max() == 255
        assert (
            columns["map"][-1][ridge].max() > 2 * columns["map"][-1][ridge].min()
        )  # cells near a pole are small
    shown = pangea("evaluate", "attention", "--key", key, "--maps", f"meant={file}", "--output", out)
    assert shown.returncode == 0, shown.stderr
    rows = {tuple(row["of"]): row for row in json.loads((out / "attention.json").read_text())["results"]}
    for whole in ("max", "mean"):
        assert rows["meant", whole, "all", "correctness"]["value"] == pytest.approx(1, abs=1e-9)
        assert rows["meant", whole, "all", "correctness"]["judgements"] == 4


def test_many_maps_are_cut_into_files_that_can_be_read(tmp_path: Path) -> None:
    spoken = read_spoken(write(tmp_path / "key.jsonl", *(row for walk in range(2) for row in phrases(walk))))
    one = 64 * 128 * 4
    written = write_maps(tmp_path / "meant.npz", spoken, rows=64, most_bytes=2 * 5 * one)
    assert [file.name for file in written.files] == ["meant.npz", "meant-2.npz", "meant-3.npz"]
    found = [sum(bool(each.words) for each in read_maps(file, spoken)) for file in written.files]
    assert (found, written.words) == ([2, 2, 2], 12)
    again = write_maps(tmp_path / "again.npz", spoken, rows=64, most_bytes=2 * 5 * one)
    assert [file.read_bytes() for file in again.files] == [file.read_bytes() for file in written.files]
