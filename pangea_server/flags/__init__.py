"""Quality flags: what of an answer a reviewer should look at, why, and where. Nothing is ever refused by them."""
