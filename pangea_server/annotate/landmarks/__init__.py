"""What instructions mean: mentions, chains, things and regions on the sphere (``README.md``)."""
