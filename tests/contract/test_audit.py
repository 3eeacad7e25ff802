"""The audit tells what is clean from what nobody could be asked about."""

from __future__ import annotations

import json

import pytest

from tests.audit import read_npm_audit, read_pip_audit

SKIPPED = {
    "name": "jinja2",
    "skip_reason": "Dependency not found on PyPI and could not be audited: jinja2 (2.4.1)",
}
WEAK = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "PYSEC-2019-217", "fix_versions": ["2.10.1"]}]}
GOOD = {"name": "idna", "version": "3.11", "vulns": []}
UNASKED = {"message": "405 Method Not Allowed - POST https://example.org/bulk", "statusCode": 405}


def npm(vulnerabilities: dict[str, object]) -> str:
    return json.dumps({"vulnerabilities": vulnerabilities, "metadata": {"dependencies": {"total": 300}}})


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ([GOOD], "clean: nothing is known against any of 1 packages"),
        ([GOOD, WEAK], "1 found: jinja2 2.4.1 PYSEC-2019-217"),
        ([GOOD, SKIPPED], f"NOT AUDITED: {SKIPPED['skip_reason']} (1 of 2 packages"),
        ([SKIPPED, WEAK], "1 found"),
        ([], "NOT AUDITED: no answer (0 of 0 packages could be asked about)"),
    ],
)
def test_pip_audit_is_believed_only_about_what_it_asked(packages: list[object], said: str) -> None:
    assert str(read_pip_audit(json.dumps({"dependencies": packages}))).startswith(said)


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (npm({}), "clean: nothing is known against any of 300 packages"),
        (npm({"vite": {"severity": "high"}}), "1 found: vite (high)"),
        (json.dumps(UNASKED), f"NOT AUDITED: {UNASKED['message']} (0 of 0"),
        ("", "NOT AUDITED: no answer"),
    ],
)
def test_npm_audit_is_believed_only_when_it_answered(output: str, said: str) -> None:
    assert str(read_npm_audit(output)).startswith(said)
