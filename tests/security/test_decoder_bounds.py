"""Every call that decodes bytes of others is in ``decoders.py``, with what bounds it and the test of its bomb."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.security.decoders import BOUNDED, GIVEN, OURS
from tests.security.decoding_calls import DECODERS, METHODS, decoders_in, decodings

ROOT = Path(__file__).parents[2]
PACKAGES = ("environments", "align", "pangea_server")


def test_every_decoder_has_its_bound() -> None:
    found = decodings(ROOT, PACKAGES)
    unknown = {call for call in found if call not in BOUNDED and call.file not in OURS | GIVEN}
    assert unknown == set(), "enter what bounds it in decoders.py, with its bomb"
    assert set(BOUNDED) - found == set()
    assert (OURS.keys() | GIVEN.keys()) - {call.file for call in found} == set()
    assert {call.file for call in BOUNDED} & (OURS.keys() | GIVEN.keys()) == set()


def test_every_bomb_is_a_test() -> None:
    for call, bounded in BOUNDED.items():
        file, _, name = bounded.bomb.partition("::")
        source = ast.parse((ROOT / "tests" / file).read_text(encoding="utf-8"))
        names = {node.name for node in ast.walk(source) if isinstance(node, ast.FunctionDef)}
        assert not name or name in names, f"{call}: {bounded.bomb}"


@pytest.mark.parametrize("decoder", sorted(DECODERS))
@pytest.mark.parametrize(
    "planted",
    ["import {package}\n{whole}(data)\n", "from {module} import {last} as x\nx(data)\n", "f({whole})\n"],
)
def test_a_decoder_without_a_bound_is_found(decoder: str, planted: str) -> None:
    module, _, last = decoder.rpartition(".")
    package = module.partition(".")[0]
    source = planted.format(package=package, whole=decoder, module=module, last=last)
    assert decoder in decoders_in(source)


@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_method_that_decodes_is_found(method: str) -> None:
    assert decoders_in(f"Model.{method}(data)\n") == {method}
