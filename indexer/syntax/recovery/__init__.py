"""What can be made out of a text with errors."""
