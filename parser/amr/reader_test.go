package amr

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"parser/conll/textfile"
	"parser/testdata/testkit"
)

// read returns the graphs of a text without errors.
func read(t testing.TB, text string) []*Graph {
	t.Helper()
	return testkit.Items(t, NewReader(strings.NewReader(text), "f").All())
}

// parse reads one graph.
func parse(t testing.TB, text string) *Graph {
	t.Helper()
	all := read(t, text)
	require.Len(t, all, 1, text)
	return all[0]
}

// flat is a graph on one line, without its comments.
func flat(g *Graph) string {
	plain := *g
	plain.Meta = nil
	return strings.Join(textfile.Fields(plain.String()), " ")
}

func TestReadGraph(t *testing.T) {
	text := "# ::id x.1 ::date 2012\n# made by hand\n# ::snt He did not go :: ::to a b\n" +
		"(g / go-01~e.2 :ARG0~3 h~e.0 :polarity -~e.3,4\n\t:ARG4-of (t / \"to (a) \\\" b\"\n :x (h / he)))\n"
	require.Equal(t, &Graph{
		File: "f", Line: 4,
		Meta: []Meta{{"id", "x.1"}, {"date", "2012"}, {"", "made by hand"}, {"snt", "He did not go :: ::to a b"}},
		Nodes: []Node{
			{Var: "g", Concept: "go-01", Align: "e.2"},
			{Var: "h", Concept: "he"},
			{Concept: "-", Align: "e.3,4"},
			{Var: "t", Concept: `"to (a) \" b"`},
		},
		Edges: []Edge{
			{From: 0, To: 1, Role: "ARG0", RoleAlign: "3", Align: "e.0"},
			{From: 0, To: 2, Role: "polarity", Defines: true},
			{From: 0, To: 3, Role: "ARG4-of", Defines: true},
			{From: 3, To: 1, Role: "x", Defines: true},
		},
	}, parse(t, text))
}

func TestReadManyGraphs(t *testing.T) {
	for text, want := range map[string]string{
		"":                                 "",
		"\ufeff \r\n\n":                    "",
		"# nothing but a text\n\n":         "",
		"(b)":                              "(b)",
		"(b/boy)":                          "(b / boy)",
		"(b /boy)\n(c/ cat)":               "(b / boy)|(c / cat)",
		"\ufeff(b\r\n/\r\nboy\r\n)\r\n":    "(b / boy)",
		"  (b\t/\vboy\f)  ":                "(b / boy)",
		"(b :ARG0(c/cat):ARG1 b)":          "(b :ARG0 (c / cat) :ARG1 b)",
		"(b / boy :quant\n(c / cat))":      "(b / boy :quant (c / cat))",
		"(b / boy\n:quant 1)\n\n(c)":       "(b / boy :quant 1)|(c)",
		"(b / boy\n#\n(c)":                 "|(c)",
		"# a\n\n# b\n\n(b)\n# ::id c\n(c)": "(b)|(c)",
		"(a / and/or :x 1/2 :y 10:30 :z http://a/b?c#d)": "(a / and/or :x 1/2 :y 10:30 :z http://a/b?c#d)",
		`(a / "b" :op1 "" :op2 "\\" :op3 "~e.1"~e.2)`:    `(a / "b" :op1 "" :op2 "\\" :op3 "~e.1"~e.2)`,
		"(b / a\u00a0b :ü é)":                            "(b / a\u00a0b :ü é)",
		"(1 / one :of 1 :x -1 :y +)":                     "(1 / one :of 1 :x -1 :y +)",
	} {
		var got []string
		good, _ := testkit.All(NewReader(strings.NewReader(text), "f").All())
		if strings.HasPrefix(want, "|") {
			got = append(got, "")
		}
		for _, g := range good {
			got = append(got, flat(g))
		}
		require.Equal(t, want, strings.Join(got, "|"), text)
	}
}

// A symbol is a mention wherever its variable is defined; a string never is.
func TestMentions(t *testing.T) {
	g := parse(t, `(a / b :op1 c :op2 "c" :op3 d :op4 (c / d :x a :y c) :op5 c)`)
	var got []string
	for _, n := range g.Nodes {
		got = append(got, n.Var+"/"+n.Concept)
	}
	require.Equal(t, []string{"a/b", "c/d", `/"c"`, "/d"}, got)
	var mentions []int
	for _, e := range g.Edges {
		if !e.Defines {
			mentions = append(mentions, e.To)
		}
	}
	require.Equal(t, []int{1, 0, 1, 1}, mentions)
}

func TestLines(t *testing.T) {
	var lines []int
	for _, g := range read(t, "# c\n\n(a\n)\n# d\n(b)\n\n\n(c)") {
		lines = append(lines, g.Line)
	}
	require.Equal(t, []int{3, 6, 9}, lines)
}

func TestComments(t *testing.T) {
	for line, want := range map[string][]Meta{
		"#":                      {{"", ""}},
		"#  a  b ":               {{"", "a  b"}},
		"#::id a":                {{"id", "a"}},
		"# ::id":                 {{"id", ""}},
		"# ::id\ta  b\t::c ::d ": {{"id", "a  b"}, {"c", ""}, {"d", ""}},
		"# ::":                   {{"", "::"}},
		"# :: a":                 {{"", ":: a"}},
		"# ::: a":                {{"", "::: a"}},
		"# a ::id b":             {{"", "a ::id b"}},
		"# ::a b::c ::: d":       {{"a", "b::c ::: d"}},
		"# ::a b ::tok c ::d":    {{"a", "b"}, {"tok", "c ::d"}},
	} {
		require.Equal(t, want, parse(t, line+"\n(b)").Meta, line)
	}
	g := parse(t, "# ::id a ::id b\n# ::c\n# d\n(b)")
	for key, want := range map[string]string{"id": "a", "c": "", "d": "-", "": "-"} {
		value, ok := g.Get(key)
		require.Equal(t, want != "-", ok)
		require.Equal(t, strings.Trim(want, "-"), value)
	}
}

// A graph at the beginning of a stream is returned without waiting for the stream's end.
func TestReaderReturnsAGraphAtItsLastBracket(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"(b / boy)\n", "# ::id a\n(b / boy\n:polarity -)\n"} {
		r := NewReader(io.MultiReader(iotest.OneByteReader(strings.NewReader(text)), iotest.ErrReader(broken)), "f")
		_, err := r.Read()
		require.NoError(t, err)
		for range 2 {
			_, err = r.Read()
			require.ErrorIs(t, err, broken)
		}
	}
	r := NewReader(io.MultiReader(strings.NewReader("(b\n"), iotest.ErrReader(broken)), "f")
	_, err := r.Read()
	require.ErrorIs(t, err, broken)
	require.ErrorContains(t, err, "f:2: ")
}

func TestReadGzip(t *testing.T) {
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := io.WriteString(z, "(b / boy)\n(c / cat)\n")
	require.NoError(t, err)
	require.NoError(t, z.Close())
	good, bad := testkit.All(NewReader(&packed, "f").All())
	require.Empty(t, bad)
	require.Len(t, good, 2)
}

func TestReadFile(t *testing.T) {
	graphs, err := ReadFile("testdata/sample.amr")
	require.NoError(t, err)
	require.Len(t, graphs, 30)
	_, err = ReadFile("testdata/none.amr")
	require.Error(t, err)
}
