"""Sphinx's settings. Nothing comes from elsewhere, and no page has a script or style of its own in it."""

from pathlib import Path

HERE = Path(__file__).parent

project = "PanGEA"
author = "the PanGEA developers"
extensions = ["myst_parser"]
root_doc = "index"
language = "en"
nitpicky = True
exclude_patterns = ["files/**"]
suppress_warnings = ["misc.highlighting_failure"]  # examples of JSON with dots in them are no JSON

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence", "attrs_block"]

html_theme = "pangea"
html_theme_path = [str(HERE / "theme")]
html_title = "PanGEA"
html_copy_source = False
html_show_sphinx = False
html_use_index = False
html_domain_indices = False
html_permalinks_icon = "#"
html_search_summary_length = 240
