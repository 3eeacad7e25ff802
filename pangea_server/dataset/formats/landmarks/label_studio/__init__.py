"""Label Studio: regions on perspective cuts of panoramas, and what people drew there (``../README.md``)."""
