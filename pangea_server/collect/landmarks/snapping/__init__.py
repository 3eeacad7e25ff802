"""Snap: the edges of the thing in a region that a person is drawing, as a proposal."""
