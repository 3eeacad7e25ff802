"""The documentation site: ``python -m docs.site`` builds it (``make docs``), and the server shows it at ``/help``."""
