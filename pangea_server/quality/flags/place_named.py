"""The flag ``place_named``: somebody gave a viewpoint's id instead of saying where to go."""

from __future__ import annotations

import re

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, Finding, Seen, unknown

NOT_A_WORD = re.compile(r"[0-9_]|\w-\w")
"""What an id has that a word has not, such as ``terrace-bench``: nobody is blamed for a place called ``door``."""


class PlaceNamed:
    """How many viewpoint ids stand in what this person spoke or typed."""

    name = "place_named"
    kinds = TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.talk is None:
            return unknown(self, "This is no side of a dialogue.")
        told = set(re.findall(r"[\w-]+", seen.talk.text.casefold()))
        named = sorted(name for name in seen.graph.nx if NOT_A_WORD.search(name) and name.casefold() in told)
        why = (
            f"These are ids of viewpoints: {', '.join(named)}."
            if named
            else "No viewpoint is named by its id."
        )
        return Finding(self.name, bool(named), why, float(len(named)), "ids", 0.0)
