"""Recognisers, which hear words in a recording, each named in the entry-point group ``pangea.recognisers``."""
