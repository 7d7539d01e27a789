package meaning_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw/meaning"
)

func ExampleRole() {
	for _, role := range []string{"location", "op12", "polarity", "mod-of", "prep-on-behalf-of", "unheard"} {
		text := meaning.Role(role)
		fmt.Printf("%s: %q\n", role, text)
	}
	// Output:
	// location: "where it is or happens: in [Rome]"
	// op12: "item in a row: part of a name, of a list, or of a sum"
	// polarity: "minus says that it is not so: [not], [un]happy"
	// mod-of: "the other way round, what is above has this role here: what describes it or says which one: [old] boat, [this] one"
	// prep-on-behalf-of: "with a preposition where no other role fits: on behalf of"
	// unheard: ""
}

func ExampleConcept() {
	for _, concept := range []string{"go-02", "have-degree-91", "amr-unknown", "boat", "-", `"go-02"`} {
		text := meaning.Concept(concept)
		fmt.Printf("%s: %q\n", concept, text)
	}
	// Output:
	// go-02: "what happens or is so: go, sense 2"
	// have-degree-91: "being something to a degree: who, what, how much, than what"
	// amr-unknown: "what is asked for: who, what, where, how many"
	// boat: ""
	// -: "no, not"
	// "go-02": ""
}

// The roles as the guidelines of Abstract Meaning Representation list them.
func TestRolesAreComplete(t *testing.T) {
	const roles = `ARG0 ARG1 ARG2 ARG3 ARG4 ARG5 accompanier age beneficiary cause compared-to concession condition consist-of cost
		degree destination direction domain duration example extent frequency instrument li location manner medium mod mode name ord
		part path polarity polite poss purpose quant range scale source subevent time topic unit value wiki
		op1 op2 op10 snt1 day month year weekday dayperiod season timezone quarter decade century calendar era year2
		conj-as-if prep-with prep-against ARG0-of poss-of subset-of`
	for _, role := range strings.Fields(roles) {
		text := meaning.Role(role)
		require.NotEmpty(t, text, role)
		require.LessOrEqual(t, utf8.RuneCountInString(text), 160, role)
		require.False(t, strings.HasSuffix(text, "."), role)
	}
	for _, role := range []string{"", "-of", "op", ":ARG0", "ARG10", "opa", "prep-"} {
		if text := meaning.Role(role); role != "op" && role != "prep-" {
			require.Empty(t, text, role)
		}
	}
}
