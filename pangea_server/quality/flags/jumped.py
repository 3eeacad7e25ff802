"""The flag ``jumped``: a Follower whose steps were faster than a person can look and click."""

from __future__ import annotations

import numpy as np

from align.report import Stretch
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.quality.flags.protocol import WALKERS, Finding, Seen, unknown

STEPS = 3


class Jumped:
    """The shortest time from one arrival to the second after it, in seconds; a step of the viewer takes 0.6."""

    name = "jumped"
    kinds = WALKERS

    def look(self, seen: Seen, rules: FlagRules) -> Finding:
        if seen.trace is None:
            return unknown(self, "There is no pose trace.")
        ids = np.array(seen.trace.viewpoint_ids)
        arrivals = seen.trace.time[np.flatnonzero(ids[1:] != ids[:-1]) + 1]
        if arrivals.size < STEPS:
            return unknown(self, f"The walk has {arrivals.size} steps; {STEPS} are needed to tell.")
        taken = arrivals[STEPS - 1 :] - arrivals[: 1 - STEPS]
        fastest = int(taken.argmin())
        seconds, start = float(taken[fastest]), float(arrivals[fastest])
        raised = seconds < rules.jumped
        return Finding(
            self.name,
            raised,
            f"{STEPS} viewpoints were reached within {seconds:.2f} s.",
            seconds,
            "s",
            rules.jumped,
            (Stretch(start, start + seconds),) if raised else (),
        )
