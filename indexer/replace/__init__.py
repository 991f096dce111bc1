"""Replace: what a query finds in the text becomes what a template says, in its layout, and no file is broken by it."""
