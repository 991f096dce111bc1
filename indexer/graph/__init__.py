"""Who uses what: which file an import leads to, and what follows from it for files and names.

Every edge says why it is believed. Nothing of the workspace is run to find one: the files that say how a project is
laid out are read as data, and no path is followed out of the root.
"""
