"""Accessibility by axe-core (https://github.com/dequelabs/axe-core), the engine behind most checkers."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Error, Page

AXE = Path(__file__).parents[2] / "static/node_modules/axe-core/axe.min.js"
COLOURS_SETTLED = """
() => Promise.allSettled(
  document.getAnimations()
    .filter(each => each.effect?.getComputedTiming().endTime < Infinity && each.playState === 'running')
    .map(each => each.finished),
).then(() => null)
"""
"""A button that was enabled a moment ago is still on its way to its colours."""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def serious_findings(page: Page) -> list[str]:
    """What WCAG 2.2 AA forbids on a page as it is now: the serious and the critical findings, one line each.

    Firefox may end a new tab's first blank page only now, and with it what was asked; it is asked again then.
    """
    try:
        return _serious_findings(page)
    except Error as error:
        if "Execution context was destroyed" not in error.message:
            raise
        return _serious_findings(page)


def _serious_findings(page: Page) -> list[str]:
    page.evaluate(AXE.read_text(encoding="utf-8"))
    page.evaluate(COLOURS_SETTLED)
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
