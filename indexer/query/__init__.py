"""The query language: from what a person types to a tree, and to what every file with a hit must hold. No store."""
