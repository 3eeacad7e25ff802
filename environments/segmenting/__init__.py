"""Segmenters: which pixels of a picture belong to a thing that a person has drawn a region around."""
