; BibTeX. An entry is called by its key.

(entry key: (_) @name) @definition.key
(string name: (_) @name) @definition.constant

[(entry) (string)] @fold
[(junk) (comment)] @comment
