"""The data card of a release: its counts, what the store knows of the collection, and what only people can say."""
