"""Which places exist, how they connect, and how a walk is scored.

Everything public is named in ``__init__.pyi``, and imported when it is first asked for; so are numpy, scipy, networkx,
numba and fastdtw.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
