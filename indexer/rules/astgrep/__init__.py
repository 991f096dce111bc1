"""ast-grep's rules, read so that a team can bring what it has: from its YAML to conditions on the nodes of a tree."""
