"""The engine of Outcrop: text, trees, blocks, symbols. It knows nothing of LSP, MCP or terminals."""
