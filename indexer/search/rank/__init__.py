"""Which hit comes first."""
