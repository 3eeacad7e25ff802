"""Helps to test stores, and packages that extend PanGEA."""
