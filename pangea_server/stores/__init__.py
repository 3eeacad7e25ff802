"""Where records and blobs are kept: the protocols; the adapters are ``local``, ``firebase`` and ``postgres``."""

from pangea_server.stores.protocol import BlobInfo, BlobStore, RecordReader, RecordStore, Store, Transaction

__all__ = ["BlobInfo", "BlobStore", "RecordReader", "RecordStore", "Store", "Transaction"]
