"""`outcrop`, the terminal tool: one module a command."""
