"""Which file an import leads to: one module an ecosystem, named by the profiles of its languages."""
