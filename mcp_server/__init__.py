"""`outcrop-mcp`: the engine for agents, over the Model Context Protocol on standard input and output."""
