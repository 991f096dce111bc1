"""Names as people type them: how well they fit, one by one and in the tables of the index."""
