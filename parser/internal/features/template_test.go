package features_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/features"
	"parser/transition"
)

// forEachSet runs a test for every named set in the variant of every system.
func forEachSet(t *testing.T, test func(t *testing.T, set *features.Set)) {
	run := func(name, system string) {
		t.Run(name+" "+system, func(t *testing.T) { test(t, named(t, name, system)) })
	}
	for _, name := range features.Names() {
		for _, system := range oracle.Systems(transition.Dependencies) {
			run(name, system)
		}
	}
	for _, system := range oracle.Systems(transition.Constituents, transition.Tags) {
		run("default", system)
	}
	run("default", "tag.lemma")
	run("default", "amr")
}

func named(t testing.TB, name, system string) *features.Set {
	set, err := features.Named(name, system)
	require.NoError(t, err)
	return set
}

func parse(t testing.TB, text string) *features.Set {
	set, err := features.Parse(text)
	require.NoError(t, err, text)
	return set
}

// lines returns the templates as text.
func lines(s *features.Set) []string {
	return slices.DeleteFunc(strings.Split(s.String(), "\n"), func(line string) bool { return line == "" })
}

// requireRoundTrip checks that parsing what is printed is the identity.
func requireRoundTrip(t *testing.T, set *features.Set) {
	again, err := features.Parse(set.String())
	require.NoError(t, err)
	require.Equal(t, set, again)
	require.Equal(t, set.String(), again.String())
	require.Len(t, lines(set), set.Len())
}

func TestNamedSetsRoundTrip(t *testing.T) { forEachSet(t, requireRoundTrip) }

// canonical is a template with its atoms sorted.
func canonical(template string) string {
	atoms := strings.Fields(template)
	slices.Sort(atoms)
	return strings.Join(slices.Compact(atoms), " ")
}

// No two templates of a named set are equivalent, even if columns are empty.
func TestNamedSetsRepeatNothing(t *testing.T) {
	forEachSet(t, func(t *testing.T, set *features.Set) {
		for _, empty := range columns() {
			seen := map[string]bool{}
			for _, template := range lines(set.Adapt(features.Data{Empty: empty, Tag: 'p'})) {
				require.False(t, seen[canonical(template)], "without %q: %s", empty, template)
				seen[canonical(template)] = true
			}
		}
	})
}

// columns returns all combinations of empty columns.
func columns() []string {
	all := []string{""}
	for _, letter := range "lptm" {
		for _, some := range all {
			all = append(all, some+string(letter))
		}
	}
	return all
}

func TestNamedRefusesOthers(t *testing.T) {
	for _, name := range []string{"", "zn", "zn11.arc-eager", "../sets/l2s", "l2s.txt"} {
		_, err := features.Named(name, "arc-hybrid")
		require.ErrorIs(t, err, features.ErrTemplate, name)
		require.ErrorContains(t, err, "[default l2s l2s-bigram l2s-unigram zn11]", name)
	}
	for _, system := range []string{"", "swap", "../zn11", "/", "bracket", "in-order", "shift-label", "tag"} {
		_, err := features.Named("zn11", system)
		require.ErrorIs(t, err, features.ErrTemplate, system)
		require.ErrorContains(t, err, "no variant", system)
	}
}

func TestParseReadsCommentsAndBlanks(t *testing.T) {
	set := parse(t, "# all of it\r\n\n  S0w\tN0p # and why\n\n#\nS0hhp   dist(S0,N0)  S1l2m:Case\r\nbias\nN0b5 bias\n")
	require.Equal(t, "S0w N0p\nS0hhp dist(S0,N0) S1l2m:Case\nbias\nN0b5 bias\n", set.String())
	require.Equal(t, 4, set.Len())
	requireRoundTrip(t, set)
}

