package amr

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/testdata/testkit"
)

// The treebanks beside the project come out as they went in: graphs, triples and, once written,
// every byte.
func TestCorpora(t *testing.T) {
	files := testkit.SharedFiles(t, "amr/*.amr.gz")
	for _, file := range files {
		graphs, err := ReadFile(file)
		require.NoError(t, err)
		text := print(t, graphs...)
		again := read(t, text)
		require.Len(t, again, len(graphs))
		triples := 0
		for i, g := range again {
			require.Equal(t, bare(graphs[i]), bare(g))
			require.Equal(t, graphs[i].Triples(), g.Triples())
			triples += len(g.Triples().List())
			g.NameVariables()
			require.Equal(t, graphs[i].Triples(), g.Triples())
			require.Equal(t, graphs[i].Triples(), parse(t, g.String()).Triples())
		}
		require.Equal(t, text, print(t, read(t, text)...))
		t.Logf("%s: %d graphs, %d triples", filepath.Base(file), len(graphs), triples)
	}
}
