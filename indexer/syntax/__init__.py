"""From text to trees: grammars, regions parsed on their own, and the statement lexers."""
