package decode_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

// temperature is the one used in these tests.
const temperature = 0.8

// searched returns a derivation that a beam has led to its end. The same session scores everything
// that it is compared with.
func searched(session score.Session, d *decode.Derivation, width int) *decode.Derivation {
	beam := decode.Beam{Width: width, Temperature: temperature}
	beam.Run(session, d)
	return d
}

// greedy is the policy of the highest score; it counts the decisions.
type greedy struct {
	session score.Session
	asked   [][]int // the sentences, side by side
}

func (g *greedy) Choose(decisions []*learn.Decision) error {
	g.session.Score(decisions)
	var sentences []int
	for _, d := range decisions {
		d.Choice = d.Best()
		sentences = append(sentences, d.Input)
	}
	g.asked = append(g.asked, sentences)
	return nil
}

// TestBeamOfOneIsGreedy: the same derivation, also with the zero value.
func TestBeamOfOneIsGreedy(t *testing.T) {
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			var zero decode.Beam
			for n := range 12 {
				session := &dice{}
				session.Read(words(fmt.Sprint(n), n))
				d := derivation(s, twoStep, 0, n)
				require.NoError(t, new(learn.Decoder).Run(&greedy{session: session}, d))
				found := searched(session, derivation(s, twoStep, 0, n), 1)
				require.Equal(t, d.Config, found.Config, "%s, %d words", s.Name(), n)
				found.Start(0, n)
				zero.Run(session, found)
				require.Equal(t, d.Config, found.Config, "%s, %d words", s.Name(), n)
			}
		}
	}
}

// logProbability returns the log-probability of a derivation's steps, by the softmax of the scores.
func logProbability(session score.Session, found *decode.Derivation, n int) (sum float64) {
	d := &decode.Derivation{System: found.System, Actions: found.Actions, TwoStep: found.TwoStep}
	d.Start(0, n)
	for {
		asked := d.Next()
		if asked == nil {
			return sum
		}
		session.Score([]*learn.Decision{asked})
		step, all := found.Config.Steps[len(d.Config.Steps)], 0.0
		for _, k := range asked.Classes {
			all += math.Exp(float64(asked.Scores[k]) / temperature)
			if d.TwoStep && d.Move() == decode.NoMove && k == int32(step.Move) ||
				(!d.TwoStep || d.Move() != decode.NoMove) && d.Actions.All[k] == (decode.Action{Move: step.Move, Label: step.Label}) {
				asked.Choice = k
			}
		}
		sum += math.Log(math.Exp(float64(asked.Scores[asked.Choice])/temperature) / all)
		_ = d.Take(asked.Choice)
	}
}

// highest returns the highest log-probability of all derivations from d on, by trying all of them.
func highest(session score.Session, d *decode.Derivation, count *int) float64 {
	asked := d.Next()
	if asked == nil {
		*count++
		return 0
	}
	session.Score([]*learn.Decision{asked})
	best, all := math.Inf(-1), 0.0
	for _, k := range asked.Classes {
		all += math.Exp(float64(asked.Scores[k]) / temperature)
	}
	for _, k := range slices.Clone(asked.Classes) {
		next := &decode.Derivation{}
		next.CopyFrom(d)
		next.Next()
		_ = next.Take(k)
		best = max(best, float64(asked.Scores[k])/temperature-math.Log(all)+highest(session, next, count))
	}
	return best
}

// TestWideBeamIsExact: a beam that nothing falls out of finds the most probable derivation,
// and greedy decoding often does not.
func TestWideBeamIsExact(t *testing.T) {
	worse, all := 0, 0
	for _, c := range []struct {
		system transition.System
		most   int // words
	}{
		{transition.ArcHybrid{}, 3}, {transition.ArcEager{}, 3}, {transition.ArcEager{Roots: transition.MultiRoot}, 3},
		{transition.ArcStandard{}, 3}, {transition.Bracket{MaxOpens: 2}, 1}, {transition.InOrder{MaxUnary: 2}, 1},
		{transition.ShiftLabel{}, 2}, {transition.Split{}, 2}, {transition.Tag{}, 5},
	} {
		for _, twoStep := range []bool{false, true} {
			for n := 1; n <= c.most; n++ {
				for trial := range 3 {
					session := &dice{}
					session.Read(words(fmt.Sprint(trial), n))
					count := 0
					best := highest(session, derivation(c.system, twoStep, 0, n), &count)
					found := func(width int) float64 {
						return logProbability(session, searched(session, derivation(c.system, twoStep, 0, n), width), n)
					}
					require.InDelta(t, best, found(math.MaxInt), 1e-6, "%s: %d derivations of %d words", c.system.Name(), count, n)
					all++
					if found(1) < best-1e-6 {
						worse++
					}
				}
			}
		}
	}
	require.Greater(t, worse, all/4, "there is something to search for")
}

// TestSums: a wide beam that adds up scores finds the derivation of the highest sum, also where derivations differ in length.
func TestSums(t *testing.T) {
	session := &dice{}
	var highest func(d *decode.Derivation) float64
	highest = func(d *decode.Derivation) float64 {
		asked, best := d.Next(), math.Inf(-1)
		if asked == nil {
			return 0
		}
		session.Score([]*learn.Decision{asked})
		for _, k := range slices.Clone(asked.Classes) {
			next, score := &decode.Derivation{}, 0.0
			if next.CopyFrom(d); len(asked.Classes) > 1 {
				score = float64(asked.Scores[k])
			}
			next.Next()
			_ = next.Take(k)
			best = max(best, score+highest(next))
		}
		return best
	}
	for _, s := range []transition.System{transition.ArcHybrid{}, transition.ArcEager{}, transition.InOrder{MaxUnary: 1}, transition.Tag{}} {
		for _, twoStep := range []bool{false, true} {
			for n := 1; n <= 2 && (n == 1 || s.Name() != "in-order"); n++ {
				session.Read(words(s.Name(), n))
				found := derivation(s, twoStep, 0, n)
				sum := (&decode.Beam{Width: math.MaxInt, Sums: true}).Run(session, found)
				require.InDelta(t, highest(derivation(s, twoStep, 0, n)), sum, 1e-5, s.Name())
				require.True(t, s.Terminal(&found.Config))
			}
		}
	}
}

