"""Which places exist, how they connect, and how a walk is scored.

All public names are in ``__init__.pyi`` and are imported on first use; so are numpy, scipy, networkx, numba and
fastdtw.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
