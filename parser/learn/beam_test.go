package learn

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

// judge is a learner of mazes whose scores nothing changes; it keeps the ways that it is told.
type judge struct {
	*student
	told []preference
}

// preference is what a judge is told, with both ways from where they part.
type preference struct {
	better, worse []step
	lead, more    float64
}

// step is a class that is taken at a place.
type step struct {
	at    *place
	class model.Class
}

// worth is the score of a class at a place: chance, and in every other input also what the class costs.
func (p *place) worth(k model.Class) float64 {
	w := rand.New(rand.NewPCG(p.name(), uint64(k))).NormFloat64()
	if p.input%2 == 0 {
		w -= p.after(k).least() - p.least()
	}
	return float64(float32(w))
}

// worths is the score of the way to a place.
func (p *place) worths() (sum float64) {
	for i, k := range p.path {
		sum += p.at(p.path[:i]...).worth(k)
	}
	return sum
}

func (j *judge) Score(decisions []*Decision) {
	for _, d := range decisions {
		d.Scores = d.Scores[:0]
		for k := range j.maze.branches {
			d.Scores = append(d.Scores, float32(j.maze.where(&model.Decision{Features: j.name(d)}).worth(model.Class(k))))
		}
	}
}

func (j *judge) Prefer(better, worse iter.Seq[*Decision], lead, more float64) {
	p := preference{lead: lead, more: more}
	for i, way := range []iter.Seq[*Decision]{better, worse} {
		to := []*[]step{&p.better, &p.worse}[i]
		for d := range way {
			*to = append(*to, step{j.maze.where(&model.Decision{Features: slices.Clone(j.name(d))}), d.Choice})
		}
	}
	j.told = append(j.told, p)
}

// end returns where steps lead.
func end(steps []step) *place {
	last := steps[len(steps)-1]
	return last.at.after(last.class)
}

// copied is a state of a maze that can be copied.
type copied struct{ mazeState }

func (c *copied) CopyFrom(from Task) {
	c.input, c.path = from.(*copied).input, append(c.path[:0], from.(*copied).path...)
}

// searched returns what a judge is told of each input of a maze.
func searched(t *testing.T, width int, violation string, copies bool) (m *maze, told [][]preference) {
	m = newMaze()
	j := &judge{student: newStudent(m, &noted{branches: 3}, &noted{branches: 3})}
	s := Defaults("explore")
	s.Beam, s.Violation = width, violation
	inputs := 0
	c := Course{
		Settings: s, Inputs: 1, Order: func(int) []int { return []int{inputs} }, New: func() (Learner, error) { return j, nil },
		NewTask: func() (Task, error) {
			if own := (&copied{mazeState{place: place{maze: m}}}); copies {
				own.decision.State = &own.mazeState
				return own, nil
			}
			return &mazeState{place: place{maze: m}}, nil
		},
	}
	for inputs = range m.inputs {
		j.told = nil
		stats, err := c.Round(t.Context())
		require.NoError(t, err)
		updates := slices.DeleteFunc(j.told, func(p preference) bool { return len(p.better) == 0 })
		require.Equal(t, stats.Examples, len(updates))
		told = append(told, updates)
	}
	return m, told
}

// twin is a beam by definition, over all ways of each length; it returns what is to be told of an input.
func twin(root *place, width int, violation string) (told []preference) {
	open, right, least := []*place{root}, root, root.least()
	regret := func(p *place) float64 { return p.least() - least }
	extend := func(all ...*place) (next []*place) {
		for _, p := range all {
			for k := range p.maze.branches {
				next = append(next, p.after(model.Class(k)))
			}
		}
		slices.SortStableFunc(next, func(a, b *place) int { return cmp.Compare(b.worths(), a.worths()) })
		return next
	}
	lost, worst := false, preference{lead: math.Inf(1)}
	for range root.maze.depth {
		good := slices.DeleteFunc(extend(append(slices.Clone(open), right)...), func(p *place) bool { return regret(p) > 0 })
		right = good[0]
		open = extend(open...)
		open = open[:min(width, len(open))]
		lost = slices.IndexFunc(open, func(p *place) bool { return regret(p) == 0 }) < 0
		v := preference{[]step{{right, 0}}, []step{{open[0], 0}}, right.worths() - open[0].worths(), regret(open[0])}
		if regret(open[0]) > 0 && v.lead < worst.lead || violation != "max" {
			worst = v
		}
		if lost && violation == "early" {
			break
		}
		if lost && violation == "every" {
			told = append(told, worst)
			right = slices.MinFunc(open, func(a, b *place) int { return cmp.Compare(a.least(), b.least()) })
			least = right.least()
			worst = preference{[]step{{right, 0}}, []step{{open[0], 0}}, right.worths() - open[0].worths(), regret(open[0])}
		}
	}
	if regret(open[0]) > 0 {
		told = append(told, worst)
	}
	return told
}

