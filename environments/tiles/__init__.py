"""Panoramas cut for the viewer: a preview of a few kB, and cube faces in tiles at several sizes."""
