"""A search over all files: what is searched, in which order, and when it ends."""
