"""Snap: the edges of the thing in a region that somebody is drawing, as a proposal."""
