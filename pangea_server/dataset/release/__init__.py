"""A dataset that others can rely on: checked, described, compared with the last one, and the same bytes every time.

``pangea release FOLDER --version 1.0``; see pangea_server/dataset/formats/README.md.
"""
