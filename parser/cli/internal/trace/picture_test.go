package trace

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle"
	"parser/parser/internal/draw"
	"parser/parser/internal/draw/formats"
	"parser/parser/internal/structure"
	"parser/transition"
)

// drawn runs the best moves of a instance and returns the pictures, each drawn once.
func drawn(t *testing.T, w *Trace) (pictures []*draw.Picture, texts []string) {
	require.NoError(t, w.Ask())
	require.NoError(t, w.Run(nil, ByOracle, func(s *Step) error {
		p := s.Picture()
		var b strings.Builder
		require.NoError(t, formats.Write(&b, formats.SVG, draw.Options{}, p))
		pictures, texts = append(pictures, p), append(texts, b.String())
		return nil
	}))
	return pictures, texts
}

// TestPicturesGrow: in all systems nothing that is drawn goes away, except arcs that are replaced, and what is new is marked. Each
// part of the last picture knows when it appeared, so that the last picture determines all others.
func TestPicturesGrow(t *testing.T) {
	for _, system := range oracle.Systems(transition.Dependencies, transition.Constituents) {
		for _, instance := range instances(t, system)[:20] {
			pictures, texts := drawn(t, New(instance))
			require.Len(t, texts, len(pictures))
			last := parts(pictures[len(pictures)-1])
			for i, p := range pictures {
				var then []part
				for _, x := range last {
					if x.since <= i+1 {
						then = append(then, part{x.name, x.since, i > 0 && x.since == i+1})
					}
				}
				now := parts(p)
				for j := range now { // a bracket that is closed is marked, too
					now[j].fresh = now[j].fresh && now[j].since == i+1
				}
				if transition.Tentative(instance.System) {
					now = slices.DeleteFunc(now, func(x part) bool {
						return !slices.ContainsFunc(last, func(y part) bool { return x.name == y.name && x.since == y.since })
					})
				}
				require.ElementsMatch(t, then, now, "%s, step %d", system, i+1)
			}
		}
	}
}

// part is an arc or a bracket that is drawn.
type part struct {
	name  string
	since int
	fresh bool
}

func parts(p *draw.Picture) (all []part) {
	for _, a := range p.Arcs {
		all = append(all, part{a.Label + p.Words[a.Dep-1].Form, a.Since, a.Mark == draw.New})
	}
	for left := slices.Clone(p.Trees); len(left) > 0; left = left[1:] {
		node := left[0]
		left = append(left, node.Children...)
		if node.Word == 0 {
			all = append(all, part{node.Label, node.Since, node.Mark == draw.New})
		}
	}
	return all
}

// TestWordsSayWhereTheyAre: in the buffer, on the stack, or done with.
func TestWordsSayWhereTheyAre(t *testing.T) {
	for system, want := range map[string][]string{
		"arc-hybrid": {"bbb", "sbb", "dbb", "dsb", "dss", "dsd", "---"},
		"split":      {"sss", "sbb", "sbb", "sss", "ssb", "ssb", "sss", "---"},
		"bracket":    {"bbb", "bbb", "bbb", "sbb", "sbb", "sbb", "ssb", "ssb", "sss", "---"},
	} {
		i := slices.IndexFunc(instances(t, system), func(l *structure.Instance) bool { return strings.Join(l.Words, " ") == "Nobody slept ." })
		pictures, _ := drawn(t, New(instances(t, system)[i]))
		var all []string
		for _, p := range pictures {
			all = append(all, states(p))
		}
		require.Equal(t, want, all, system)
	}
}
