package amr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// triples writes what a graph says as role(variable, value), in the order of the graph.
func triples(g *Graph) string {
	var names, all []string
	for _, n := range g.Nodes {
		if !n.Constant() {
			names = append(names, n.Var)
		}
	}
	add := func(role, from, to string) { all = append(all, role+"("+from+", "+to+")") }
	t := g.Triples()
	for i, concept := range t.Concepts {
		if concept != "" {
			add("instance", names[i], concept)
		}
	}
	for _, o := range t.Others[1:] { // the first is that of the root
		to := o.Constant
		if o.Kind == Relation {
			to = names[o.To]
		}
		add(o.Role, names[o.Var], to)
	}
	return strings.Join(all, " ")
}

// Rare but valid notations: the text, the graph on one line as it is written back, and its triples.
func TestOddNotations(t *testing.T) {
	for _, c := range []struct{ text, written, triples string }{
		// Alignments: of every part, with a letter or without, of several words, tight and as strings.
		{"(s / sail-01~e.2 :ARG0~e.0 (c / crew~1) :ARG1 c~e.4,5 :time 9~e.11)", "(s / sail-01~e.2 :ARG0~e.0 (c / crew~1) :ARG1 c~e.4,5 :time 9~e.11)",
			"instance(s, sail-01) instance(c, crew) time(s, 9) ARG0(s, c) ARG1(s, c)"},
		{"(s / sail~e7 :x -~T.0)", "(s / sail~e7 :x -~T.0)", "instance(s, sail) x(s, -)"},
		{`(s/sail~e.1:x "a b"~2:y 3~4:z(c))`, `(s / sail~e.1 :x "a b"~2 :y 3~4 :z (c))`, "instance(s, sail) x(s, a b) y(s, 3) z(s, c)"},
		{`(s / sail :to "~e.1" :by "a~2"~3)`, `(s / sail :to "~e.1" :by "a~2"~3)`, "instance(s, sail) to(s, ~e.1) by(s, a~2)"},

		// Inverted roles, and roles that only look inverted.
		{"(c / crew :ARG0-of (s / sail-01))", "(c / crew :ARG0-of (s / sail-01))", "instance(c, crew) instance(s, sail-01) ARG0(s, c)"},
		{"(c / crew :ARG0-OF (s / sail-01))", "(c / crew :ARG0-OF (s / sail-01))", "instance(c, crew) instance(s, sail-01) ARG0(s, c)"},
		{"(h / hull :consist-of (o / oak))", "(h / hull :consist-of (o / oak))", "instance(h, hull) instance(o, oak) consist-of(h, o)"},
		{"(o / oak :consist-of-of (h / hull))", "(o / oak :consist-of-of (h / hull))", "instance(o, oak) instance(h, hull) consist-of(h, o)"},
		{"(v / vote-01 :prep-on-behalf-of (c / crew) :prep-out-of (f / fear))", "(v / vote-01 :prep-on-behalf-of (c / crew) :prep-out-of (f / fear))",
			"instance(v, vote-01) instance(c, crew) instance(f, fear) prep-on-behalf-of(v, c) prep-out-of(v, f)"},
		{"(h / hull :mod (o / old) :domain-of (b / blue))", "(h / hull :mod (o / old) :domain-of (b / blue))",
			"instance(h, hull) instance(o, old) instance(b, blue) domain(o, h) domain(b, h)"},
		{"(o / old :domain (h / hull) :mod-of h)", "(o / old :domain (h / hull) :mod-of h)", "instance(o, old) instance(h, hull) domain(o, h) domain(o, h)"},
		{`(h / hull :mod 1 :part-of "Argo" :of 2)`, `(h / hull :mod 1 :part-of "Argo" :of 2)`, "instance(h, hull) mod(h, 1) part-of(h, argo) of(h, 2)"},

		// Variables without concept, mentioned before they are defined, and by themselves.
		{"(h)", "(h)", ""},
		{"(h :polarity - :ARG1 (o))", "(h :polarity - :ARG1 (o))", "polarity(h, -) ARG1(h, o)"},
		{"(s / sail-01 :ARG1 h :ARG2 (p / port :poss h) :ARG0 (h / he))", "(s / sail-01 :ARG1 h :ARG2 (p / port :poss h) :ARG0 (h / he))",
			"instance(s, sail-01) instance(h, he) instance(p, port) ARG1(s, h) ARG2(s, p) poss(p, h) ARG0(s, h)"},
		{"(s / s :ARG0 s)", "(s / s :ARG0 s)", "instance(s, s) ARG0(s, s)"},
		{"(- / minus :op1 - :op2 1)", "(- / minus :op1 - :op2 1)", "instance(-, minus) op2(-, 1) op1(-, -)"},
		{"(x20 / 876-9 :x 2x0)", "(x20 / 876-9 :x 2x0)", "instance(x20, 876-9) x(x20, 2x0)"},

		// Constants: numbers, strings with what ends symbols, escapes.
		{"(d / depth :quant -1.0e-2 :max 1,000 :min +5 :at 10:30 :per 1/2)", "(d / depth :quant -1.0e-2 :max 1,000 :min +5 :at 10:30 :per 1/2)",
			"instance(d, depth) quant(d, -1.0e-2) max(d, 1,000) min(d, +5) at(d, 10:30) per(d, 1/2)"},
		{`(n / name :op1 "Fish & Chips (est. 1950) :closed # / ~e.1")`, `(n / name :op1 "Fish & Chips (est. 1950) :closed # / ~e.1")`,
			"instance(n, name) op1(n, fish & chips (est. 1950) :closed # / ~e.1)"},
		{`(n / name :op1 "\"" :op2 "\\" :op3 "\\\"x" :op4 "a\nb" :op5 "" :op6 " ")`, `(n / name :op1 "\"" :op2 "\\" :op3 "\\\"x" :op4 "a\nb" :op5 "" :op6 " ")`,
			`instance(n, name) op1(n, ") op2(n, \) op3(n, \"x) op4(n, anb) op5(n, ) op6(n,  )`},
		{`(n / "two words" :op1 'tis :op2 a\b)`, `(n / "two words" :op1 'tis :op2 a\b)`, `instance(n, two words) op1(n, 'tis) op2(n, a\b)`},
		{"(t / tag :x #1 :y {a} :z [b]; :w ^)", "(t / tag :x #1 :y {a} :z [b]; :w ^)", "instance(t, tag) x(t, #1) y(t, {a}) z(t, [b];) w(t, ^)"},

		// Blanks: left out where possible, and other than spaces.
		{"(s/sail-01 :ARG0(c/crew):ARG1(h/hull :mod(o/old)):polarity -)", "(s / sail-01 :ARG0 (c / crew) :ARG1 (h / hull :mod (o / old)) :polarity -)",
			"instance(s, sail-01) instance(c, crew) instance(h, hull) instance(o, old) polarity(s, -) ARG0(s, c) ARG1(s, h) domain(o, h)"},
		{"(s\n/\nsail-01\n\t:ARG0\n(c\r\n/ crew\n)\n)", "(s / sail-01 :ARG0 (c / crew))", "instance(s, sail-01) instance(c, crew) ARG0(s, c)"},
		{"(s / sail\u00a0on :x\u2009y あ\u3000い)", "(s / sail\u00a0on :x\u2009y あ\u3000い)", "instance(s, sail\u00a0on) x\u2009y(s, あ\u3000い)"},
	} {
		graphs, bad := testkit.All(NewReader(strings.NewReader(c.text), "f").All())
		require.Empty(t, bad, c.text)
		require.Equal(t, c.written, flat(graphs[0]), c.text)
		require.Equal(t, strings.ToLower(c.triples), triples(graphs[0]), c.text)
		again := parse(t, print(t, graphs[0]))
		require.Equal(t, bare(graphs[0]), bare(again), c.text)
	}
}

