; INI and its kin (.conf, .cfg, .desktop, unit files).

(section (section_name (text) @name) (setting)? @body) @definition.section
(setting (setting_name) @name) @definition.key

(section) @fold
(comment) @comment
