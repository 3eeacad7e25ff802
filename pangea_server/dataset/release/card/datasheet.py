"""What no store knows of a dataset: the questions of its datasheet, and the YAML file that answers them by name.

Source: Gebru et al. 2021, "Datasheets for Datasets", arXiv:1803.09010, whose sections the questions follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, get_type_hints

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from environments import ConfigurationError
from environments.input.regular_files import read_regular
from environments.input.text import text_of

MOST_BYTES = 2**20
"""Largest datasheet; one that answers every question at length has a fiftieth of it."""

LICENSES = {
    "Apache-2.0": "https://www.apache.org/licenses/LICENSE-2.0",
    "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
    "CC-BY-NC-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
    "CC-BY-NC-ND-4.0": "https://creativecommons.org/licenses/by-nc-nd/4.0/",
    "CC-BY-NC-SA-4.0": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
    "CC-BY-ND-4.0": "https://creativecommons.org/licenses/by-nd/4.0/",
    "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
    "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
    "MIT": "https://opensource.org/license/mit",
    "ODbL-1.0": "https://opendatacommons.org/licenses/odbl/1-0/",
}
"""Licences that cards, citations and DOIs have a name for (SPDX), and their texts. Others are given as an address."""

Text = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
Line = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
Address = Annotated[str, msgspec.Meta(pattern=r"^https?://\S+$", max_length=1000)]


class Creator(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person or an institution: ``given`` and ``family`` are a person's."""

    name: Line | None = None
    given: Line | None = None
    family: Line | None = None
    affiliation: Line | None = None
    orcid: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$")] | None = None

    def __post_init__(self) -> None:
        if not (self.name or self.family):
            raise ValueError("a creator has a name, or given and family")

    @property
    def whole_name(self) -> str:
        """As in a citation."""
        return self.name or ", ".join(part for part in (self.family, self.given) if part)


def _asked(question: str) -> msgspec.Meta:
    return msgspec.Meta(description=question)


class Datasheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers; None where nobody gave one. The card marks these as not stated, unless the store knows
    (``derived.py``)."""

    title: Annotated[Line | None, _asked("What is the dataset called?")] = None
    description: Annotated[Text | None, _asked("What is it, in a few sentences?")] = None
    license: Annotated[
        Line | None, _asked("Under which licence is it given? An SPDX name such as CC-BY-4.0, or an address.")
    ] = None
    creators: Annotated[
        tuple[Creator, ...], _asked("Who made it? A list of name, or given and family; affiliation; orcid.")
    ] = ()
    contact: Annotated[Line | None, _asked("Who answers questions, and removes data? A mail address.")] = None
    publisher: Annotated[Line | None, _asked("Who publishes it?")] = None
    year: Annotated[
        Annotated[int, msgspec.Meta(ge=1900, le=9999)] | None,
        _asked("When is it published? Not given: the year of the newest annotation."),
    ] = None
    doi: Annotated[
        Annotated[str, msgspec.Meta(pattern=r"^10\.\d{4,9}/\S+$", max_length=300)] | None,
        _asked("Its DOI, such as 10.5281/zenodo.123."),
    ] = None
    url: Annotated[Address | None, _asked("Where is it found?")] = None
    citation: Annotated[
        Text | None, _asked("How is it cited, in BibTeX? Not given: made from the above.")
    ] = None
    keywords: Annotated[tuple[Line, ...], _asked("Which keywords is it found by?")] = ()
    annotations_creators: Annotated[
        tuple[Line, ...],
        _asked(
            "Who annotated? crowdsourced, expert-generated, machine-generated, found, other. Not given: as far as the"
            " store knows, by platforms and recognisers."
        ),
    ] = ()
    source_datasets: Annotated[
        tuple[Line, ...],
        _asked(
            "Which datasets is it made from? original, or extended|NAME. Not given: from the kind of its places."
        ),
    ] = ()
    motivation: Annotated[Text | None, _asked("For what purpose was it made, and by whom?")] = None
    funding: Annotated[Text | None, _asked("Who paid for it?")] = None
    recruitment: Annotated[Text | None, _asked("How were people found, and who could not take part?")] = None
    people: Annotated[
        Text | None, _asked("Who are they: ages, genders, regions, as far as they said it?")
    ] = None
    payment: Annotated[
        Text | None, _asked("What were people paid, by the hour and compared with what is usual there?")
    ] = None
    ethics: Annotated[Text | None, _asked("Which board has reviewed it, and what did it decide?")] = None
    preprocessing: Annotated[Text | None, _asked("What was done to the data outside PanGEA?")] = None
    biases: Annotated[Text | None, _asked("Which biases and limits are known?")] = None
    personal_data: Annotated[
        Text | None, _asked("What may tell who somebody is, and what was done about it?")
    ] = None
    uses: Annotated[Text | None, _asked("What is it good for?")] = None
    misuses: Annotated[Text | None, _asked("What should it not be used for?")] = None
    social_impact: Annotated[Text | None, _asked("Whom may its use help or harm?")] = None
    environment_terms: Annotated[
        Text | None,
        _asked(
            "Under which terms are the places' pictures used, and how does one get them? "
            "Stated, it lets a release have cuts of your own places."
        ),
    ] = None
    maintenance: Annotated[
        Text | None, _asked("Who keeps it, until when, and how are corrections and removals made known?")
    ] = None

    def lacking(self) -> list[str]:
        """The names of the questions without an answer."""
        return [name for name in self.__struct_fields__ if not getattr(self, name)]


def questions() -> Iterator[tuple[str, str]]:
    """The name of each question, and the question."""
    for name, hint in get_type_hints(Datasheet, include_extras=True).items():
        told = [meta.description for meta in hint.__metadata__ if isinstance(meta, msgspec.Meta)]
        yield name, next(text for text in told if text)


def template() -> str:
    """A YAML file with every question, to be filled in."""
    head = '# A datasheet for `pangea release --datasheet FILE`. What is left empty is "not stated" in the card.\n'
    return head + "".join(f"\n# {question}\n{name}:\n" for name, question in questions())


def read_datasheet(file: Path) -> Datasheet:
    """The answers in a YAML file.

    Raises:
        ConfigurationError: it cannot be read, is not YAML, or an answer is not what was asked for.
    """
    try:
        told = YAML(typ="safe", pure=True).load(text_of(read_regular(file, most=MOST_BYTES)))
        known = {name: value for name, value in dict(told or {}).items() if value is not None}
        return msgspec.convert(known, Datasheet)
    except OSError as error:
        raise _wrong(file, "it cannot be read") from error
    except (YAMLError, RecursionError, TypeError, ValueError) as error:
        raise _wrong(file, " ".join(str(error).split())) from error


def _wrong(file: Path, fault: str) -> ConfigurationError:
    return ConfigurationError(
        f"The datasheet {file} is not one: {fault}.",
        remedy="`pangea datasheet` prints one with every question.",
    )
