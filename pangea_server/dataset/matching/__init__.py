"""Phrases of written instructions matched to things by their labels (``dataset/landmarks/README.md``)."""
