"""Hostile input for everything that reads text: see tests.fuzz.__main__ for the command."""
