"""What words mean, compared with what people say they mean: chains of mentions, things that are named, regions.

Pure: no file is read here. Every result says how much was compared, and what could not be computed and why.
"""
