"""Statements, block boundaries and heredocs, read line by line."""
