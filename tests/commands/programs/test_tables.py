"""Tables of a whole store, as the commands print them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.verbs import pangea


@pytest.mark.parametrize(
    "command", ["campaign status", "monitor", "people list", "trust list", "agreement", "ledger"]
)
def test_tables_of_a_store_fit_eighty_columns(data_dir: Path, command: str) -> None:
    pangea("invite", "--language", "hi-IN", "--language", "te-IN", "--data-dir", data_dir)
    shown = pangea(*command.split(), "--data-dir", data_dir, COLUMNS="80")
    assert shown.returncode == 0, shown.stderr
    assert "…" not in shown.stdout
    assert max(map(len, shown.stdout.splitlines()), default=0) <= 80
