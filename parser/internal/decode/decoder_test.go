package decode_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/decode"
	"parser/parser/learn"
	"parser/transition"
)

// TestRunSideBySide: many derivations under one policy give the same as one after the other, and
// each call of the policy asks about all sentences that have not ended.
func TestRunSideBySide(t *testing.T) {
	random, many := rand.New(rand.NewPCG(1, 0)), learn.Decoder{}
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			var sentences [][]conll.Word
			var states []learn.State
			var alone, together []*decode.Derivation
			steps := make([]int, 20)
			for i := range steps {
				n := random.IntN(12)
				sentences = append(sentences, words(fmt.Sprint(i), n))
				session := &dice{sentences: sentences[i : i+1]}
				policy := &greedy{session: session}
				alone = append(alone, derivation(s, twoStep, 0, n))
				require.NoError(t, new(learn.Decoder).Run(policy, alone[i]))
				steps[i] = len(policy.asked)
				together = append(together, derivation(s, twoStep, i, n))
				states = append(states, together[i])
			}
			session := &dice{}
			session.Read(sentences...)
			policy := &greedy{session: session}
			require.NoError(t, many.Run(policy, states...))
			for i := range steps {
				require.True(t, s.Terminal(&together[i].Config))
				require.Equal(t, alone[i].Config, together[i].Config, s.Name())
			}
			for at := 0; ; at++ {
				var open []int
				for i := range steps {
					if at < steps[i] {
						open = append(open, i)
					}
				}
				if open == nil {
					require.Len(t, policy.asked, at)
					break
				}
				require.Equal(t, open, policy.asked[at])
			}
		}
	}
}

// failing is a policy that fails when it is asked for the third time.
type failing struct{ asked int }

var errFailing = errors.New("no choice")

func (f *failing) Choose(decisions []*learn.Decision) error {
	if f.asked++; f.asked == 3 {
		return errFailing
	}
	for _, d := range decisions {
		d.Choice = d.Classes[0]
	}
	return nil
}

// TestRunEndsWithThePolicy: Run returns the policy's error, and asks nothing after it.
func TestRunEndsWithThePolicy(t *testing.T) {
	policy, d := &failing{}, derivation(transition.ArcHybrid{}, false, 0, 5)
	require.ErrorIs(t, new(learn.Decoder).Run(policy, d), errFailing)
	require.Equal(t, 3, policy.asked)
	require.Len(t, d.Config.Steps, 2)
}

// TestNothingToRun: no states, and states that are terminal already.
func TestNothingToRun(t *testing.T) {
	var decoder learn.Decoder
	require.NoError(t, decoder.Run(&failing{asked: 2}))
	d := derivation(transition.Tag{}, false, 0, 0)
	require.NoError(t, decoder.Run(&failing{asked: 2}, d, d))
}

// TestRunDoesNotAllocate once it has run as many states before.
func TestRunDoesNotAllocate(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			var decoder learn.Decoder
			states, policy := make([]learn.State, 3), &failing{asked: 3}
			for i := range states {
				states[i] = derivation(s, twoStep, i, 0)
			}
			run := func() {
				for i, state := range states {
					state.(*decode.Derivation).Start(i, 5*i)
				}
				if err := decoder.Run(policy, states...); err != nil {
					panic(err)
				}
			}
			require.Zero(t, testing.AllocsPerRun(10, run), s.Name())
		}
	}
}
