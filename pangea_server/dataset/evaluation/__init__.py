"""Comparing who or what wrote instructions by how well people follow them."""
