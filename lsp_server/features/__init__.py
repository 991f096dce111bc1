"""One module a request: take the document, ask the engine, convert."""
