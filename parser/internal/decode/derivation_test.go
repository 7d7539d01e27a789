package decode_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/oracle"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/testdata/testkit/oracletest"
	"parser/transition"
)

// TestMovesAndThenLabels: without actions classes are the numbers of the legal moves and then, for
// a labelled move, of its label, whatever it is.
func TestMovesAndThenLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 0))
	for _, s := range systems() {
		d := &decode.Derivation{System: s}
		d.Start(7, 6)
		var steps []transition.Step
		for asked := d.Next(); asked != nil; asked = d.Next() {
			require.Equal(t, []any{7, 0, decode.NoMove}, []any{asked.Input, asked.Stage, d.Move()})
			var legal []model.Class
			for m := range transition.NumMoves {
				if s.Legal(&d.Config).Has(m) {
					legal = append(legal, model.Class(m))
				}
			}
			require.Equal(t, legal, asked.Classes)
			asked.Choice = legal[random.IntN(len(legal))]
			step := transition.Step{Move: transition.Move(asked.Choice), Label: transition.None}
			_ = d.Take(asked.Choice)
			if step.Move.Labelled() {
				require.Len(t, d.Config.Steps, len(steps), "nothing is done yet")
				asked = d.Next()
				require.Equal(t, []any{7, 1, step.Move}, []any{asked.Input, asked.Stage, d.Move()})
				require.Empty(t, asked.Classes)
				step.Label = random.Int32N(1000)
				_ = d.Take(step.Label)
			}
			steps = append(steps, step)
			require.Equal(t, steps, d.Config.Steps, s.Name())
		}
		require.True(t, s.Terminal(&d.Config))
	}
}

// TestDecisionsOfferActions: in one step the actions of all legal moves, in two the moves and then
// the actions of the chosen one; for arcs from ROOT those that ROOT has.
func TestDecisionsOfferActions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	for _, s := range systems() {
		joint, split := derivation(s, false, 0, 8), derivation(s, true, 0, 8)
		for asked := joint.Next(); asked != nil; asked = joint.Next() {
			require.True(t, slices.IsSorted(asked.Classes), "%s: %v", s.Name(), asked.Classes)
			var moves, actions []model.Class
			first := split.Next()
			require.Equal(t, 0, first.Stage)
			for m := range transition.NumMoves {
				if !s.Legal(&joint.Config).Has(m) {
					continue
				}
				moves = append(moves, model.Class(m))
				head, _, arc := s.Arc(&joint.Config, m)
				for k, a := range joint.Actions.All {
					if a.Move == m && (!arc || head != 0 || a.Label < 2) {
						actions = append(actions, model.Class(k))
					}
				}
			}
			require.Equal(t, moves, first.Classes, s.Name())
			require.Equal(t, actions, asked.Classes, s.Name())

			asked.Choice = asked.Classes[random.IntN(len(asked.Classes))]
			taken := joint.Actions.All[asked.Choice]
			_ = joint.Take(asked.Choice)
			_ = split.Take(model.Class(taken.Move))
			if taken.Move.Labelled() {
				second := split.Next()
				require.Equal(t, []any{1, taken.Move}, []any{second.Stage, split.Move()})
				for _, k := range second.Classes {
					require.Equal(t, taken.Move, split.Actions.All[k].Move)
				}
				require.Contains(t, second.Classes, asked.Choice)
				_ = split.Take(asked.Choice)
			}
			require.Equal(t, joint.Config, split.Config, "one step or two")
		}
		require.Nil(t, split.Next())
	}
}

// TestMarkReturnCopy: continuing from a marked or copied place gives the same, even in the middle
// of two steps, and leaves copies alone.
func TestMarkReturnCopy(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 0))
	// on takes random actions to the end and returns what was offered on its way.
	on := func(d *decode.Derivation, seed uint64) (offered [][]model.Class) {
		random := rand.New(rand.NewPCG(seed, 0))
		for asked := d.Next(); asked != nil; asked = d.Next() {
			offered = append(offered, slices.Clone(asked.Classes))
			_ = d.Take(asked.Classes[random.IntN(len(asked.Classes))])
		}
		return offered
	}
	for _, s := range systems() {
		for seed := range uint64(20) {
			d := derivation(s, true, 0, 6)
			for range random.IntN(9) {
				if asked := d.Next(); asked != nil {
					_ = d.Take(asked.Classes[random.IntN(len(asked.Classes))])
				}
			}
			e := &decode.Derivation{}
			e.CopyFrom(d)
			d.Mark()
			for range 3 {
				want := on(d, seed)
				ended := slices.Clone(d.Config.Steps)
				d.Return()
				require.Equal(t, want, on(d, seed))
				require.Equal(t, ended, d.Config.Steps)
				d.Return()
			}
			want := on(d, seed)
			require.Equal(t, want, on(e, seed), s.Name())
			require.Equal(t, d.Config.Steps, e.Config.Steps)
		}
	}
}

// expert is the policy of an oracle.
type expert struct {
	state  *decode.Derivation
	oracle oracle.Oracle
}

func (e *expert) Choose(decisions []*learn.Decision) error {
	if err := e.state.Price(e.oracle); err != nil {
		return err
	}
	decisions[0].Choice = decisions[0].Cheapest(decisions[0].Scores)
	return nil
}

