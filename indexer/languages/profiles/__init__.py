"""One module a language: all that is known of it beyond its row in the table and its query file.

A module is called like the language or its grammar and has a `PROFILE`. What several languages share stands in
`indexer.languages.families`; profiles do not import each other.
"""
