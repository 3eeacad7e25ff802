"""Causes of failures: the paper's rule and its hypothesis, the paper's counts, and wrong rows."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.reference.causes import MaskedInstance, find_causes, is_bias_error, is_cause
from environments import InvalidDataError
from pangea_server.dataset.reference.causes import causes
from pangea_server.dataset.reference.outcome_files import read_outcomes
from tests.reference.asked import pangea
from tests.reference.test_coreference_command import write

INPUTS = ("C", "R", "S")  # dense captions, pictures (ResNeXt), style; the paper masks them in this order
KEPT = ["CRS", "RS", "CS", "CR", "S", "C", "R", ""]  # its interventions a to h


def instance(*outcomes: float, **improved: float) -> MaskedInstance:
    """An instance with the outcomes a to h of the paper's Figure 1."""
    return MaskedInstance("1", {frozenset(k): o for k, o in zip(KEPT, outcomes, strict=True)}, improved)


def cause_of(found: MaskedInstance, *, chain: bool) -> list[str]:
    return [name for name in INPUTS if is_cause(found, name, INPUTS, chain=chain)]


@pytest.mark.parametrize(
    ("outcomes", "by_hypothesis", "by_chain"),
    [
        # the style's interventions are a b c e: nothing rises while it is kept
        ((4, 3, 2, 9, 1, 9, 9, 9), ["S"], ["S"]),
        ((4, 2, 3, 9, 1, 9, 9, 9), ["S"], []),  # c is higher than b: no chain
        ((4, 9, 3, 2, 9, 1, 9, 9), ["C"], ["C"]),  # a c d f
        ((4, 3, 9, 2, 9, 9, 1, 9), ["R"], ["R"]),  # a b d g
        ((4, 5, 4, 4, 4, 4, 4, 9), ["C"], ["C"]),  # R and S are each kept where it rises
        ((4, 4, 4, 4, 4, 4, 4, 5), ["C", "R", "S"], ["C", "R", "S"]),
    ],
)
def test_the_papers_rule_and_its_hypothesis(
    outcomes: tuple[float, ...], by_hypothesis: list[str], by_chain: list[str]
) -> None:
    found = instance(*outcomes)
    assert (cause_of(found, chain=False), cause_of(found, chain=True)) == (by_hypothesis, by_chain)


def test_a_bias_error_is_the_same_without_any_input() -> None:
    assert is_bias_error(instance(1, 2, 3, 4, 5, 6, 7, 1), INPUTS)
    assert not is_bias_error(instance(1, 1, 1, 1, 1, 1, 1, 2), INPUTS)


@given(st.lists(st.integers(0, 4), min_size=8, max_size=8))
def test_the_chain_is_stricter_than_the_hypothesis(outcomes: list[int]) -> None:
    found = instance(*outcomes)
    assert set(cause_of(found, chain=True)) <= set(cause_of(found, chain=False))


def test_an_input_that_comes_first_takes_the_instance() -> None:
    instances = [instance(4, 4, 4, 4, 4, 4, 4, 5), instance(*[9] * 8), instance(*[9] * 8)]
    assert find_causes(instances, INPUTS).several == 1
    found = find_causes(instances, INPUTS, first=["S"])
    assert (found.single, found.inputs["S"].instances, found.inputs["C"].instances) == (1, 1, 0)


def test_an_instance_without_every_outcome_is_left_out() -> None:
    part = MaskedInstance("part", {frozenset("CRS"): 1.0}, {})
    found = find_causes([part, instance(1, *[2] * 7), instance(*[3] * 8)], INPUTS)
    assert (found.instances, found.left_out, found.low) == (2, ("part",), 1)
    assert find_causes([part], INPUTS).bias_share.reason == "No instance is under the median."


def followers(number: int, voice_fails: bool) -> dict[str, Any]:
    inputs = ("voice", "text")
    outcomes = {"+".join(kept): 0.9 for size in range(3) for kept in combinations(inputs, size)}
    if voice_fails:
        outcomes |= {"voice+text": 0.2, "voice": 0.1, "text": 0.8, "": 0.3}
    return {"instance": number, "outcomes": outcomes, "improved": {"voice": 0.7} if voice_fails else {}}


def test_followers_with_masked_inputs(tmp_path: Path) -> None:
    file = write(tmp_path / "walks.jsonl", *(followers(n, n < 7) for n in range(20)))
    shown = pangea("evaluate", "causes", "--outcomes", file, "--output", tmp_path / "out")
    assert shown.returncode == 0, shown.stderr
    assert "Of 20 instances 7 are under the median, 0 of them by bias" in shown.stdout
    assert "7 have one cause, 0 several, 0 none" in shown.stdout
    results = json.loads((tmp_path / "out" / "causes.json").read_text())["results"]
    assert results["inputs"]["voice"]["instances"] == 7
    assert results["inputs"]["voice"]["improved"]["value"] == 1
    assert (
        results["inputs"]["text"]["improved"]["reason"]
        == "Nobody tried to improve text where it is the cause."
    )


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"instance": 1, "outcomes": {}}, "line 2: instance 1 is also in rows.jsonl line 1."),
        ({"instance": 2, "outcomes": {"a+a": 1}}, "'a+a' are no inputs."),
        ({"instance": 2, "outcomes": {"a+b": 1, "b+a": 2}}, "line 2 has the outcome of b+a twice."),
        ({"instance": 2, "outcomes": {"a": "high"}}, "Expected `float`, got `str`"),
        ({"instance": 2}, "missing required field `outcomes`"),
    ],
)
def test_a_wrong_row_is_refused_by_its_place(tmp_path: Path, row: dict[str, Any], told: str) -> None:
    file = write(tmp_path / "rows.jsonl", {"instance": 1, "outcomes": {"": 1}}, row)
    with pytest.raises(InvalidDataError) as refused:
        read_outcomes(file)
    assert told in str(refused.value)


def test_inputs_may_be_named_with_blanks_between_them(tmp_path: Path) -> None:
    file = write(tmp_path / "walks.jsonl", *(followers(n, n < 7) for n in range(20)))
    causes(file, "text, voice", first=["voice"], output=tmp_path / "out")
    results = json.loads((tmp_path / "out" / "causes.json").read_text())["results"]
    assert list(results["inputs"]) == ["text", "voice"]


def test_an_input_that_nobody_names_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "walks.jsonl", followers(1, True))
    refused = pangea("evaluate", "causes", "--outcomes", file, "--first", "smell")
    assert refused.returncode == 2
    assert "smell is no input." in refused.stderr
