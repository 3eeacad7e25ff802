"""PostgreSQL for records; S3 or a shared folder for blobs."""
