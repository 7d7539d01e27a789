package amr

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestSymbol(t *testing.T) {
	for text, want := range map[string]string{
		"dog":          "dog",
		"-":            "-",
		"3.5%":         "3.5%",
		"it's":         "it's",
		"ü#":           "ü#",
		"":             `""`,
		"and/or":       `"and/or"`,
		"10:30":        `"10:30"`,
		":)":           `":)"`,
		"a b\n":        `"a b "`,
		`a"\`:          `"a\"\\"`,
		"~1":           `"~1"`,
		"#1":           `"#1"`,
		"\x00\xff\x7f": "\"\ufffd\ufffd\ufffd\"",
	} {
		require.Equal(t, want, Symbol(text))
	}
}

var onlySpaces = strings.NewReplacer("\t", " ", "\r", " ", "\v", " ", "\f", " ")

// Any text can be a concept, a constant and a name, and is read back unchanged.
func FuzzSymbol(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := &Graph{
			Nodes: []Node{{Var: "x", Concept: Symbol(text)}, {Concept: Symbol(text)}, {Concept: Quote(text)}},
			Edges: []Edge{{To: 1, Role: "op1", Defines: true}, {To: 2, Role: "op2", Defines: true}},
		}
		g.NameVariables()
		require.NoError(t, g.Check())
		again := parse(t, g.String())
		require.Equal(t, g.Nodes, again.Nodes)
		if _, err := check(nil, text, maxSize); err == nil && utf8.ValidString(text) {
			for _, n := range again.Nodes {
				require.Equal(t, onlySpaces.Replace(text), Unquote(n.Concept))
			}
		}
	})
}

func TestNewMeta(t *testing.T) {
	for text, want := range map[string]string{
		"weblog-1.2":      "weblog-1.2",
		"":                "",
		" a\tb\n":         "a b",
		"::id x ::date y": ": :id x : :date y",
		"a::b :: ::: c":   "a::b :: ::: c",
		"\x00\xff":        "\ufffd\ufffd",
	} {
		require.Equal(t, Meta{"id", want}, NewMeta("id", text))
	}
	require.Equal(t, Meta{"snt", "see ::here"}, NewMeta("snt", "see ::here "))
}

// Any text can stand in a comment, and is read back unchanged.
func FuzzNewMeta(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := parse(t, "(a / a)")
		g.Meta = []Meta{NewMeta("id", text), NewMeta("snt", text)}
		require.NoError(t, g.Check())
		require.Equal(t, g.Meta, parse(t, g.String()).Meta)
		require.Equal(t, g.Meta, []Meta{NewMeta("id", g.Meta[0].Value), NewMeta("snt", g.Meta[1].Value)})
	})
}
