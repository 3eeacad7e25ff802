"""Aligners and recognisers, each named in the entry-point group ``pangea.engines``."""
