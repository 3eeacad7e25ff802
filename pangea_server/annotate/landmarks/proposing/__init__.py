"""What in a Guide's words may name something, as a proposal for whoever marks them."""
