package features

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/transition"
)

// Every atom of a compiled set has a slot of its own, every slot is filled from
// its own node and column and is read by a template, and every node is found
// from one that was found before it.
func TestSlotsAreDistinct(t *testing.T) {
	for _, name := range Names() {
		for _, system := range oracle.Systems() {
			set, err := Named(name, system)
			if kind, _ := oracle.KindOf(system); kind != transition.Dependencies && name != "default" {
				require.ErrorIs(t, err, ErrTemplate)
				continue
			}
			require.NoError(t, err)
			requireSlots(t, set)
		}
	}
	set, err := Named("default", "amr")
	require.NoError(t, err)
	requireSlots(t, set)
	templates, before := 0, end{}
	x := set.Compile()
	for _, g := range x.groups {
		templates += len(g.at)
	}
	require.Equal(t, set.Len(), templates, "of a graph, each template is in one group")
	for _, e := range x.ends {
		require.Greater(t, e.nodes, before.nodes)
		require.Greater(t, e.words+e.trees, before.words+before.trees)
		before = e
	}
	require.Equal(t, end{len(x.nodes), len(x.wordAtoms), len(x.treeAtoms)}, before)
}

func requireSlots(t *testing.T, set *Set) {
	atoms := map[atom]bool{}
	for _, template := range set.templates {
		for _, a := range template {
			atoms[a] = true
		}
	}
	x := set.Compile()
	require.Len(t, atoms, len(x.wordAtoms)+len(x.treeAtoms))
	requireDistinct(t, x.nodes)
	requireDistinct(t, x.columns)
	requireDistinct(t, x.wordAtoms)
	requireDistinct(t, x.treeAtoms)
	requireLinked(t, set, x)
}

func requireDistinct[T comparable](t *testing.T, list []T) {
	seen := map[T]bool{}
	for _, item := range list {
		require.False(t, seen[item], "%v", item)
		seen[item] = true
	}
}

func requireLinked(t *testing.T, set *Set, x *Extractor) {
	for i, n := range x.nodes {
		require.True(t, strings.IndexByte(bases, n.kind) >= 0 || int(n.index) < i, "node %d is found from node %d", i, n.index)
	}
	read, seeds, places := map[int32]bool{}, map[uint64]bool{}, map[int32]bool{}
	for i, at := range x.at {
		for k := range set.templates[at] {
			require.Greater(t, len(x.layers[k]), i, "templates of more atoms come first")
			read[x.layers[k][i]] = true
		}
		seeds[x.seeds[i]], places[at] = true, true
	}
	require.Len(t, read, len(x.wordAtoms)+len(x.treeAtoms))
	require.Len(t, seeds, set.Len())
	require.Len(t, places, set.Len())
}
