"""Reads everything that the local store holds, and names what is not as it was written; see README.md."""
