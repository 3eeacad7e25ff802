"""All flags over one answer."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Sequence
from functools import cache

from environments import PangeaError
from pangea_server.annotate.campaigns.flag_rules import FlagRules
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.quality.flags import FLAGS
from pangea_server.quality.flags.protocol import Finding, Flag, Seen, unknown

log = logging.getLogger(__name__)


@cache
def installed_flags() -> tuple[Flag, ...]:
    """The flags of the entry-point group ``pangea.flags``, by name.

    Raises:
        ConfigurationError: one cannot be loaded.
    """
    return tuple(FLAGS.load(name)() for name in FLAGS.names())


def judge(seen: Seen, rules: FlagRules, flags: Iterable[Flag]) -> list[Finding]:
    """One finding for each flag that applies to this kind of answer and is enabled in the campaign."""
    sort = seen.sort or declared(seen.kind).flagged_as
    return [_look(flag, seen, rules) for flag in wanted(flags, seen.kind, sort, rules)]


def wanted(flags: Iterable[Flag], kind: str, sort: str, rules: FlagRules) -> list[Flag]:
    """The flags that apply to this kind of answer, except those that are off."""
    names = {kind, sort}
    return [flag for flag in flags if flag.kinds & names and flag.name not in rules.off]


def rules_digest(rules: FlagRules, flags: Sequence[Flag]) -> str:
    """A digest of rules and flags: other rules or flags have another digest."""
    names = ",".join(flag.name for flag in flags)
    return hashlib.sha256(f"{names};{rules.model_dump_json()}".encode()).hexdigest()[:16]


def _look(flag: Flag, seen: Seen, rules: FlagRules) -> Finding:
    """The finding of one flag; a flag that fails, perhaps from another package, does not affect the others."""
    try:
        return flag.look(seen, rules)
    except PangeaError as error:
        return unknown(flag, str(error))
    except Exception as error:
        log.exception("the flag %s failed", flag.name)
        return unknown(flag, f"The flag failed: {type(error).__name__}.")
