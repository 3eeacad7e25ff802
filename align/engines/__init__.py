"""Aligners and recognisers; each is a name in the entry-point group ``pangea.engines``."""
