"""Accessibility by axe-core (https://github.com/dequelabs/axe-core), the engine behind most checkers."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "static/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def serious_findings(page: Page) -> list[str]:
    """What WCAG 2.2 AA forbids on a page as it is now: the serious and the critical findings, one line each."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    violations = page.evaluate(
        "rules => axe.run({ runOnly: { type: 'tag', values: rules } }).then(({ violations }) => violations)",
        RULES,
    )
    return [
        f"{violation['id']}: {violation['help']}: {node['html']}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
