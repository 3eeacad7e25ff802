"""Active time and pay: how long people worked, what they earned, and what was paid."""