// What other readers silently repair is an error here, with the place of the mistake.
func TestOddNotationsThatAreRefused(t *testing.T) {
	for text, want := range map[string]string{
		"(s / sail-01 :ARG0 :ARG1 (c / crew))":    `f:1:20: not PENMAN notation: found ":ARG1", expected the target of the role ":ARG0"`,
		"(s / :ARG0 (c / crew))":                  `f:1:6: not PENMAN notation: found ":ARG0", expected a concept`,
		"(s :polarity - / sail-01)":               `f:1:16: not PENMAN notation: found "/", expected a role or ")"`,
		"(s / sail-01 : (c / crew))":              `f:1:14: not PENMAN notation: found ":", expected a role with a name`,
		"(s / sail-01 :\n(c / crew))":             `f:1:14: not PENMAN notation: found ":", expected a role with a name`,
		"(s / sail-01\n :ARG0 ())":                `f:2:9: not PENMAN notation: found ")", expected a variable`,
		"(s / sail-01\n :ARG0 (/ crew))":          `f:2:9: not PENMAN notation: found "/", expected a variable`,
		"(s / sail-01 :ARG0 (c / crew)~e.1)":      `f:1:30: not PENMAN notation: found "~e.1"` + lateAlignment,
		"(s / sail~e.1,e.2)":                      `f:1:10: not PENMAN notation: found "~e.1,e.2", expected an alignment such as ~e.3,4 or ~3`,
		"(s / sail~1.2)":                          `f:1:10: not PENMAN notation: found "~1.2", expected an alignment such as ~e.3,4 or ~3`,
		"(s/sail~e.1:x(c~5))":                     `f:1:15: not PENMAN notation: found "c~5", expected a variable without alignment`,
		"(s/sail-01:ARG0(c/crew))":                `f:1:16: not PENMAN notation: found "(", expected a role or ")"`,
		"(s / sail~e)":                            `f:1:10: not PENMAN notation: found "~e", expected an alignment such as ~e.3,4 or ~3`,
		"(s / sail~en1)":                          `f:1:10: not PENMAN notation: found "~en1", expected an alignment such as ~e.3,4 or ~3`,
		`(n / name :op1 " :op2 "Argo")`:           `f:1:24: not PENMAN notation: found "Argo", expected a role or ")"`,
		"(n / name\n :op1 \"Ar\n go\")":           `f:2:7: not PENMAN notation: found "\"Ar", expected a quotation mark at its end`,
		`(n / name :"op1" Argo)`:                  `f:1:11: not PENMAN notation: found ":", expected a role with a name`,
		"(s / sail-01) (c / crew)":                `f:1:15: not PENMAN notation: found "(", expected nothing after the last bracket`,
		"(s / sail-01 ^ c / crew)":                `f:1:14: not PENMAN notation: found "^", expected a role or ")"`,
		"(s / sail-01\n# the crew\n :ARG0 (c))":   `f:1: brackets not closed: found a comment or another graph, expected 1 more ")"`,
		"(s / sail-01\n :ARG0 (c / crew)\n\n)":    `f:1: brackets not closed: found a blank line, expected 1 more ")"`,
		"# ::id x\n(s / sail-01 :ARG0 (s / she))": `f:2:21: [x] variable defined twice: found "s" again, expected another`,
		"instance(s, sail-01)":                    `f:1:1: not PENMAN notation: found "instance", expected "(" or a comment`,
	} {
		_, err := NewReader(strings.NewReader(text), "f").Read()
		require.EqualError(t, err, want, text)
	}
}
