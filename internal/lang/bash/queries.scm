; Shell scripts. The captures are described in internal/syntax/captures.md.

(comment) @comment
(function_definition name: (word) @name body: (_) @body) @def.function

; source lib.sh; source "$(dirname "$0")/lib.sh": the part of the path behind what is only known when it runs.
((command name: (command_name (word) @_source) argument: [(word) (raw_string)] @path) @import (#any-of? @_source "source" "." "load" "bats_load_library") (#set! name "*"))
((command name: (command_name (word) @_source) argument: (string (string_content) @path)) @import (#any-of? @_source "source" "." "load") (#match? @path "\\w$") (#set! name "*"))
((command name: (command_name (word) @_source) argument: (concatenation (word) @path)) @import (#any-of? @_source "source" "." "load") (#match? @path "\\w$") (#set! name "*"))
((command name: (command_name (word) @_source) argument: (concatenation (string (string_content) @path))) @import (#any-of? @_source "source" "." "load") (#match? @path "\\w$") (#set! name "*"))

(declaration_command (variable_assignment name: (variable_name) @name value: (_)? @value) @def.variable)
(declaration_command (variable_name) @left) @bind
(program (variable_assignment name: (variable_name) @name value: (_)? @value) @def.variable)
(for_statement variable: (variable_name) @left) @bind
(variable_assignment name: (variable_name) @left) @assign

; trap f EXIT and run f run f. The words that are no functions lead nowhere.
(command name: (command_name (word) @_run) argument: (word) @call @name (#any-of? @_run "trap" "run" "time" "eval"))
((command name: (command_name (word) @_keyword)) @skip (#any-of? @_keyword "source" "." "load"))
(command name: (command_name (word) @name)) @call
((command name: (command_name (word) @_complete) argument: (word) @ident) (#any-of? @_complete "complete" "unset"))
(simple_expansion (variable_name) @ident)
(expansion (variable_name) @ident)
(subshell) @scope
