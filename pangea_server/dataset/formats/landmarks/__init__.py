"""Formats of landmarks: what is marked in instructions and panoramas, in the field's files (``README.md``)."""
