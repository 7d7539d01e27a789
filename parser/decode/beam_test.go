package decode_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
	"parser/parser/decode"
	"parser/parser/score"
	"parser/transition"
)

// hypothesis is one of the derivations that a beam search has in hand.
type hypothesis struct {
	state *decode.Derivation
	asked *decode.Decision // next; nil in the end
	sum   float64          // of scores
}

// extension is a hypothesis with a class to take there.
type extension struct {
	*hypothesis
	class model.Class
	sum   float64
}

// beamSearch returns the best derivation that a beam of some width finds, by the sum of the
// scores of its classes. It stands for whoever will search: it sees nothing but derivations,
// decisions and a session.
func beamSearch(session score.Session, start *decode.Derivation, width int) *hypothesis {
	beam := []*hypothesis{{state: start}}
	for {
		var asking []*decode.Decision
		for _, h := range beam {
			if h.asked = h.state.Next(); h.asked != nil {
				asking = append(asking, h.asked)
			}
		}
		if len(asking) == 0 {
			return beam[0]
		}
		session.Score(asking)
		var all []extension
		for _, h := range beam {
			if h.asked == nil {
				all = append(all, extension{hypothesis: h, sum: h.sum})
				continue
			}
			for _, k := range h.asked.Classes {
				all = append(all, extension{h, k, h.sum + float64(h.asked.Scores[k])})
			}
		}
		slices.SortStableFunc(all, func(x, y extension) int { return cmp.Compare(y.sum, x.sum) })
		beam = nil
		for _, x := range all[:min(width, len(all))] {
			next := x.hypothesis
			if x.asked != nil {
				next = &hypothesis{state: &decode.Derivation{}, sum: x.sum}
				next.state.CopyFrom(x.state)
				next.state.Next().Choice = x.class
				next.state.Take()
			}
			beam = append(beam, next)
		}
	}
}

// greedy is the policy of the highest score; it counts what it is asked.
type greedy struct {
	session score.Session
	sum     float64
	asked   [][]int // the sentences, side by side
}

func (g *greedy) Choose(decisions []*decode.Decision) error {
	g.session.Score(decisions)
	var sentences []int
	for _, d := range decisions {
		d.Choice = d.Best()
		g.sum += float64(d.Scores[d.Choice])
		sentences = append(sentences, d.Sentence)
	}
	g.asked = append(g.asked, sentences)
	return nil
}

// TestBeamOfOneIsGreedy: the same derivation and the same sum.
func TestBeamOfOneIsGreedy(t *testing.T) {
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			for n := range 12 {
				session := &dice{}
				session.Read(words(fmt.Sprint(n), n))
				d, policy := derivation(s, twoStep, 0, n), &greedy{session: session}
				require.NoError(t, new(decode.Decoder).Run(policy, d))
				found := beamSearch(session, derivation(s, twoStep, 0, n), 1)
				require.Equal(t, d.Config.Steps, found.state.Config.Steps, "%s, %d words", s.Name(), n)
				require.Equal(t, d.Config.Nodes, found.state.Config.Nodes)
				require.Equal(t, policy.sum, found.sum)
			}
		}
	}
}

// bestSum returns the highest sum of scores of all derivations from d on, by going through
// all of them.
func bestSum(session score.Session, d *decode.Derivation, count *int) float64 {
	asked := d.Next()
	if asked == nil {
		*count++
		return 0
	}
	session.Score([]*decode.Decision{asked})
	best := math.Inf(-1)
	for _, k := range slices.Clone(asked.Classes) {
		next := &decode.Derivation{}
		next.CopyFrom(d)
		next.Next().Choice = k
		next.Take()
		best = max(best, float64(asked.Scores[k])+bestSum(session, next, count))
	}
	return best
}

// TestWideBeamIsExact: a beam that nothing falls out of finds the derivation of the highest
// sum, and greedy decoding often does not.
func TestWideBeamIsExact(t *testing.T) {
	worse, all := 0, 0
	for _, c := range []struct {
		system transition.System
		most   int // words
	}{
		{transition.ArcHybrid{}, 3}, {transition.ArcEager{}, 3}, {transition.ArcEager{Roots: transition.MultiRoot}, 3},
		{transition.ArcStandard{}, 3}, {transition.Bracket{MaxOpens: 2}, 1}, {transition.InOrder{MaxUnary: 2}, 1},
		{transition.ShiftLabel{}, 2}, {transition.Tag{}, 5},
	} {
		for _, twoStep := range []bool{false, true} {
			for n := 1; n <= c.most; n++ {
				for trial := range 3 {
					session := &dice{}
					session.Read(words(fmt.Sprint(trial), n))
					count := 0
					best := bestSum(session, derivation(c.system, twoStep, 0, n), &count)
					wide := beamSearch(session, derivation(c.system, twoStep, 0, n), math.MaxInt)
					require.InDelta(t, best, wide.sum, 1e-6, "%s: %d derivations of %d words", c.system.Name(), count, n)
					all++
					if beamSearch(session, derivation(c.system, twoStep, 0, n), 1).sum < best-1e-6 {
						worse++
					}
				}
			}
		}
	}
	require.Greater(t, worse, all/4, "there is something to search for")
}
