"""Telling the clients of agents about Outcrop."""
