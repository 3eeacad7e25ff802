"""Inviting people, one by one or from a table, so that there is work for whoever comes."""
