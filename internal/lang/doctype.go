package lang

// DocTag is what documentation says about a type.
type DocTag struct {
	Kind DocKind
	Name string // of a parameter, a variable or a member, as the code writes it; "" what the documentation stands before
	Type string // as it would be written in the language; "" unknown
}

// DocKind says what a tag is about.
type DocKind byte

// What tags are about.
const (
	DocParam     DocKind = iota // a parameter of what it stands before
	DocReturn                   // its result
	DocVariable                 // a variable, or the field that it stands before
	DocMember                   // a member of the type that it stands before
	DocTypeParam                // a type parameter
	DocClass                    // a class, whose base is Type; what stands behind it holds its members
	DocBase                     // a base of the type that it stands before
)
