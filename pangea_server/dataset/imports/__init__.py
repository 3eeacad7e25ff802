"""Annotations from elsewhere."""
