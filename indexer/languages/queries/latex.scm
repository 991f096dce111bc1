; LaTeX. Sections by their titles, unless a macro gives them, labels, and the commands and environments that a document or package defines.

(part
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
(chapter
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
(section
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
(subsection
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
(subsubsection
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
(paragraph
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
(subparagraph
  text: [(curly_group "{" . (_) @name . "}") (curly_group "{" . (_) @name (_) @name . "}")] . (_)? @body
  (#not-match? @name "^#[0-9]$")) @definition.section
; Slides by their titles, wherever these stand.
(generic_environment
  begin: (begin name: (curly_group_text (text) @_frame))
  . (curly_group "{" . (_) @name . "}")
  (#eq? @_frame "frame")) @definition.section
(generic_environment
  begin: (begin name: (curly_group_text (text) @_frame))
  (generic_command command: (command_name) @_title arg: (curly_group "{" . (_) @name . "}"))
  (#eq? @_frame "frame") (#eq? @_title "\\frametitle")) @definition.section
(generic_command
  command: (command_name) @_frame
  arg: (curly_group (generic_command command: (command_name) @_title arg: (curly_group "{" . (_) @name . "}")))
  (#eq? @_frame "\\frame") (#eq? @_title "\\frametitle")) @definition.section
(new_command_definition declaration: [(command_name) @name (_ command: (command_name) @name)] implementation: (_)? @body) @definition.macro
(old_command_definition declaration: (command_name) @name) @definition.macro
(let_command_definition declaration: (command_name) @name) @definition.macro
(paired_delimiter_definition declaration: (_ command: (command_name) @name)) @definition.macro
(environment_definition name: (curly_group_text (text) @name)) @definition.macro
(theorem_definition name: (curly_group_text_list (text) @name)) @definition.macro
(counter_declaration counter: (_ (word) @name)) @definition.variable
(label_definition name: (curly_group_label (label) @name)) @definition.key
(generic_command
  command: (command_name) @_command . arg: (curly_group "{" . (_) @name . "}")
  (#eq? @_command "\\bibitem")) @definition.key
(glossary_entry_definition name: (curly_group_text (text) @name)) @definition.key
(acronym_definition name: (curly_group_text (text) @name)) @definition.key

[
  (part) (chapter) (section) (subsection) (subsubsection) (paragraph) (subparagraph) (generic_environment)
  (math_environment) (verbatim_environment) (listing_environment) (minted_environment) (comment_environment)
  (curly_group) (displayed_equation) (enum_item)
] @fold
[(line_comment) (block_comment) (comment_environment)] @comment
[(package_include) (class_include) (latex_include) (biblatex_include) (bibtex_include) (import_include)] @import

[(generic_environment) (math_environment)] @block.block

(package_include paths: (_ path: (_) @name)) @reference.import
(class_include path: (_ path: (_) @name)) @reference.import
(latex_include path: (_ path: (_) @name)) @reference.import
(bibtex_include paths: (_ path: (_) @name)) @reference.import
(biblatex_include glob: (_ pattern: (_) @name)) @reference.import
(graphics_include path: (_ path: (_) @name)) @reference.import
(generic_command command: (command_name) @name) @reference.call
