"""Known weaknesses of the packages that the lock files name: ``python -m tests.audit``.

pip-audit asks PyPI, npm audit asks the npm registry. Where nobody could be asked it says NOT AUDITED and why, and
fails; ``--allow-unaudited`` is for a build that has to go on without a network. On a machine that never has one,
``--advisories FILE`` reads what another machine fetched (``advisories.py`` says from where).

Exit codes: 0 clean, 1 something is known against a package, 2 not audited.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.audit.advisories import read_advisories
from tests.audit.locked import NPM_LOCK, PYTHON_LOCK, npm_packages, python_packages
from tests.audit.verdict import Verdict

ROOT = Path(__file__).parents[2]
PIP_AUDIT = [
    sys.executable, "-m", "pip_audit", "--requirement", str(PYTHON_LOCK), "--require-hashes",
    "--disable-pip", "--progress-spinner=off", "--format=json",
]  # fmt: skip
NPM_AUDIT = ["npm", "--prefix", str(NPM_LOCK.parent), "audit", "--json"]
TIMEOUT_SECONDS = 300.0
FOUND, UNAUDITED = 1, 2


def read_pip_audit(output: str) -> Verdict:
    """What ``pip-audit --format json`` says; it calls a package that it could not ask about neither good nor bad."""
    packages: list[dict[str, Any]] = _parsed(output).get("dependencies", [])
    skipped = [package["skip_reason"] for package in packages if "skip_reason" in package]
    findings = tuple(
        f"{package['name']} {package['version']} {weakness['id']}"
        for package in packages
        for weakness in package.get("vulns", ())
    )
    trouble = skipped[0] if skipped else "" if packages else "no answer"
    return Verdict(len(packages) - len(skipped), len(packages), findings, trouble)


def read_npm_audit(output: str) -> Verdict:
    """What ``npm audit --json`` says."""
    report = _parsed(output)
    if "metadata" not in report:
        return Verdict(0, 0, trouble=report.get("message", "no answer"))
    total = report["metadata"]["dependencies"]["total"]
    findings = tuple(
        f"{name} ({weakness['severity']})" for name, weakness in report["vulnerabilities"].items()
    )
    return Verdict(total, total, findings)


def _parsed(output: str) -> dict[str, Any]:
    try:
        parsed: dict[str, Any] = json.loads(output)
    except json.JSONDecodeError:
        return {}
    return parsed


def _run(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout


def asked() -> dict[str, Verdict]:
    """What PyPI and the npm registry answer."""
    audits: dict[str, tuple[list[str], Callable[[str], Verdict]]] = {
        "Python": (PIP_AUDIT, read_pip_audit),
        "npm": (NPM_AUDIT, read_npm_audit),
    }
    return {name: read(_run(command)) for name, (command, read) in audits.items()}


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--advisories", type=Path, action="append", help="a file of advisories in OSV's format"
    )
    parser.add_argument(
        "--allow-unaudited", action="store_true", help="end with 0 where nobody could be asked"
    )
    options = parser.parse_args(args)
    if options.advisories:
        known = read_advisories(options.advisories)
        verdicts = {
            "Python": known.verdict("PyPI", python_packages(PYTHON_LOCK)),
            "npm": known.verdict("npm", npm_packages(NPM_LOCK)),
        }
    else:
        verdicts = asked()
    for name, verdict in verdicts.items():
        sys.stdout.write(f"{name}: {verdict}\n")
    return _exit_code(list(verdicts.values()), options.allow_unaudited)


def _exit_code(verdicts: Sequence[Verdict], allow_unaudited: bool) -> int:
    if any(verdict.findings for verdict in verdicts):
        return FOUND
    if all(verdict.complete for verdict in verdicts):
        return 0
    sys.stdout.write(
        "!!! NOT AUDITED: this is no pass. Run it where PyPI and npm answer, or use --advisories FILE.\n"
    )
    return 0 if allow_unaudited else UNAUDITED


if __name__ == "__main__":
    sys.exit(main())
