"""The flag ``nobody_speaks``: for a long time neither of the two says or writes anything."""

from __future__ import annotations

from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import TALKERS, Finding, Seen, unknown
from pangea_server.quality.flags.sound import longest


class NobodySpeaks:
    """The longest time, while both record, without speech or a text from either."""

    name = "nobody_speaks"
    kinds = TALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.talk is None or (voices := seen.talk.voices) is None:
            return unknown(self, seen.talk.no_voices if seen.talk else "This is no side of a dialogue.")
        most = max((stretch.duration for stretch in voices.silent), default=0.0)
        long = tuple(stretch for stretch in voices.silent if stretch.duration > rules.nobody_speaks)
        why = f"The longest time in which neither said or wrote anything is {most:.0f} s."
        return Finding(self.name, bool(long), why, most, "s", rules.nobody_speaks, longest(long))
