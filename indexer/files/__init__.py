"""Files on disk: which ones belong to a folder."""
