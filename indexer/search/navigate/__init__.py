"""From a name, a file or a question to code: definitions, references, imports, chunks."""