// TestExpertsFindGold: always taking a class of least cost leads to the gold tree, with the
// brackets over the same words in their order unless a label is repeated among them.
func TestExpertsFindGold(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			derived, compared := 0, 0
			for range 100 {
				n := 1 + random.IntN(10)
				g, o, ok := gold(t, random, s, n)
				if !ok {
					continue
				}
				derived++
				d := derivation(s, twoStep, 0, n)
				require.NoError(t, new(learn.Decoder).Run(&expert{d, o}, d))
				require.Zero(t, g.Loss(&d.Config), s.Name())
				if s.Kind() == transition.Constituents && !repeats(g.Spans) {
					compared++
					require.Equal(t, g.Spans, oracletest.Tree(&d.Config), s.Name())
				}
			}
			require.Greater(t, derived, 50, s.Name())
			require.Equal(t, s.Kind() == transition.Constituents, compared > 10, s.Name())
		}
	}
}

// repeats reports whether two brackets are the same.
func repeats(spans []oracle.Span) bool {
	seen := map[oracle.Span]bool{}
	for _, s := range spans {
		if seen[s] {
			return true
		}
		seen[s] = true
	}
	return false
}

// TestPrice: an action costs what the oracle says about its move and its label together; in two
// steps the move costs what it does under its best label, and the label what it adds. If some
// labels add something, those that add nothing cost 1 except the first: they are those of brackets
// over the same words, whose order the loss leaves open.
func TestPrice(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 0))
	var moves oracle.Costs
	var adds oracle.LabelCosts
	for _, s := range systems() {
		reordered := 0
		for range 60 {
			n := 1 + random.IntN(8)
			_, o, ok := gold(t, random, s, n)
			if !ok {
				continue
			}
			joint, split := derivation(s, false, 0, n), derivation(s, true, 0, n)
			for asked := joint.Next(); asked != nil; asked = joint.Next() {
				require.NoError(t, o.Moves(&moves, &joint.Config, s.Legal(&joint.Config)))
				require.NoError(t, joint.Price(o))
				require.Len(t, asked.Costs, len(asked.Classes))
				first := split.Next()
				require.NoError(t, split.Price(o))
				require.Len(t, first.Costs, len(first.Classes))
				for i, m := range first.Classes {
					require.EqualValues(t, moves[m], first.Costs[i], s.Name())
				}
				for i, k := range asked.Classes {
					a := joint.Actions.All[k]
					want := moves[a.Move]
					if a.Move.Labelled() {
						require.NoError(t, o.Labels(&adds, &joint.Config, a.Move))
						add, canonical := adds.Of(a.Label), adds.First()
						if add == 0 && adds.Of(labels) > 0 && a.Label != canonical {
							add = 1
							reordered++
						}
						want += add
					}
					require.EqualValues(t, want, asked.Costs[i], "%s: %v", s.Name(), a)
				}
				requireSecondStep(t, joint, split, o)

				// Continue along the gold path for oracles that know no other.
				asked.Choice = asked.Classes[random.IntN(len(asked.Classes))]
				if o.Name() == "static" || random.IntN(2) == 0 {
					asked.Choice = asked.Cheapest(asked.Scores)
				}
				_ = joint.Take(asked.Choice)
				split.CopyFrom(joint)
				split.TwoStep = true
			}
		}
		chains := s.Name() == "bracket" || s.Name() == "in-order"
		require.Equal(t, chains, reordered > 0, s.Name())
	}
}

// requireSecondStep: for each labelled move the labels cost in a second step what its actions cost
// more than the move alone.
func requireSecondStep(t *testing.T, joint, split *decode.Derivation, o oracle.Oracle) {
	t.Helper()
	first, asked := split.Next(), joint.Next()
	require.NoError(t, split.Price(o))
	require.NoError(t, joint.Price(o))
	moves, costs := slices.Clone(first.Classes), slices.Clone(first.Costs)
	split.Mark()
	for i, m := range moves {
		if !transition.Move(m).Labelled() {
			continue
		}
		split.Return()
		split.Next()
		_ = split.Take(m)
		second := split.Next()
		require.Equal(t, 1, second.Stage)
		require.NoError(t, split.Price(o))
		for j, k := range second.Classes {
			require.Equal(t, asked.Cost(k), costs[i]+second.Costs[j])
		}
	}
	split.Return()
}

// TestErringOracles: Price returns the error of an oracle.
func TestErringOracles(t *testing.T) {
	for _, twoStep := range []bool{false, true} {
		d := derivation(transition.Tag{}, twoStep, 0, 3)
		d.Next()
		require.ErrorIs(t, d.Price(refusing{}), oracle.ErrTooLong)
	}
	d := derivation(transition.Tag{}, true, 0, 3)
	d.Next()
	_ = d.Take(model.Class(transition.Label))
	d.Next()
	require.ErrorIs(t, d.Price(refusing{}), oracle.ErrTooLong, "of labels")
}

// refusing is an oracle that has reached its limit.
type refusing struct{ oracle.Oracle }

func (refusing) Moves(*oracle.Costs, *transition.Config, transition.Moves) error {
	return oracle.ErrTooLong
}

func (refusing) Labels(*oracle.LabelCosts, *transition.Config, transition.Move) error {
	return oracle.ErrTooLong
}
