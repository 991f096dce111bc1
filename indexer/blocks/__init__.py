"""Blocks: the nested regions of a text, found by one adapter a module. Pure functions from text to plain data."""
