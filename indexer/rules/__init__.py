"""Rules: questions that stay. Each is a query with a name, a message and perhaps a fix, asked of every text."""
