"""For tests of stores and of packages that extend PanGEA."""
