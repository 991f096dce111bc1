; JSON, with or without comments. Every key is a definition.

(pair key: (string) @name value: [(object) (array)]? @body) @definition.key

[(object) (array)] @fold
(comment) @comment
