"""Rules for an entry's numbers, names and text, whatever its file: records and files are made from them."""

from __future__ import annotations

import re

from environments import InvalidDataError
from pangea_server.dataset.entries.entries import FollowerEntry, GuideEntry

LARGEST_NUMBER = 2**53 - 1
"""The largest number that JSON's readers, Parquet and both stores keep exactly."""

LONGEST_TEXT = 20_000
"""Characters of an instruction, as of those that are typed here."""

_NUMBERS = ("instruction_id", "demonstration_id", "path_id", "annotator_id")
_SPLIT = re.compile(r"\w{1,100}", re.ASCII)
_LANGUAGE = re.compile(r"(?=.{1,35}$)[A-Za-z0-9]+(-[A-Za-z0-9]+)*")


def check_names(entry: GuideEntry | FollowerEntry) -> None:
    """Refuse numbers and names that could not be exported again.

    Raises:
        InvalidDataError: a number is negative or too large, the text too long, split or language are no such names.
    """
    for key in _NUMBERS:
        number = getattr(entry, key, None)
        if number is not None and not 0 <= number <= LARGEST_NUMBER:
            raise InvalidDataError(
                f"{key} is {number}.", remedy=f"It is a number from 0 to {LARGEST_NUMBER}."
            )
    if guide := entry.said:
        if len(guide.transcript) > LONGEST_TEXT:
            raise InvalidDataError(
                f"The instruction has {len(guide.transcript)} characters.",
                remedy=f"At most {LONGEST_TEXT} are kept.",
            )
        if not _SPLIT.fullmatch(guide.split):
            raise InvalidDataError(
                f"{guide.split[:100]!r} is no name of a split.",
                remedy="It has letters, digits and _, as in val_seen.",
            )
        if not guide.language:
            raise InvalidDataError("It does not say its language.", remedy="Add --language, such as en-US.")
        if not _LANGUAGE.fullmatch(guide.language):
            raise InvalidDataError(
                f"{guide.language[:100]!r} is no language.", remedy="Give its BCP 47 tag, such as en-US."
            )