// Every attribute after every step prints as it was written.
func TestAtomsPrintAsWritten(t *testing.T) {
	attributes := []string{"w", "l", "p", "t", "g", "m", "m:Case", "m:PronType[dem]", "x1", "x9", "b1", "b9", "n", "c", "a",
		"d", "vl", "vr", "sl", "sr", "k", "y", "o", "e", "u", "h1", "h2"}
	for _, node := range []string{"S0", "S9", "N0", "N9", "P0", "P9", "I0", "I9", "O0", "O9", "K", "C", "D"} {
		for _, steps := range []string{"", "x", "m", "b", "n", "hxm", "bnb", "h", "l", "r", "l2", "r2", "f", "e", "hl", "l2h",
			"ll2", "rr2r", "rf", "r2e", "fe", "elf", "hhhhhhhhh", "fefefefef"} {
			for _, attribute := range attributes {
				atom := node + steps + attribute
				require.Equal(t, atom+"\n", parse(t, atom).String())
			}
			for _, pair := range []string{"dist", "gap", "kin", "path:o", "path:w", "path:l", "path:p", "path:t", "path:g", "path:n"} {
				pair += "(" + node + steps + ",N1" + steps + ")"
				require.Equal(t, pair+"\n", parse(t, pair).String())
			}
		}
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for text, message := range map[string]string{
		"":                       "no template at all",
		" \n# S0w\n":             "no template at all",
		"S0w\nS0q":               `line 2: "S0q": malformed feature template: "q" is no attribute`,
		"S0":                     `line 1: "S0": malformed feature template: "" is no attribute`,
		"\n\nS0w S0h":            `line 3: "S0h"`,
		"S0w\n# x\nX0w N0w":      `line 3: "X0w": malformed feature template: it does not begin with a node`,
		"w":                      `line 1: "w"`,
		"S":                      `line 1: "S"`,
		"S10w":                   `line 1: "S10w"`,
		"s0w":                    `line 1: "s0w"`,
		"S0ww":                   `line 1: "S0ww"`,
		"S0w3":                   `line 1: "S0w3"`,
		"S0x":                    `line 1: "S0x"`,
		"S0b0":                   `line 1: "S0b0"`,
		"S0b":                    `line 1: "S0b"`,
		"S0bias":                 `line 1: "S0bias"`,
		"biased":                 `line 1: "biased"`,
		"S0n1":                   `line 1: "S0n1"`,
		"S0x0":                   `line 1: "S0x0"`,
		"a0":                     `line 1: "a0"`,
		"a10":                    `line 1: "a10"`,
		"S0x10":                  `line 1: "S0x10"`,
		"S0m:":                   `line 1: "S0m:"`,
		"S0m:Case=Nom":           `line 1: "S0m:Case=Nom"`,
		"S0m:A|B":                `line 1: "S0m:A|B"`,
		"S0l3w":                  `line 1: "S0l3w"`,
		"S0h2w":                  `line 1: "S0h2w"`,
		"S0v":                    `line 1: "S0v"`,
		"S0dist(S0,N0)":          `line 1: "S0dist(S0,N0)"`,
		"dist(S0,N0":             `line 1: "dist(S0,N0": malformed feature template: not dist(node,node)`,
		"dist(S0)":               `line 1: "dist(S0)"`,
		"dist(S0w,N0)":           `line 1: "dist(S0w,N0)"`,
		"dist(S0, N0)":           `line 1: "dist(S0,"`,
		"dist(S0,N0,N1)":         `line 1: "dist(S0,N0,N1)"`,
		"dist(S0,N0))":           `line 1: "dist(S0,N0))"`,
		"dist(,)":                `line 1: "dist(,)"`,
		"S0w N0w\nS0w\nS0w  N0w": "line 3: malformed feature template: S0w N0w stands in line 1 already",
		"S0hhhhhhhhhhw":          "more than 9 steps",
		"O0ffffffffffk":          "more than 9 steps",
		"P":                      `line 1: "P"`,
		"P10w":                   `line 1: "P10w"`,
		"p0w":                    `line 1: "p0w"`,
		"Q0w":                    "it does not begin with a node S0…S9 or N0…N9 (or P0, I0, O0, …)",
		"I0":                     `line 1: "I0": malformed feature template: "" is no attribute`,
		"O0f":                    `line 1: "O0f"`,
		"O0kf":                   `line 1: "O0kf"`,
		"O0k2":                   `line 1: "O0k2"`,
		"O0f2d":                  `line 1: "O0f2d"`,
		"S0w\nO0d O0d\nO0d O0d":  "line 3: malformed feature template: O0d O0d stands in line 2 already",
		"dist(O0f,O0ek)":         "not dist(node,node)",
		"dist(OO,N0)":            "not dist(node,node)",
		"dist(S0llllllllll,N0)":  "not dist(node,node)",
		"S0w\nS0\xffw":           "line 2",
		"S0w\nK0w":               `line 2: "K0w": malformed feature template: "0w" is no attribute`,
		"K":                      `line 1: "K": malformed feature template: "" is no attribute`,
		"Kz":                     `line 1: "Kz"`,
		"Khhhhhhhhhhw":           "more than 9 steps",
		"S0h3":                   `line 1: "S0h3"`,
		"S0xx":                   `line 1: "S0xx"`,
		"S0ask":                  `line 1: "S0ask"`,
		"bias\npath(S0,N0)":      `line 2: "path(S0,N0)"`,
		"path:(S0,N0)":           `line 1: "path:(S0,N0)"`,
		"path:d(S0,N0)":          `line 1: "path:d(S0,N0)"`,
		"path:m(S0,N0)":          `line 1: "path:m(S0,N0)"`,
		"path:l(S0)":             `line 1: "path:l(S0)": malformed feature template: not path:l(node,node)`,
		"gap(S0,N0l":             "not gap(node,node)",
		"kin(K,S0,N0)":           "not kin(node,node)",
		"S0w\nCw Dw":             "line 2: malformed feature template: C and D in one template",
		"gap(Ch,D)":              "line 1: malformed feature template: C and D in one template",
	} {
		set, err := features.Parse(text)
		require.ErrorIs(t, err, features.ErrTemplate, text)
		require.ErrorContains(t, err, message)
		require.Nil(t, set)
	}
	_, err := features.Parse("S0" + strings.Repeat("q", 1<<20))
	require.Less(t, len(err.Error()), 200, "an error does not repeat a megabyte")
}

func TestAdapt(t *testing.T) {
	tests := []struct{ why, empty, text, adapted string }{
		{"all columns are there", "", "S0w S0l S0p S0t S0m", "S0w S0l S0p S0t S0m"},
		{"UPOS for XPOS", "t", "S0t N0lt\nS1t S0w", "S0p N0lp\nS1p S0w"},
		{"XPOS for UPOS", "p", "S0p N0rp", "S0t N0rt"},
		{"form for lemma", "l", "S0l N0ll", "S0w N0lw"},
		{"nothing for FEATS", "m", "S0m\nS0w S0m\nS0m:Case N0w\nS0w", "S0w"},
		{"nothing for both tags", "pt", "S0p\nS0t\nS0w S0p\nS0w", "S0w"},
		{"like atoms become one", "t", "S0p S0t N0p", "S0p N0p"},
		{"like templates become one, the first", "lt", "S0w\nS0l\nS0p\nN0w\nS0t", "S0w\nS0p\nN0w"},
		{"two columns at once", "lp", "S0l S0p\nS0w S0t", "S0w S0t"},
		{"what is not of a word stays", "lptm", "S0d S0vl S0vr S0sl S0sr dist(S0,N0)\nS0p", "S0d S0vl S0vr S0sl S0sr dist(S0,N0)"},
		{"steps are not columns", "lptm", "S0lw S0rw S0hw", "S0lw S0rw S0hw"},
		{"spelling is of the form", "lptm", "S0x2 N0b3 N0n N0c N0a bias", "S0x2 N0b3 N0n N0c N0a bias"},
		{"what is of a graph stays", "lptm", "S0e N0u N0h1 S0o S0y S0k ask path:o(K,N0)\nkin(K,S0)\nS0p", "S0e N0u N0h1 S0o S0y S0k ask path:o(K,N0)\nkin(K,S0)"},
		{"paths have columns, too", "lt", "path:l(K,N0) path:t(K,N0)\npath:w(K,N0)", "path:w(K,N0) path:p(K,N0)\npath:w(K,N0)"},
		{"paths without a column go", "pt", "path:g(K,N0)\npath:p(K,N0)\npath:t(K,N0)\nKl", "Kl"},
	}
	for _, test := range tests {
		set := parse(t, test.text)
		before := set.String()
		adapted := set.Adapt(features.Data{Empty: test.empty, Tag: 'p'})
		require.Equal(t, strings.Split(test.adapted, "\n"), lines(adapted), test.why)
		require.Equal(t, before, set.String(), "the set itself does not change")
	}
}

// Columns returns the columns that are read, except the form.
func TestColumns(t *testing.T) {
	for text, columns := range map[string]string{
		"S0w N0n\nN0x3 N0b2\nN0c N0a\nbias\nP0d S0lw dist(S0,N0)": "",
		"S0w N0p\nS0p":                      "p",
		"N0t\nS0l\nS1m:Case N0w\nN0g\nP0p":  "glmpt",
		"N0m":                               "m",
		"path:l(S0,N0)\npath:o(S0,N0)\nS0o": "l",
	} {
		require.Equal(t, columns, parse(t, text).Columns(), text)
	}
	require.Empty(t, named(t, "default", "tag").Adapt(features.Data{Empty: "lptm", Tag: 'p'}).Columns(), "it does with forms alone")
}

// The tag g becomes the column that the data names, then falls back like it.
func TestAdaptTag(t *testing.T) {
	set := parse(t, "S0g N0g\nS0t N0t\nS0rg")
	for _, test := range []struct {
		data    features.Data
		adapted []string
	}{
		{features.Data{Tag: 't'}, []string{"S0t N0t", "S0rt"}},
		{features.Data{Tag: 'p'}, []string{"S0p N0p", "S0t N0t", "S0rp"}},
		{features.Data{Tag: 'p', Empty: "p"}, []string{"S0t N0t", "S0rt"}},
		{features.Data{Tag: 't', Empty: "t"}, []string{"S0p N0p", "S0rp"}},
		{features.Data{Tag: 't', Empty: "pt"}, []string{}},
	} {
		require.Equal(t, test.adapted, lines(set.Adapt(test.data)), "%+v", test.data)
	}
}

// An adapted set reads no empty column, can be parsed, and adapting it again changes nothing.
func TestAdaptedSetsAreFixedPoints(t *testing.T) {
	attribute := map[rune]string{'l': "l", 'p': "p", 't': "t", 'm': "m"}
	forEachSet(t, func(t *testing.T, set *features.Set) {
		for _, empty := range columns() {
			adapted := set.Adapt(features.Data{Empty: empty, Tag: 'p'})
			requireRoundTrip(t, adapted)
			require.Equal(t, adapted, adapted.Adapt(features.Data{Empty: empty, Tag: 'p'}))
			require.LessOrEqual(t, adapted.Len(), set.Len())
			for _, letter := range empty {
				for _, atom := range strings.Fields(adapted.String()) {
					require.NotEqual(t, attribute[letter], attributeOf(t, atom)[:1], "without %q: %s", empty, atom)
				}
			}
		}
	})
}

// FuzzParse reads any text. It never panics; what it reads prints as a fixed
// point, can be adapted, and extracts features from any configuration.
func FuzzParse(f *testing.F) {
	for _, name := range features.Names() {
		f.Add(named(f, name, "arc-eager").String())
	}
	for _, system := range oracle.Systems(transition.Constituents, transition.Tags) {
		f.Add(named(f, "default", system).String())
	}
	for _, text := range []string{"", "O0rfw I1k\nP0g dist(O1e,N0)", "S0w N0p\nS0l2p # x\n", "dist(S0rr2,N1l)",
		"S0m:Case S0x3\r\nN0m", "S0hhhw S9vl N9sr", "S0w\nS0w", "S0\xff", "Cd Kl\nDl", "path:o(K,Cx) ask", "turn left\nkin(Dhm,N0l2)",
		"S0w\na1\na9 N0p\n* a*", "Cd\nKw\nDd\n* *\n* * *"} {
		f.Add(text)
	}
	f.Add(named(f, "default", "amr").String())
	words, configs, graphs := reading(), append(journey(), bracketJourney()...), graphJourney(1)
	f.Fuzz(func(t *testing.T, text string) {
		set, err := features.Parse(text)
		if err != nil {
			require.ErrorIs(t, err, features.ErrTemplate)
			return
		}
		requireRoundTrip(t, set)
		for _, empty := range []string{"", "lm", "pt"} {
			adapted := set.Adapt(features.Data{Empty: empty, Tag: 'p'})
			require.Equal(t, adapted, adapted.Adapt(features.Data{Empty: empty, Tag: 'p'}))
			x := adapted.Compile()
			var v features.Vector
			x.Prepare(&v, words)
			for _, c := range configs {
				x.Extract(&v, c)
				require.Len(t, v.Features, adapted.Len())
			}
			for _, c := range graphs {
				x.Extract(&v, c)
			}
		}
	})
}
