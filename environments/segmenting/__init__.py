"""Segmenters: which pixels of a picture belong to a thing that somebody has drawn a region around."""
