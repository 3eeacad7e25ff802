"""Signed links to panoramas and voices."""
