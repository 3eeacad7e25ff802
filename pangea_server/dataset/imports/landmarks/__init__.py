"""Importing landmarks: what files say of words, things and regions becomes the store's own."""
