package formats_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/draw/testdata/drawtest"
	"parser/testdata/testkit"
)

// Every format draws every picture, alone and after another, and refuses invalid ones.
func TestEveryFormat(t *testing.T) {
	pictures := drawtest.Pictures(t)
	invalid := &draw.Picture{Arcs: []draw.Arc{{Head: 1, Dep: 2}}}
	for _, name := range formats.Names() {
		for _, p := range pictures {
			var one, two bytes.Buffer
			require.NoError(t, formats.Write(&one, name, draw.Options{}, p), name)
			require.NoError(t, formats.Write(&two, name, draw.Options{}, p, p), name)
			require.NotEmpty(t, one.String(), name)
			require.Greater(t, two.Len(), one.Len(), name)
			switch name {
			case formats.Text, formats.TikZ, formats.DOT:
				require.Equal(t, one.String()+"\n"+one.String(), two.String())
			}
		}
		require.ErrorIs(t, formats.Write(&bytes.Buffer{}, name, draw.Options{}, pictures["arcs"], invalid), draw.ErrPicture, name)
		require.ErrorIs(t, formats.Write(testkit.Failing(0), name, draw.Options{}, pictures["arcs"], pictures["arcs"]), os.ErrClosed, name)
	}
	require.ErrorContains(t, formats.Write(&bytes.Buffer{}, "png", draw.Options{}), `unknown format "png" of pictures (have [svg html text tikz dot])`)
}
