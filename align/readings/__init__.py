"""How people say what is written: numbers, units, signs and abbreviations, in each of several ways."""
