"""Votes of several people about one item: whether they decide it, whether one more person is asked, and what staff
decide where people do not agree."""
