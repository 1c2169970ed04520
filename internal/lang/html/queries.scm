; HTML. The captures are described in internal/syntax/captures.md. A script and an event handler are nodes in which the tree of their
; JavaScript stands; what JavaScript's query says of that follows behind this one.

(script_element (start_tag (attribute (attribute_name) @_src (quoted_attribute_value (attribute_value) @path))) @import (#eq? @_src "src") (#set! name "*"))
(element (start_tag (tag_name) @_link (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @path))) @import
	(#eq? @_link "link") (#eq? @_href "href") (#match? @path "\\.css") (#set! alias "_"))

; Landmarks are called what their ids say, headings what they read; then everything else that has an id, and the fields of forms.
((element (start_tag (tag_name) @_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)))) @def.section
	(#match? @_tag "^(main|nav|header|footer|aside|section|article|search|form|dialog|template|[a-z]+[a-z0-9]*-[-a-z0-9]*)$") (#eq? @_id "id") (#set! once "1"))
((element (start_tag (tag_name) @name)) @def.section (#match? @name "^(main|nav|header|footer|aside|search|form|dialog|[a-z]+[a-z0-9]*-[-a-z0-9]*)$") (#set! once "1"))
((element (self_closing_tag (tag_name) @name)) @def.section (#match? @name "^[a-z]+[a-z0-9]*-[-a-z0-9]*$") (#set! once "1"))
((element (start_tag (tag_name) @_tag) (text) @name) @def.section (#match? @_tag "^[hH][1-6]$") (#set! once "1"))
((attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) @def.variable (#eq? @_id "id"))
((start_tag (tag_name) @_tag (attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @name))) @def.field
	(#any-of? @_tag "input" "select" "textarea" "button" "output" "fieldset") (#eq? @_name "name"))
((self_closing_tag (tag_name) @_tag (attribute (attribute_name) @_name (quoted_attribute_value (attribute_value) @name))) @def.field
	(#any-of? @_tag "input" "select" "textarea" "button" "output") (#eq? @_name "name"))

