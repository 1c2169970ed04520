; CSS. The captures are described in internal/syntax/captures.md. A rule is called what its selectors are; a custom property is a
; name of the whole style, of which var() puts the text where it stands: a macro.

(comment) @comment
((import_statement (string_value) @path) @import (#set! name "*"))
((import_statement (call_expression (arguments (string_value) @path))) @import (#set! name "*"))

; The rule around its selectors belongs to their definition, but is no place for what its block declares.
(selectors) @name @def.class
(rule_set) @wrap
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @def.struct
((declaration (property_name) @name) @def.macro (#match? @name "^--") (#set! abstract "never"))

((call_expression (function_name) @_var (arguments (plain_value) @ident)) (#eq? @_var "var"))
((declaration (property_name) @_property (plain_value) @ident) (#any-of? @_property "animation" "animation-name"))
