"""What agents' clients need to know of us: an entry in the settings of each, and a skill; written, shown and undone."""