// TestWiderBeamsFindMore, on average over some sentences; and one beam for all sentences finds what
// new ones find.
func TestWiderBeamsFindMore(t *testing.T) {
	widths := []int{1, 4, 32}
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			sums := make([]float64, len(widths))
			for i, width := range widths {
				beam := decode.Beam{Width: width, Temperature: temperature}
				for trial := range 36 {
					session, n := &dice{}, trial%12
					session.Read(words(fmt.Sprint(trial), n))
					d := derivation(s, twoStep, 0, n)
					beam.Run(session, d)
					require.Equal(t, searched(session, derivation(s, twoStep, 0, n), width).Config, d.Config, s.Name())
					sums[i] += logProbability(session, d, n)
				}
			}
			if !slices.Contains([]string{"bracket", "in-order", "split"}, s.Name()) { // their derivations differ in length
				require.IsIncreasing(t, sums, s.Name())
			}

		}
	}
}

// level is a session with the same score for everything; it counts the decisions of each call.
type level struct {
	dice
	asked []int
}

func (l *level) Score(decisions []*learn.Decision) {
	l.dice.Score(decisions)
	for _, d := range decisions {
		for i := range d.Scores {
			d.Scores[i] = 0
		}
	}
	l.asked = append(l.asked, len(decisions))
}

// TestTiesGoToTheFirst: if all scores are equal, a beam does not depend on its width, and asks for
// the scores of all its derivations at once.
func TestTiesGoToTheFirst(t *testing.T) {
	first := derivation(transition.Tag{}, false, 0, 6)
	session := &level{}
	session.Read(words("a", 6))
	searched(session, first, 1)
	require.Equal(t, []int{1, 1, 1, 1, 1, 1}, session.asked)
	for _, width := range []int{2, 5, 100} {
		session.asked = nil
		require.Equal(t, first.Config, searched(session, derivation(transition.Tag{}, false, 0, 6), width).Config)
		var want []int
		for n := 1; len(want) < 6; n *= labels {
			want = append(want, min(width, n))
		}
		require.Equal(t, want, session.asked)
	}
}

// TestTemperature: at a low one the highest score is almost certain, so that the beam finds what
// greedy decoding does; at a high one, others have a chance.
func TestTemperature(t *testing.T) {
	differ := 0
	for n := range 20 {
		session := &dice{}
		session.Read(words(fmt.Sprint(n), 8))
		cold, hot := derivation(transition.ArcHybrid{}, false, 0, 8), derivation(transition.ArcHybrid{}, false, 0, 8)
		(&decode.Beam{Width: 8, Temperature: 1e-4}).Run(session, cold)
		(&decode.Beam{Width: 8, Temperature: 1}).Run(session, hot)
		follow := derivation(transition.ArcHybrid{}, false, 0, 8)
		require.NoError(t, new(learn.Decoder).Run(&greedy{session: session}, follow))
		require.Equal(t, follow.Config.Steps, cold.Config.Steps)
		if !slices.Equal(hot.Config.Steps, cold.Config.Steps) {
			differ++
		}
	}
	require.Greater(t, differ, 10)
}

// unsure is a session with useless scores.
type unsure struct {
	dice
	score float32
}

func (u *unsure) Score(decisions []*learn.Decision) {
	u.dice.Score(decisions)
	for _, d := range decisions {
		for i := range d.Scores[:1+len(d.Scores)/2] {
			d.Scores[i] = u.score
		}
	}
}

// TestBeamEndsWhateverTheScores are, such as those of a damaged model.
func TestBeamEndsWhateverTheScores(t *testing.T) {
	for _, s := range systems() {
		for _, bad := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32} {
			session := &unsure{score: float32(bad)}
			session.Read(words("a", 7))
			found := searched(session, derivation(s, false, 0, 7), 4)
			require.True(t, s.Terminal(&found.Config), "%s, %v", s.Name(), bad)
		}
	}
}

// steady is a session that does not allocate: the scores are the places of classes.
type steady struct{}

func (steady) Score(decisions []*learn.Decision) {
	for _, d := range decisions {
		for n := 1 + d.Classes[len(d.Classes)-1]; len(d.Scores) < int(n); {
			d.Scores = append(d.Scores, float32(len(d.Scores)*(7+len(decode.Of(d).Config.Stack))%11)/9)
		}
	}
}

// TestBeamDoesNotAllocate once it has seen a sentence of that length.
func TestBeamDoesNotAllocate(t *testing.T) {
	if transition.Invariants {
		t.Skip("checking invariants allocates")
	}
	for _, s := range systems() {
		for _, twoStep := range []bool{false, true} {
			beam, d := decode.Beam{Width: 8}, derivation(s, twoStep, 0, 0)
			run := func() {
				for n := range 15 {
					d.Start(0, n)
					beam.Run(steady{}, d)
				}
			}
			run()
			require.Zero(t, testing.AllocsPerRun(10, run), s.Name())
		}
	}
}
