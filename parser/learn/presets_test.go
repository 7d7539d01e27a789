package learn

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/model"
)

func preset(t *testing.T, name string, change ...func(*Settings)) algorithm {
	t.Helper()
	s := Defaults("explore")
	s.Algorithm = name
	for _, c := range change {
		c(&s)
	}
	a, err := s.make()
	require.NoError(t, err)
	return a
}

// TestWhoActs: the share of the expert's actions in the roll-ins of each round, by Goodman et al.
// (2016), Table 2, with β = 0.3.
func TestWhoActs(t *testing.T) {
	for name, shares := range map[string][]float64{
		"explore":   {1, 0.1, 0.1, 0.1},
		"exact":     {1, 1},
		"dagger":    {1, 0.7, 0.49, 0.343},
		"v-dagger":  {1, 0.7, 0.49, 0.343},
		"smile":     {1, 0.7, 0.49, 0.343},
		"searn":     {1, 0.7, 0.49, 0.343},
		"lols":      {1, 0, 0, 0},
		"scb-lols":  {1, 0, 0, 0},
		"aggrevate": {1, 0, 0, 0},
	} {
		l := newLesson(t, preset(t, name))
		for n, share := range shares {
			l.in.start(l.algorithm.RollIn, n+1, l.Random)
			l.in.trajectories = make([]trajectory, 1)
			l.in.begin(0, false)
			expertActs := 0.0
			const actions = 10000
			for range actions {
				if l.in.next(&l.in.trajectories[0]) == nil {
					expertActs++
				}
			}
			require.InDelta(t, share, expertActs/actions, 0.02, "%s, round %d", name, n+1)
			l.round(t)
		}
	}
}

// TestPresets: Goodman et al. (2016), Table 2, with its columns roll-in, roll-out, explore and
// train, with numbers that settings leave open at their defaults.
func TestPresets(t *testing.T) {
	mixed := mixture{Level: perAction, Expert: 1, Decay: 0.3}
	halves := mixture{Level: perTrajectory, Expert: 0.5}
	learned := mixture{Level: learnedOnly}
	for name, want := range map[string]algorithm{
		"exact":     {RollOut: rollOut{None: true}, Train: firstRound},
		"searn":     {RollIn: mixed, RollOut: rollOut{mixture: mixed, Samples: 1}, Train: latestRound, Fresh: true, Blend: lastMost},
		"lols":      {RollIn: learned, RollOut: rollOut{mixture: halves, Samples: 1}, Train: allRounds},
		"scb-lols":  {RollIn: learned, RollOut: rollOut{mixture: halves, Bandit: true}, Explore: exploration{Draws: 10}, Train: allRounds},
		"smile":     {RollIn: mixed, RollOut: rollOut{None: true}, Train: allRounds, Blend: firstMost},
		"dagger":    {RollIn: mixed, RollOut: rollOut{None: true}, Train: allRounds},
		"v-dagger":  {RollIn: mixed, RollOut: rollOut{mixture: mixed, Samples: 1}, Train: allRounds},
		"aggrevate": {RollIn: learned, Explore: exploration{Draws: 10}, Train: allRounds},
		// Goldberg & Nivre (2013) and Chang et al. (2015)
		"explore": {RollIn: mixture{Level: perAction, Expert: 1 - 0.9, After: 1}, Asks: true},
		"l2s":     {RollIn: mixture{Level: perAction, Expert: 1, Decay: 1e-5, PerDecision: true}},
	} {
		got := preset(t, name)
		require.InDelta(t, want.RollIn.Expert, got.RollIn.Expert, 1e-9)
		want.RollIn.Expert = got.RollIn.Expert
		require.Equal(t, want, got, name)
	}
}

// TestPartsOfOthers: roll-ins and roll-outs are those of the algorithms that settings name, with their numbers, and all
// else is the algorithm's own.
func TestPartsOfOthers(t *testing.T) {
	for _, base := range Names() {
		own := preset(t, base)
		for _, in := range Names() {
			for _, out := range Names() {
				s := Defaults(base)
				s.RollIn, s.RollOut = in, out
				got, err := s.make()
				if own.Blend != lastOnly && (in != base || out != base) {
					require.ErrorIs(t, err, ErrSettings)
					continue
				}
				require.NoError(t, err)
				want := own
				want.RollIn, want.RollOut, want.Asks = preset(t, in).RollIn, preset(t, out).RollOut, preset(t, out).Asks
				require.Equal(t, want, got, "%s with roll-ins of %s and roll-outs of %s", base, in, out)
			}
		}
	}
	s := Defaults("l2s")
	for _, field := range []*string{&s.RollIn, &s.RollOut} {
		*field = "magic"
		require.ErrorIs(t, s.Check(), errUnknown)
		*field = ""
	}
	s.RollIn, s.RollOut = "explore", "v-dagger"
	for _, name := range []string{"explore", "explore-after", "decay", "samples"} {
		own, _ := s.Options().Find(name)
		require.False(t, own.Idle, name)
	}
	for _, name := range []string{"share", "draws", "one-loss"} {
		own, _ := s.Options().Find(name)
		require.True(t, own.Idle, name)
	}
}

