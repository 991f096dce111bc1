"""The index on disk: a cache that can be deleted at any moment and is rebuilt when it is not as it should be."""
