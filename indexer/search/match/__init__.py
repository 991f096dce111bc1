"""A query on one text: where its terms are, and which lines, definitions and blocks are hits."""
