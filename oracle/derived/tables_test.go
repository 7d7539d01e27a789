package derived_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/oracle/derived"
	"parser/oracle/fsa"
	"parser/transition"
)

// tabulated follows a problem in a table for each factor.
type tabulated struct {
	tables []*derived.Table
	states []int32
}

func newTabulated(p derived.Problem) (*tabulated, error) {
	o := &tabulated{}
	for _, f := range p.Factors {
		m := fsa.Compose(p.Admissible, f.Loss)
		if f.Gold != nil {
			m = fsa.Compose(m, f.Gold)
		}
		t, err := derived.NewTable(m, p.Actions, 0)
		if err != nil {
			return nil, err
		}
		o.tables = append(o.tables, t)
	}
	return o, o.Reset()
}

// Reset implements derived.Oracle.
func (o *tabulated) Reset() error {
	o.states = make([]int32, len(o.tables))
	return nil
}

// Values implements derived.Oracle, with costs for values and without the ending.
func (o *tabulated) Values(dst []fsa.Weight) error {
	clear(dst)
	for i, t := range o.tables {
		for a := 1; a < len(dst); a++ {
			dst[a] += t.Cost(o.states[i], fsa.Symbol(a))
		}
		if t.Err() != nil {
			return t.Err()
		}
	}
	return nil
}

// Advance implements derived.Oracle.
func (o *tabulated) Advance(a fsa.Symbol) error {
	for i, t := range o.tables {
		o.states[i] = t.Next(o.states[i], a)
	}
	return nil
}

// requireCosts compares the costs of actions, which may follow prefixes of finite loss,
// with a twin, where they are its values less that of the prefix; it returns the number
// of these prefixes.
func requireCosts(t testing.TB, w *twin, o derived.Oracle, name string) int {
	at, want, got, count := follower{Oracle: o}, w.scratch(), w.scratch(), 0
	for i := range w.prefixes {
		p := &w.prefixes[i]
		if w.hopeless(i) {
			continue
		}
		at.follow(t, w.language, p)
		require.NoError(t, o.Values(got))
		w.values(want, p)
		value := fsa.One // a sum of minima; with several factors no action need have it
		for _, least := range w.least {
			value += least[i]
		}
		for a := 1; a < len(want); a++ {
			if p.next[a] > 0 && got[a] != want[a]-value || p.next[a] == 0 && !w.partial && !got[a].IsZero() {
				require.Failf(t, "costs differ", "%s after %v: %v, want %v less %v", name, p.word, got, want, value)
			}
		}
		count++
	}
	return count
}

// A table of T_c says what actions cost in any problem without negative weights.
func TestTablesAreExactOnRandomProblems(t *testing.T) {
	r, problems, prefixes := rand.New(rand.NewPCG(4, 1)), 0, 0
	for problems < 1000 {
		p := randomProblem(r)
		if _, err := derived.Compile(p, 0); err != nil {
			continue
		}
		o, err := newTabulated(p)
		w := writeDown(t, p)
		if err == nil {
			err = tryCosts(w, o)
		}
		if err != nil {
			require.ErrorIs(t, err, fsa.ErrNegative)
			continue
		}
		problems++
		prefixes += requireCosts(t, w, o, "table")
	}
	require.Greater(t, prefixes, 2500)
}

// tryCosts asks for all costs and returns the error of the first search that fails.
func tryCosts(w *twin, o *tabulated) error {
	dst := w.scratch()
	for i := range w.prefixes {
		if w.hopeless(i) {
			continue
		}
		o.states = make([]int32, len(o.tables))
		for _, a := range w.prefixes[i].word {
			if err := o.Values(dst); err != nil {
				return err
			}
			if err := o.Advance(a); err != nil {
				return err
			}
		}
		if err := o.Values(dst); err != nil {
			return err
		}
	}
	return nil
}

func TestTablesAreExactOnReadyProblems(t *testing.T) {
	gold := []derived.Span{{Label: 1, Start: 0, End: 3}, {Label: 0, Start: 0, End: 2}, {Label: 1, Start: 0, End: 2}, {Label: 0, Start: 2, End: 3}}
	problems := readyBrackets(t, derived.Bracketing{Words: 3, Labels: 2, MaxOpens: 1, Gold: gold[:1], Forest: true})
	problems = append(problems, readyBrackets(t, derived.Bracketing{Words: 3, Labels: 2, MaxOpens: 2, MaxDepth: 3, Gold: gold})...)
	problems = append(problems, derived.Tagging([]fsa.Symbol{2, 1, 3}, 3), derived.EditDistance([]int32{0, 2, 0, 2}, false))
	for _, p := range problems {
		o, err := newTabulated(p)
		require.NoError(t, err)
		require.Greater(t, requireCosts(t, writeDown(t, p), o, "table"), 20)
	}
}

// The tables that serve all sentences of a system say what brute force says, after all
// prefixes, for all projective trees.
func TestArcTablesAreExact(t *testing.T) {
	for _, s := range arcSystems {
		t.Run(fmt.Sprintf("%s %v", s.Name(), s.Params().Roots), func(t *testing.T) {
			make := derived.NewArcHybridTables
			if _, eager := s.System.(transition.ArcEager); eager {
				make = derived.NewArcEagerTables
			}
			tables, err := make(s.Params().Roots == transition.SingleRoot)
			require.NoError(t, err)
			prefixes := 0
			for n := 1; n <= s.words; n++ {
				all := newParses(s.System, n, false)
				for _, heads := range trees(n) {
					if projective(heads) {
						require.NoError(t, tables.Start(heads))
						prefixes += requireCosts(t, all.twin(heads), tables, fmt.Sprint("gold ", heads[1:]))
					}
				}
			}
			require.Equal(t, s.prefixes, prefixes)
		})
	}
}

func TestBracketTablesAreExact(t *testing.T) {
	for _, c := range factoredTasks {
		t.Run(c.String(), func(t *testing.T) {
			if c.deep && !*deep {
				t.Skip("with -deep only")
			}
			tables, prefixes := derived.NewBracketTables(c.MaxOpens), 0
			task := newBracketTask(c.Admissible(), c.Labels)
			for _, gold := range c.golds() {
				require.NoError(t, tables.Start(gold, c.Words, c.Labels))
				w := task.twin(gold)
				w.partial = true
				prefixes += requireCosts(t, w, tables, fmt.Sprint("gold ", gold))
			}
			require.Equal(t, c.prefixes[0], prefixes)
		})
	}
}

// Costs of what cannot be searched are errors, once and for all.
func TestTableErrors(t *testing.T) {
	_, err := derived.NewTable(&fsa.Transducer{}, 1, 0)
	require.ErrorIs(t, err, derived.ErrNoSequence)
	dead := &fsa.Transducer{}
	dead.SetStart(dead.AddState())
	_, err = derived.NewTable(dead, 1, 0)
	require.ErrorIs(t, err, derived.ErrNoSequence)
	_, err = derived.NewTable(fsa.Linear(1, 1, 1), 1, 2)
	require.ErrorIs(t, err, fsa.ErrStateLimit)

	reward := fsa.Linear(1)
	reward.AddArc(0, fsa.Arc{In: 1, Out: 1, Weight: -1, To: 1})
	_, err = derived.NewTable(reward, 1, 0)
	require.ErrorIs(t, err, fsa.ErrNegative)

	loop := anything(1) // of which no search need see more than one state
	table, err := derived.NewTable(loop, 1, 1)
	require.NoError(t, err)
	require.Equal(t, fsa.One, table.Cost(0, 1))
	require.Equal(t, int32(0), table.Next(0, 1))
	require.NoError(t, table.Err())
}
