"""Prometheus itself takes the rules, and each alert fires when it should and not before."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from tests.server.test_monitoring_files import RULES, TESTS


@pytest.fixture(scope="module")
def promtool() -> str:
    found = shutil.which("promtool")
    if found is None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse("promtool is missing: apt-get install prometheus")
    return str(found)


@pytest.mark.parametrize("command", [("check", "rules", str(RULES)), ("test", "rules", str(TESTS))])
def test_promtool_is_content(promtool: str, command: tuple[str, ...]) -> None:
    done = subprocess.run([promtool, *command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
