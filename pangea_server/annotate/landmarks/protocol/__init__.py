"""The protocol of landmarks: what is asked next about a path, and what the answers come to, as pure functions."""
