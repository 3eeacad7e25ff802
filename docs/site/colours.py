"""The site has the colours of the product's own pages, which are written down in one place only."""

from __future__ import annotations

from pathlib import Path

from docs.site.pages import ROOT

TOKENS = ROOT / "static" / "src" / "kit" / "styles" / "tokens.css"
DARK = ".dark {"
PREFERRED = "@media (prefers-color-scheme: dark) {\n  :root {"


def write_colours(folder: Path) -> Path:
    """Write ``tokens.css`` of the viewer into ``folder``; a reader's system chooses between its light and dark ones."""
    text = TOKENS.read_text()
    light, mark, dark = text.partition(DARK)
    if not mark:
        raise ValueError(
            f"{TOKENS} has no colours for dark pages any more ({DARK!r}): change docs/site/colours.py."
        )
    inner, brace, rest = dark.partition("}")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "tokens.css").write_text(f"{light}{PREFERRED}{inner}{brace}\n}}{rest}")
    return folder
