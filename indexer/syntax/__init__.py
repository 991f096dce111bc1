"""From text to structure: a document in pieces, what is left of broken code, and the statement lexers."""
