package smatch

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNaive(t *testing.T) {
	const alpha, want = "(a / alpha :ARG0 (b / beta))", "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))"
	for _, test := range []struct {
		gold, system string
		code, paper  int
	}{
		{alpha, alpha, 0, 0},
		{alpha, "(a / alpha :ARG0 (b / b-side))", 8, 6},
		{alpha, "(b / beta :ARG0-of (a / alpha))", 4, 0},
		{want, "(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 (b2 / boy)))", 2, 1},
		{"(a / and :op1 (b / boy) :op2 (b2 / boy :mod (t / tall)))", "(a / and :op1 (b / boy :mod (t / tall)) :op2 (b2 / boy))", 0, 0},
		// Constants are nodes in the paper and attributes in the program; case and quotation marks count.
		{"(g / go-01 :polarity -)", "(g / go-01)", 2, 4},
		{`(n / name :op1 "Ann")`, `(n / name :op1 "ann")`, 4, 6},
		{`(n / name :op1 "Ann")`, `(n / name :op1 Ann)`, 4, 6},
		// Only roles X-of are inverted, and some only look like one.
		{"(c / chair :mod (r / red))", "(c / chair :domain-of (r / red))", 4, 6},
		{"(c / country :consist-of (p / person))", "(p / person :consist (c / country))", 8, 6},
		// Entries are counted, not just compared.
		{"(a / a :op1 (b / b) :op2 (b2 / b))", "(a / a :op1 (b / b))", 4, 4},
	} {
		gold, system := graph(t, test.gold), graph(t, test.system)
		for range 2 {
			assert.Equal(t, test.code, NaiveCode(gold, system), "%s | %s", test.gold, test.system)
			assert.Equal(t, test.paper, NaivePaper(gold, system), "%s | %s", test.gold, test.system)
			gold, system = system, gold
		}
	}
}
