"""Instructions from files as tasks: Followers of them, and comparisons of who or what wrote them."""
