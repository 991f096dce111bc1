"""Search: which files can have a hit, what a query finds in each, and in which order it is shown."""
