"""Embedded languages: where a document holds parts in another language, and how their answers join the document's.

Finding a part never guesses: the document says what language it is, by a tag, an attribute, a name or a file format
that leaves no choice. A part of which that cannot be said stays text.
"""
