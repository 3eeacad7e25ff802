"""Builds the site: ``python -m docs.site [FOLDER]``; any dead link and any unknown name makes it fail."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

from docs.site.colours import write_colours
from docs.site.names import unknown_names
from docs.site.pages import BUILT, FILMS
from docs.site.reference import write_reference
from docs.site.staging import DeadLinkError, lay_out

HERE = Path(__file__).parent


def build(folder: Path) -> int:
    """Build the site in ``folder``; the exit code."""
    with tempfile.TemporaryDirectory() as temporary:
        tree, site = Path(temporary, "pages"), Path(temporary, "site")
        try:
            lay_out(tree)
        except DeadLinkError as dead:
            sys.stderr.write(f"{dead}\n")
            return 1
        write_reference(tree / "reference")
        if unknown := unknown_names():
            sys.stderr.write("\n".join(unknown) + "\n")
            return 1
        styles = write_colours(Path(temporary, "styles"))
        options = ["--quiet", "--fail-on-warning", "--keep-going", "--nitpicky", "--conf-dir", str(HERE)]
        caches = ["--doctree-dir", str(Path(temporary, "doctrees"))]
        code = build_main([*options, *caches, "-D", f"html_static_path={styles}", str(tree), str(site)])
        if code == 0:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(site, folder, ignore=shutil.ignore_patterns(".*", "objects.inv"))
            if FILMS.is_dir():
                shutil.copytree(FILMS, folder / FILMS.name)
        return code


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT))
