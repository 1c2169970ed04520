; Elixir. The captures are described in internal/syntax/captures.md. Definitions are calls of macros: def(name(parameters), do: …).

(comment) @comment

; Modules, protocols, implementations.
((call target: (identifier) @_d (arguments (alias) @name) (do_block (unary_operator operand: (call target: (identifier) @_doc (arguments (string) @doc)))) @body) @def.class
	(#eq? @_d "defmodule") (#eq? @_doc "moduledoc"))
((call target: (identifier) @_d (arguments (alias) @name) (do_block) @body) @def.class (#eq? @_d "defmodule"))
((call target: (identifier) @_d (arguments (alias) @name) (do_block) @body) @def.interface (#eq? @_d "defprotocol"))
((call target: (identifier) @_d (arguments (alias) @base (keywords (pair value: (_) @name))) (do_block) @body) @def.class (#eq? @_d "defimpl") (#set! anonymous "impl"))
((call target: (identifier) @_d (arguments (alias) @name @base) @_args (do_block) @body) @def.class (#eq? @_d "defimpl") (#not-match? @_args "for:") (#set! anonymous "impl"))

; What a protocol or a behaviour asks for.
(call target: (identifier) @_p (do_block (call target: (identifier) @_d (arguments [(call target: (identifier) @name (arguments)? @params) (identifier) @name])) @def.method)
	(#eq? @_p "defprotocol") (#eq? @_d "def") (#set! abstract "1"))
((unary_operator operand: (call target: (identifier) @_c (arguments (binary_operator left: (call target: (identifier) @name (arguments)? @params) operator: "::")))) @def.method
	(#any-of? @_c "callback" "macrocallback") (#set! abstract "1"))

; Functions and macros. Several clauses are one function.
((call target: (identifier) @_d (arguments [
		(call target: (identifier) @name (arguments)? @params)
		(binary_operator left: (call target: (identifier) @name (arguments)? @params) operator: "when")
		(binary_operator left: (identifier) @name operator: "when")
		(identifier) @name] (keywords)? @body) (do_block)? @body) @def.function
	(#any-of? @_d "def" "defp" "defdelegate" "defn" "defnp") (#set! clauses "1") (#set! abstract "never"))
((call target: (identifier) @_d (arguments [
		(call target: (identifier) @name (arguments)? @params)
		(binary_operator left: (call target: (identifier) @name (arguments)? @params) operator: "when")
		(identifier) @name] (keywords)? @body) (do_block)? @body) @def.macro
	(#any-of? @_d "defmacro" "defmacrop" "defguard" "defguardp") (#set! clauses "1") (#set! abstract "never"))
((call target: (identifier) @name (do_block) @body) @def.macro (#eq? @name "using") (#set! rename "__using__"))
((call target: (identifier) @_d (arguments (string (quoted_content) @name)) (do_block) @body) @def.function (#any-of? @_d "test" "property") (#set! before "test "))

; Attributes with a value are constants.
(do_block (unary_operator operand: (call target: (identifier) @name (arguments (_) @value))) @def.constant
	(#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "behaviour" "impl" "derive" "moduletag" "tag" "describetag"
		"dialyzer" "deprecated" "enforce_keys" "optional_callbacks" "compile" "before_compile" "after_compile" "on_load" "external_resource" "vsn" "since" "primary_key" "foreign_key_type"))

; Imports.
((call target: (identifier) @_a (arguments (alias) @path (keywords (pair key: (keyword) @_as value: (alias) @alias)))) @import (#any-of? @_a "alias" "require") (#match? @_as "^as:"))
((call target: (identifier) @_a (arguments (alias) @path)) @import (#eq? @_a "alias"))
((call target: (identifier) @_a (arguments (dot left: (identifier) right: (alias)) @path)) @import (#eq? @_a "alias"))
((call target: (identifier) @_a (arguments (alias) @path (keywords (pair key: (keyword) @_only value: (list (keywords (pair key: (keyword) @name @import))))))) (#eq? @_a "import") (#match? @_only "^only:"))
((call target: (identifier) @_a (arguments (alias) @path (keywords (pair key: (keyword) @_except value: (list (keywords (pair key: (keyword) @name @import))))))) (#eq? @_a "import") (#match? @_except "^except:") (#set! alias "_"))
((call target: (identifier) @_a (arguments (dot right: (tuple (alias) @path @import)))) (#eq? @_a "alias"))
(dot left: (alias) @path right: (tuple)) @import.prefix
((call target: (identifier) @_a (arguments (alias) @path (keywords)? @_only)) @import (#eq? @_a "import") (#not-match? @_only "^only: *\\[") (#set! name "*"))
(call target: (identifier) @_d (arguments (alias) @type) (do_block (call target: (identifier) @_use (arguments (alias) @base)) @inherit) (#eq? @_d "defmodule") (#eq? @_use "use"))
(call target: (identifier) @_d (arguments (alias) @type) (do_block (call target: (identifier) @_m (do_block (call target: (identifier) @_q (do_block (call target: (identifier) @_use (arguments (alias) @base)) @inherit)))))
	(#eq? @_d "defmodule") (#any-of? @_m "def" "defp" "defmacro" "using") (#eq? @_q "quote") (#eq? @_use "use"))
(call target: (identifier) @_d (arguments (alias) @type) (do_block (unary_operator operand: (call target: (identifier) @_b (arguments (alias) @base))) @inherit)
	(#eq? @_d "defmodule") (#eq? @_b "behaviour"))

; Parameters and variables.
(call target: (identifier) @_d (arguments (call (arguments (binary_operator left: (_) @name operator: "\\\\" right: (_) @value) @param)))
	(#any-of? @_d "def" "defp" "defmacro" "defmacrop" "defdelegate" "defn" "defnp"))
(call target: (identifier) @_d (arguments [(call (arguments (_) @param)) (binary_operator left: (call (arguments (_) @param)) operator: "when")])
	(#any-of? @_d "def" "defp" "defmacro" "defmacrop" "defdelegate" "defguard" "defguardp" "defn" "defnp"))
(call target: (identifier) @_d (arguments (string) (_) @left @bind) (#any-of? @_d "test" "property"))
(anonymous_function (stab_clause left: (arguments (_) @param)))
(stab_clause left: (arguments (_) @left)) @bind
((binary_operator left: (_) @left operator: "=" right: (_) @right) @bind)
((binary_operator left: (_) @left operator: "<-" right: (_) @right) @each)

(anonymous_function) @lambda
((unary_operator operator: "&" operand: (call (arguments))) @lambda)
(stab_clause) @scope

; Atoms that name what is called, with the module it is in or in this one; what a function is delegated to.
((call target: (identifier) @_d (arguments (call (arguments)? @args) (keywords (pair value: (alias) @of) (pair key: (keyword) @_as value: (atom) @name @call)))) (#eq? @_d "defdelegate") (#match? @_as "^as:") (#set! sigil ":"))
((call target: (identifier) @_d (arguments (call target: (identifier) @name (arguments) @args) @call (keywords (pair key: (keyword) @_to value: (alias) @of)) @_to_as)) (#eq? @_d "defdelegate") (#match? @_to "^to:") (#not-match? @_to_as "as:"))
((call target: (identifier) @_apply (arguments [(alias) (identifier)] @of (atom) @name @call)) (#any-of? @_apply "apply" "spawn" "spawn_link" "spawn_monitor") (#set! sigil ":"))
((call target: (dot left: (alias) @_task right: (identifier) @_apply) (arguments [(alias) (identifier)] @of (atom) @name @call)) (#any-of? @_task "Task" "Kernel") (#any-of? @_apply "async" "start" "start_link" "apply") (#set! sigil ":"))
((call target: (identifier) @_plug (arguments (atom) @name @call)) (#any-of? @_plug "plug" "setup" "setup_all") (#set! sigil ":") (#set! first "1"))

; What is no call: the heads of definitions, types, attributes.
(call target: (identifier) @_d (arguments [(call) @call (binary_operator left: (call) @call operator: "when")])
	(#any-of? @_d "def" "defp" "defmacro" "defmacrop" "defdelegate" "defguard" "defguardp" "defn" "defnp"))
((unary_operator operator: "@" operand: (call target: (identifier) @name (arguments) @inner)) @skip (#any-of? @name "spec" "type" "typep" "opaque" "callback" "macrocallback"))
(unary_operator operator: "@" operand: (call target: (identifier) @_name) @call)
((unary_operator operator: "@" operand: (call target: (identifier) @name)) @skip)
((call target: (identifier) @name) @skip
	(#any-of? @name "def" "defp" "defmacro" "defmacrop" "defmodule" "defstruct" "defexception" "defprotocol" "defimpl" "defdelegate" "defguard" "defguardp" "alias" "import" "require" "use"
		"quote" "unquote" "if" "unless" "case" "cond" "with" "for" "receive" "try" "raise"))

; Calls. A pipe gives one argument more; &f/2 is a function that will be called with as many.
((unary_operator operator: "&" operand: (binary_operator left: (call target: (dot) @callee) @call operator: "/" right: (integer) @args)))
((unary_operator operator: "&" operand: (binary_operator left: (identifier) @name @call operator: "/" right: (integer) @args)))
((binary_operator operator: "|>" right: (call target: [(identifier) (dot)] @callee (arguments) @args (do_block)) @call) (#set! piped "1") (#set! block "1"))
((binary_operator operator: "|>" right: (call target: [(identifier) (dot)] @callee (arguments) @args) @call) (#set! piped "1"))
((binary_operator operator: "|>" right: (call target: (dot left: (alias)) @callee) @call) (#set! piped "1") (#set! arguments "none"))
((binary_operator operator: "|>" right: (identifier) @name @call) (#set! piped "1") (#set! arguments "none"))
((call target: (identifier) @_skip) @call
	(#any-of? @_skip "def" "defp" "defmacro" "defmacrop" "defmodule" "defstruct" "defexception" "defprotocol" "defimpl" "defdelegate" "defguard" "defguardp" "alias" "import" "require" "use"
		"quote" "unquote" "if" "unless" "case" "cond" "with" "for" "receive" "try" "raise"))
((call target: [(identifier) (dot)] @callee (arguments) @args (do_block)) @call (#set! block "1"))
(call target: [(identifier) (dot)] @callee (arguments) @args) @call
((call target: (dot left: (alias)) @callee) @call (#set! arguments "none"))
((call target: (dot left: (identifier) @_m) @callee) @call (#eq? @_m "__MODULE__") (#set! arguments "none"))
((call target: (identifier) @callee (do_block)) @call (#set! arguments "block"))
(call target: (dot) @inner) @same
(dot left: (_) @of right: (_) @property) @member
(dot left: (_) @inner !right) @same
((unary_operator operator: "&" operand: (binary_operator left: (_) @inner operator: "/")) @same)
((unary_operator operator: "@" operand: (identifier) @inner) @same)
(block (_) @inner) @same
(access_call target: (_) @of) @index
(map (struct [(alias) (identifier)] @type)) @new
(tuple) @tuple
(list) @array
(map) @object
(map_content) @object
(keywords) @object
(pair) @object
(binary_operator) @object
(alias) @ident
((identifier) @skip (#any-of? @skip "__MODULE__" "__CALLER__" "__ENV__" "__DIR__"))
(identifier) @ident
((atom) @literal (#set! type "atom"))
((string) @literal (#set! type "string"))
((integer) @literal (#set! type "integer"))
((nil) @literal (#set! type "nil"))
