"""The index in formats that other tools read."""
