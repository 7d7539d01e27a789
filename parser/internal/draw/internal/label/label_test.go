package label_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/internal/label"
)

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"plain":                   "plain",
		"a\tb\nc\u00a0d":          "a b c d",
		"\x1b[1m":                 "�[1m",
		"\u202eabc":               "�abc",
		"ש\u200f!":                "ש\u200f!",
		"\ufffe\ue000":            "��",
		strings.Repeat("é", 64):   strings.Repeat("é", 64),
		strings.Repeat("é", 1000): strings.Repeat("é", 64) + "…",
	} {
		require.Equal(t, want, label.Clean(text), "%q", text)
		require.Equal(t, want, label.Clean(want), "what is clean stays as it is")
	}
}

// Widths grow with the text; marks on letters have none.
func TestWidth(t *testing.T) {
	require.Zero(t, label.Width("", 1))
	require.InDelta(t, label.Width("e", 1), label.Width("e\u0301", 1), 1e-9)
	for _, pair := range [][2]string{{"i", "n"}, {"n", "M"}, {"n", "猫"}, {"ا", "س"}, {"猫", "👩"}} {
		require.Less(t, label.Width(pair[0], 1), label.Width(pair[1], 1), pair)
		require.InDelta(t, label.Width(pair[0], 1)+label.Width(pair[1], 1), label.Width(pair[0]+pair[1], 1), 1e-9)
	}
}

func TestRightToLeft(t *testing.T) {
	for form, want := range map[string]bool{"": false, "12.": false, "abc": false, "كتب": true, "שלום": true, "كتب abcd": false} {
		require.Equal(t, want, label.RightToLeft([]draw.Word{{Form: form}}), form)
	}
}

// Signs distinguish the marks of a comparison in every label.
func TestSigns(t *testing.T) {
	require.Equal(t, "−nsubj", label.Marked("nsubj", draw.GoldOnly))
	require.Equal(t, "+ARG0", label.Marked("ARG0", draw.SystemOnly))
	require.Equal(t, "+NP …", label.Node(&draw.Node{Label: "NP", Mark: draw.SystemOnly, Open: true}))
	require.Equal(t, "NP", label.Node(&draw.Node{Label: "NP", Mark: draw.New}))
	require.Equal(t, "x", label.Reference(draw.Vertex{Label: "boy", Var: "x"}))
	require.Equal(t, "boy", label.Reference(draw.Vertex{Label: "boy"}))
	require.Equal(t, [2]string{"by a only", "by b only"}, label.Legend(&draw.Picture{Names: [2]string{"a", "b"}}))
}
