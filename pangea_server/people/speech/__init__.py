"""How people speak a language: dialect and region, in their own words, where they agreed to say it."""
