"""What a command's exit code says. 0: it is done.

- ``FAILED``: it was tried, and something failed: a broken file, a recording that cannot be aligned, a finding of
  ``pangea doctor``, a decision that another person has already taken.
- ``WRONG_USAGE``: it was asked wrongly, and nothing was done: an unknown option, value, name or id, a file or store
  that is not there, settings that cannot work.
"""

FAILED = 1
WRONG_USAGE = 2
