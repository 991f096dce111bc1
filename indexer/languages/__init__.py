"""Which languages there are, and which one a file is written in. No grammar is loaded here."""
