// Package sql describes SQL, as far as PostgreSQL and its relatives share it.
package sql

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/sql"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is SQL.
var Language = &lang.Language{
	Name:       "sql",
	IDs:        []string{"pgsql", "postgres", "mysql"},
	Extensions: []string{".sql", ".ddl", ".pgsql"},
	Grammar:    sql.GetLanguage,
	Queries:    queries,

	Rules: fact.Rules{
		Family: "sql", Unit: fact.UnitFile, Separator: ".", Extensions: []string{".sql"}, Globals: true,
		Builtins: strings.Fields(`abs array_agg avg cast ceil char_length coalesce concat count current_date current_timestamp date_part date_trunc dense_rank exists
			extract first_value floor format gen_random_uuid generate_series greatest ifnull isnull json_agg jsonb_agg json_build_object jsonb_build_object lag last_value
			lead least left length lower lpad ltrim max min mod nextval now nullif power random rank regexp_replace replace right round row_number rpad rtrim setval
			sqrt string_agg strpos substr substring sum to_char to_date to_timestamp trim trunc unnest upper`),
	},
}