// TestBeamEqualsItsTwin: what a beam learns from is what the definition says, also if nothing falls out; a learner is told
// only of violations, and whether tasks can be copied makes no difference.
func TestBeamEqualsItsTwin(t *testing.T) {
	for _, violation := range []string{"early", "max", "every"} {
		updates := 0
		for _, width := range []int{1, 2, 3, 5, 8, 81} {
			name := fmt.Sprint(violation, " ", width)
			m, told := searched(t, width, violation, false)
			_, again := searched(t, width, violation, true)
			require.Equal(t, pathsOf(told), pathsOf(again), "%s: copied", name)
			for i, all := range told {
				want := twin(&place{maze: m, input: i}, width, violation)
				require.Len(t, all, len(want), name)
				for at, p := range all {
					y, z := end(p.better), end(p.worse)
					require.Equal(t, want[at].better[0].at.path, y.path, name)
					require.Equal(t, want[at].worse[0].at.path, z.path, name)
					require.InDelta(t, y.worths()-z.worths(), p.lead, 1e-9, name)
					require.LessOrEqual(t, p.lead, 0.0, "%s: a violation", name)
					require.Less(t, y.least(), z.least(), name)
					require.Equal(t, p.better[0].at.path, p.worse[0].at.path, "%s: where they part", name)
					require.NotEqual(t, p.better[0].class, p.worse[0].class, name)
					if violation == "every" {
						require.Equal(t, z.least()-y.least(), p.more, name)
					}
					require.Positive(t, p.more, name)
				}
				updates += len(all)
			}
		}
		require.Greater(t, updates, 20)
	}
}

// pathsOf returns the ends of what was told.
func pathsOf(told [][]preference) (all []string) {
	for _, of := range told {
		for _, p := range of {
			all = append(all, fmt.Sprint(end(p.better).path, end(p.worse).path, p.lead, p.more))
		}
	}
	return all
}

// TestLargestViolation: where nothing falls out, it is the largest of all lengths, over all ways (by trying them).
func TestLargestViolation(t *testing.T) {
	m, told := searched(t, 81, "max", true)
	some := 0
	for i := range m.inputs {
		root := &place{maze: m, input: i}
		largest, wrong := 0.0, false
		var grow func(all []*place)
		grow = func(all []*place) {
			best, right := math.Inf(-1), math.Inf(-1)
			var next []*place
			for _, p := range all {
				if best = max(best, p.worths()); p.least() == root.least() {
					right = max(right, p.worths())
				}
				for k := range m.branches {
					next = append(next, p.after(model.Class(k)))
				}
			}
			largest, wrong = max(largest, best-right), best > right
			if len(all[0].path) < m.depth {
				grow(next)
			}
		}
		grow([]*place{root})
		if !wrong {
			require.Empty(t, told[i])
			continue
		}
		some++
		require.InDelta(t, largest, -told[i][0].lead, 1e-9)
	}
	require.Positive(t, some)
	require.Less(t, some, m.inputs)
}

// TestBeamNeeds a reference, a learner of whole derivations, and an algorithm that goes with it.
func TestBeamNeeds(t *testing.T) {
	s := Defaults("explore")
	s.Beam = 4
	unguided := struct{ Task }{&mazeState{place: place{maze: newMaze()}}}
	c := Course{Settings: s, Inputs: 1, Classes: []int{3, 3}, NewTask: func() (Task, error) { return unguided, nil }}
	_, err := c.Round(t.Context())
	require.ErrorIs(t, err, ErrSettings)
	require.ErrorContains(t, err, "the task has none")

	l := newLesson(t, preset(t, "explore", func(s *Settings) { s.Beam = 4 }))
	_, err = l.Round(t.Context())
	require.ErrorIs(t, err, ErrSettings)
	require.ErrorContains(t, err, "cannot learn from the derivations of a beam")
	for _, p := range presets {
		s := Defaults(p.name)
		s.Beam = 4
		beam, _ := s.Options().Find("beam")
		require.Equal(t, p.name != "explore", beam.Idle, p.name)
		for _, o := range s.Options() {
			require.Equal(t, p.name == "explore" && o.Name != "beam" && o.Name != "violation", o.Idle && p.name == "explore", o.Name)
		}
	}
}
