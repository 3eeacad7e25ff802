"""Panoramas and voices, for browsers."""
