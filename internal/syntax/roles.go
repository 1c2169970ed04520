package syntax

import (
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// role is what a capture says of a node. captures.md documents them.
type role uint8

// Roles that a pattern is about; they stand on its root node.
const (
	_ role = iota
	roleParam
	roleBind
	roleAssign
	roleEach
	roleElement
	roleGlobal
	roleNarrow
	roleLambda
	roleScope
	roleImport
	rolePrefix
	roleInherit
	roleImpl
	roleCall
	roleNew
	roleMember
	roleIndex
	roleSame
	roleCast
	roleLiteral
	roleModule
	roleIdent
	roleTuple
	roleArray
	roleObject
	rolePair
	roleShort
	roleTypeRef
	roleEither
	roleKeyword
	roleDeclarator
	roleComment
	roleWrap
	roleAttribute
	roleReturn
	rolePackage
	roleManifest
	roleExport
	roleSkip
	roleTokens
	roleAccess
	roleDef // + index of kinds

	// Roles of the parts.
	partName role = iota + 40
	partParams
	partType
	partBody
	partOwner
	partTrait
	partBase
	partTypeParam
	partValue
	partFn
	partCallee
	partArgs
	partOf
	partProperty
	partInner
	partPath
	partAlias
	partStar
	partLeft
	partRight
	partKey
	partDoc
	partReceiver
	partBlock
	private // names that start with _: + a number by name
)

var kinds = []fact.Kind{fact.Module, fact.Class, fact.Interface, fact.Struct, fact.Trait, fact.Enum, fact.EnumMember, fact.Type, fact.Function, fact.Method,
	fact.Constructor, fact.Macro, fact.Field, fact.Property, fact.Constant, fact.Variable, fact.Section}

var roles = map[string]role{
	"param": roleParam, "bind": roleBind, "assign": roleAssign, "each": roleEach, "element": roleElement, "global": roleGlobal, "narrow": roleNarrow, "lambda": roleLambda,
	"scope": roleScope, "import": roleImport, "import.prefix": rolePrefix, "inherit": roleInherit, "impl": roleImpl,
	"call": roleCall, "new": roleNew, "member": roleMember, "index": roleIndex, "same": roleSame, "either": roleEither, "cast": roleCast, "literal": roleLiteral, "module": roleModule,
	"ident": roleIdent, "tuple": roleTuple, "array": roleArray, "object": roleObject, "pair": rolePair, "shorthand": roleShort, "typeref": roleTypeRef,
	"comment": roleComment, "wrap": roleWrap, "attribute": roleAttribute, "return": roleReturn, "package": rolePackage, "manifest": roleManifest, "export": roleExport, "skip": roleSkip, "tokens": roleTokens, "declarator": roleDeclarator, "access": roleAccess,
	"keyword": roleKeyword,

	"name": partName, "params": partParams, "type": partType, "body": partBody, "owner": partOwner, "trait": partTrait, "base": partBase,
	"tparam": partTypeParam, "value": partValue, "fn": partFn, "callee": partCallee, "args": partArgs, "of": partOf, "property": partProperty,
	"inner": partInner, "path": partPath, "alias": partAlias, "star": partStar, "left": partLeft, "right": partRight, "key": partKey, "doc": partDoc,
	"receiver": partReceiver, "block": partBlock,
}

func init() {
	for i, k := range kinds {
		roles["def."+string(k)] = roleDef + role(i)
	}
}

// roleOf returns the role of a capture name. Names that start with "_" are free for predicates; there are few, so a hash tells them apart.
func roleOf(name string) (role, bool) {
	if strings.HasPrefix(name, "_") {
		n := 0
		for _, c := range name {
			n = n*31 + int(c)
		}
		return private + role(n%100), true
	}
	r, ok := roles[name]
	return r, ok
}

func (r role) isDef() bool { return r >= roleDef && int(r) < int(roleDef)+len(kinds) }

// innerRole returns the first main role below n, for patterns about a node that show what stands around it.
func innerRole(n *nodePattern) role {
	for _, c := range n.children {
		for _, alt := range c.alts {
			if r := mainRole(alt); r != 0 {
				return r
			}
			if r := innerRole(alt); r != 0 {
				return r
			}
		}
	}
	return 0
}

// mainRole returns what the pattern below n is about: the first main role among the captures of its root.
func mainRole(n *nodePattern) role {
	for _, r := range n.captures {
		if r < partName {
			return r
		}
	}
	return 0
}
