"""Engines that give written words their times, each named in the entry-point group ``pangea.engines``."""
