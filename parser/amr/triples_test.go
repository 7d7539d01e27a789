package amr

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTriples(t *testing.T) {
	g := parse(t, `(m / Man :ARG0-of (r / "Run-01" :Polarity - :ARG1 m) :mod (o :mod-of m) :domain-of o :consist-of (c / c)
		:PREP-ON-BEHALF-OF c :prep-out-of c :subset-of c :-of c :mod 1 :x-of "A b" :value "")`)
	require.Equal(t, &Triples{
		Concepts: []string{"man", "run-01", "", "c"},
		Others: []Triple{
			{Root, "TOP", 0, 0, "top"}, {Attribute, "polarity", 1, 0, "-"}, {Attribute, "mod", 0, 0, "1"},
			{Attribute, "x-of", 0, 0, "a b"}, {Attribute, "value", 0, 0, ""},
			{Relation, "arg0", 1, 0, ""}, {Relation, "arg1", 1, 0, ""}, {Relation, "domain", 2, 0, ""}, {Relation, "domain", 2, 0, ""},
			{Relation, "domain", 2, 0, ""}, {Relation, "consist-of", 0, 3, ""}, {Relation, "prep-on-behalf-of", 0, 3, ""},
			{Relation, "prep-out-of", 0, 3, ""}, {Relation, "subset", 3, 0, ""}, {Relation, "-of", 0, 3, ""},
		},
	}, g.Triples())
	require.Equal(t, 3+5+10, len(g.Triples().List()))
}

// The sizes are those in the table of expected scores of Smatch's own tests and of its successor's.
func TestTriplesAreCountedAsSmatchDoes(t *testing.T) {
	for text, want := range map[string]int{
		"(a / alpha :ARG0 (b / beta))":                                     4,
		"(b / beta :ARG0-of (a / alpha))":                                  4,
		"(t / test)":                                                       2,
		"(x / y :abc (w / z))":                                             4,
		"(m / man :accompanier (c / cat))":                                 4,
		"(m / man :arg1-of (a / accompany-01 :arg0 (c / cat)))":            6,
		"(c / chair :mod (r / red))":                                       4,
		`(p / person :name (n / name :op1 "Ann"))`:                         5,
		"(c / country :consist-of (p / person))":                           4,
		"(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 b))":          7,
		"(w / want-01 :ARG0 (b / boy) :ARG1 (g / go-01 :ARG0 (b2 / boy)))": 8,
		"(a / and :op1 (b / boy) :op2 (b2 / boy :mod (t / tall)))":         8,
	} {
		require.Equal(t, want, len(parse(t, text).Triples().List()), text)
	}
}

// Two ways of writing the same give the same triples.
func TestTriplesOfEquals(t *testing.T) {
	for one, other := range map[string]string{
		"(c / chair :mod (r / red))":              "(c / chair :domain-of (r / red))",
		"(c / chair :mod-of (r / red))":           "(c / chair :domain (r / red))",
		`(n / name :op1 "Ann")`:                   "(n / name :op1 ann)",
		"(a / b :ARG0 c :ARG1 (c / d))":           "(a / b :ARG0 (c / d) :ARG1 c)",
		"# ::id x\n(a / b~1 :c~2 (d / E :x a~3))": "(a / b :C (d / e :x a))",
	} {
		require.Equal(t, parse(t, one).Triples(), parse(t, other).Triples())
	}
}
