"""What all the other packages need: settings, errors, records, wire models."""
