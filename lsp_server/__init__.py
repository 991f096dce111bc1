"""The language server: a thin front end that turns protocol messages into calls of the engine."""
