package parser_test

import (
	"archive/zip"
	"bytes"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser"
)

// TestDerivedOraclesTeachTheSame: training with the oracle derived from automata makes
// the weights that training with the hand-written one makes, byte for byte.
func TestDerivedOraclesTeachTheSame(t *testing.T) {
	for _, system := range []string{"arc-hybrid", "arc-eager"} {
		for _, roots := range []string{"single", "multi"} {
			t.Run(system+" "+roots, func(t *testing.T) {
				requireSameLesson(t, func(oracle string) *parser.Parser {
					return trained(t, mixed(t), options(4, func(o *parser.Options) { o.System, o.Oracle, o.Roots = system, oracle, roots }))
				})
			})
		}
	}
	t.Run("bracket", func(t *testing.T) {
		requireSameLesson(t, func(oracle string) *parser.Parser {
			return trainedTrees(t, someTrees(t), treeOptions("bracket", 4, func(o *parser.Options) { o.Oracle = oracle }))
		})
	})
}

// requireSameLesson compares all that is in the model files but for what they say of
// their making.
func requireSameLesson(t *testing.T, train func(oracle string) *parser.Parser) {
	t.Helper()
	derived, dynamic := train("fsa"), train("dynamic")
	require.Equal(t, "fsa", derived.Meta().Options.Oracle)
	got, want := entries(t, file(t, derived)), entries(t, file(t, dynamic))
	require.Contains(t, want, "meta.npy")
	delete(got, "meta.npy")
	delete(want, "meta.npy")
	require.NotEmpty(t, want)
	require.Len(t, got, len(want))
	for name := range want {
		require.True(t, bytes.Equal(want[name], got[name]), name)
	}
}

// entries returns the contents of the files in a model file.
func entries(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	all := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		all[f.Name], err = io.ReadAll(r)
		require.NoError(t, err)
	}
	return all
}
