"""Correcting a place of one's own, or making it from its pictures: README.md."""
