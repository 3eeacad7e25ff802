"""What in a text may reveal who a person is."""
