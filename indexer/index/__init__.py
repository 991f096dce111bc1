"""Keeping an index as the files are: what to read, who reads it, and what is written."""
