"""What is known against the packages that we lock."""
