"""The line between the pages of two people who do one piece of work together."""
