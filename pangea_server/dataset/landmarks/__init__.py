"""Landmarks of the dataset: what is imported, exported and verified (``README.md``)."""
