"""Who may enter, as a platform's own API takes it: PanGEA writes it, and whoever makes the study or HIT sends it.

Sources: docs.aws.amazon.com/AWSMechTurk, "QualificationRequirement" (system qualification types, comparators,
ActionsGuarded); docs.prolific.com/api-reference/filters (``filter_id`` with ``selected_values`` or ``selected_range``).
Prolific's filters have ids and choices that only its API lists (GET /api/v1/filters/), so they are taken as given.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from environments.errors import ConfigurationError
from pangea_server.collect.platforms.records import PlatformName

HITS_APPROVED = "00000000000000000040"
PERCENT_APPROVED = "000000000000000000L0"
LOCALE = "00000000000000000071"
COUNTRY = re.compile(r"[A-Z]{2}")
FILTER = re.compile(r"(?P<id>[A-Za-z0-9_-]{1,100})=(?P<given>.+)")
RANGE = re.compile(r"(?P<lower>-?\d+(\.\d+)?)?\.\.(?P<upper>-?\d+(\.\d+)?)?")


@dataclass(frozen=True, slots=True)
class Requirements:
    """Who may enter.

    Attributes:
        percent_approved: least share of a worker's assignments that were approved, in percent.
        hits_approved: least number of a worker's approved HITs.
        countries: ISO 3166-1 alpha-2, of which a worker is in one.
        filters: Prolific's, as ID=VALUE,VALUE or ID=LOWER..UPPER.
    """

    percent_approved: int | None = None
    hits_approved: int | None = None
    countries: Sequence[str] = ()
    filters: Sequence[str] = ()


def as_platform_takes(platform: PlatformName, wanted: Requirements) -> Any:
    """The value of ``QualificationRequirements`` of CreateHIT, or of ``filters`` of Prolific's "create study".

    Raises:
        ConfigurationError: the platform has no such requirement, or a value is not one.
    """
    if platform == "prolific":
        if wanted.percent_approved is not None or wanted.hits_approved is not None or wanted.countries:
            raise ConfigurationError(
                "On Prolific every requirement is one of its filters, whose ids only its API lists.",
                remedy="Look it up with GET https://api.prolific.com/api/v1/filters/, and give --filter ID=VALUES.",
            )
        return [_filter(text) for text in wanted.filters]
    if wanted.filters:
        raise ConfigurationError(
            "Mechanical Turk has no filters.",
            remedy="Give --percent-approved, --hits-approved or --country; other qualifications are your own.",
        )
    return list(_qualifications(wanted))


def _qualifications(wanted: Requirements) -> Sequence[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    if wanted.percent_approved is not None:
        if not 0 <= wanted.percent_approved <= 100:
            raise ConfigurationError(
                f"{wanted.percent_approved} is not a percentage.",
                remedy="Give 0 to 100 as --percent-approved.",
            )
        found.append(_at_least(PERCENT_APPROVED, wanted.percent_approved))
    if wanted.hits_approved is not None:
        if wanted.hits_approved < 0:
            raise ConfigurationError(
                f"{wanted.hits_approved} is not a number of HITs.",
                remedy="Give 0 or more as --hits-approved.",
            )
        found.append(_at_least(HITS_APPROVED, wanted.hits_approved))
    for country in wanted.countries:
        if not COUNTRY.fullmatch(country):
            raise ConfigurationError(
                f"{country!r} is not a country.", remedy="Give ISO 3166-1 codes, such as --country IN."
            )
    if wanted.countries:
        places = [{"Country": country} for country in wanted.countries]
        found.append({"QualificationTypeId": LOCALE, "Comparator": "In", "LocaleValues": places} | _guarded())
    return found


def _at_least(qualification: str, value: int) -> dict[str, Any]:
    least = {"Comparator": "GreaterThanOrEqualTo", "IntegerValues": [value]}
    return {"QualificationTypeId": qualification} | least | _guarded()


def _guarded() -> dict[str, str]:
    """Whoever does not fit does not see the HIT at all."""
    return {"ActionsGuarded": "DiscoverPreviewAndAccept"}


def _filter(text: str) -> dict[str, Any]:
    match = FILTER.fullmatch(text)
    if not match:
        raise ConfigurationError(
            f"{text!r} is not a filter.", remedy="Write ID=VALUE,VALUE or ID=LOWER..UPPER."
        )
    bounds = RANGE.fullmatch(match["given"])
    if bounds:
        given = {name: float(value) for name, value in bounds.groupdict().items() if value}
        limits = {name: int(value) if value.is_integer() else value for name, value in given.items()}
        if not limits or limits.get("lower", 0) > limits.get("upper", float("inf")):
            raise ConfigurationError(
                f"Nobody is in the range {match['given']!r}.", remedy="Write LOWER..UPPER."
            )
        return {"filter_id": match["id"], "selected_range": limits}
    return {"filter_id": match["id"], "selected_values": match["given"].split(",")}
