"""Active time and pay: what a person worked, what they earned for it, what was paid."""
