"""How good the data is: every annotation in columns, statistics over them, and what is still to be done."""