// TestTrainingSets: the rounds that the examples of a round come from, and whether learners are
// new.
func TestTrainingSets(t *testing.T) {
	for name, c := range map[string]struct {
		examples []int // in rounds' worth
		learners int   // of each stage, after three rounds
	}{
		"explore": {[]int{1, 1, 1}, 1}, "exact": {[]int{1, 1, 1}, 1}, "searn": {[]int{1, 1, 1}, 3}, "dagger": {[]int{1, 2, 3}, 1},
	} {
		l := newLesson(t, preset(t, name))
		all := l.maze.inputs * l.maze.depth
		for n, want := range c.examples {
			told, stats := l.round(t)
			require.Equal(t, want*all, stats.Examples, name)
			require.Len(t, told, want*all, name)
			require.Equal(t, name == "exact" && n > 0, stats.Decisions == 0, name)
		}
		require.Len(t, l.learners, 2*c.learners, name)
	}
}

// TestLevels: LOLS leaves a whole roll-out either to the expert, who is asked for costs, or to the
// learned policy, which is asked for features; V-DAgger draws for each action, with both its
// stages.
func TestLevels(t *testing.T) {
	for name, mixes := range map[string]bool{"lols": false, "v-dagger": true} {
		l := newLesson(t, preset(t, name, func(s *Settings) { s.Decay = 0.5 }))
		l.round(t)
		mixed := 0
		l.Rolled = func(Task, int) {
			var who want
			for _, a := range l.maze.states[0].asked {
				switch {
				case a.want == 0 || a.want == features|costs: // a roll-out begins or was the last
					who = 0
				case who != 0 && a.want != who && a.stage == 0:
					mixed++
					who = a.want
				default:
					require.True(t, who == 0 || who == a.want, name)
					who = a.want
				}
			}
		}
		l.round(t)
		require.Equal(t, mixes, mixed > 0, name)
	}
}

// TestActionsHaveOneActor: the actor of the first stage of an action of a roll-in takes the second
// as well. Where expert and learners disagree one can tell them apart.
func TestActionsHaveOneActor(t *testing.T) {
	l := newLesson(t, preset(t, "dagger", func(s *Settings) { s.Decay = 0.5 }))
	l.round(t)
	l.maze.inputs = 300
	told := map[bool]int{}
	l.Rolled = func(Task, int) {
		s := l.maze.states[0]
		for i := 0; i < len(s.path); i += 2 {
			byLearned, byExpert := couldBe(s.at(s.path[:i+1]...))
			second, secondExpert := couldBe(s.at(s.path[:i+2]...))
			if byLearned != byExpert {
				told[byExpert]++
				require.True(t, byLearned && second || byExpert && secondExpert)
			}
		}
	}
	l.round(t)
	require.Positive(t, told[true])
	require.Positive(t, told[false])
}

// couldBe reports whether the last step to a place could be one of the learners, whose favourite is
// 0, and one of the expert, who takes the best one that they like most.
func couldBe(p *place) (learned, byExpert bool) {
	n := len(p.path) - 1
	last, before := p.path[n], p.at(p.path[:n]...)
	best := model.Class(-1)
	for k := range model.Class(p.maze.branches) {
		if best < 0 && before.after(k).least() == before.least() {
			best = k
		}
	}
	return last == 0, last == best
}

// TestPerDecision: the expert's share shrinks from decision to decision, over rounds.
func TestPerDecision(t *testing.T) {
	l := newLesson(t, preset(t, "l2s"))
	_, first := l.round(t)
	require.InDelta(t, math.Pow(1-l2sDecay, float64(first.Decisions)), l.in.share, 1e-9)
	_, second := l.round(t)
	require.InDelta(t, math.Pow(1-l2sDecay, float64(first.Decisions+second.Decisions)), l.in.share, 1e-9)
}

// TestFocused: a number of learned actions, then the expert's; more learned ones in each round.
func TestFocused(t *testing.T) {
	p := policy{learned: []*learned{{}}}
	for round, want := range []int{1, 3, 5} {
		p.start(mixture{Level: focused, Steps: 1, Growth: 2}, round+1, nil)
		p.trajectories = make([]trajectory, 1)
		p.begin(0, false)
		for n := range 6 {
			require.Equal(t, n >= want, p.next(&p.trajectories[0]) == nil, "the expert")
		}
	}
}

// TestBlends: in round 4 SEARN's classifier i acts with probability β(1−β)^(3−i), SMILe's with
// β(1−β)^(i−1), and the expert with the rest.
func TestBlends(t *testing.T) {
	for name, shares := range map[string][]float64{
		"searn": {0.3 * 0.49, 0.3 * 0.7, 0.3},
		"smile": {0.3, 0.3 * 0.7, 0.3 * 0.49},
	} {
		l := newLesson(t, preset(t, name))
		for range 3 {
			l.round(t)
		}
		l.in.start(l.algorithm.RollIn, 4, l.Random)
		counts := map[*learned]float64{} // nil is the expert
		const draws = 20000
		for range draws {
			counts[l.in.draw()] += 1. / draws
		}
		require.InDelta(t, 0.343, counts[nil], 0.015, name)
		for i, share := range shares {
			require.InDelta(t, share, counts[l.in.learned[i]], 0.015, name)
		}
	}
}

// TestOlderClassifiersAct with scores of their own, not with those of the last one.
func TestOlderClassifiersAct(t *testing.T) {
	l := newLesson(t, algorithm{
		RollIn: mixture{Level: perAction, Expert: 1, Decay: 1}, RollOut: rollOut{None: true}, Train: latestRound, Fresh: true, Blend: firstMost,
	})
	l.round(t)
	for range 3 {
		l.Rolled = func(Task, int) {
			require.Equal(t, []model.Class{0, 0, 0, 0}, l.maze.states[0].path, "the favourite of the first one")
		}
		l.round(t)
	}
}
