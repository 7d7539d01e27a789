package imitation

import (
	"math/rand/v2"

	"parser/model"
)

// turn is a decision with the scores of the current model, nil where they are not
// known.
type turn struct {
	stage int
	*model.Decision
	scores []float32
}

// actor takes actions.
type actor interface {
	wants() Want
	choose(t *turn) model.Class
}

// expert takes a class of least cost; of several the one that scores highest, or the
// first where there are no scores.
type expert struct{}

func (expert) wants() Want { return Costs }

func (expert) choose(t *turn) model.Class {
	if t.scores != nil {
		return t.Cheapest(t.scores)
	}
	best := 0
	for i, cost := range t.Costs {
		if cost < t.Costs[best] {
			best = i
		}
	}
	return t.Classes[best]
}

// learned follows scorers, one for each stage. If it is the current model, the scores
// of a turn are its own.
type learned struct {
	scorers []model.Scorer
	scores  []float32
	current bool
}

func (*learned) wants() Want { return Features }

func (l *learned) choose(t *turn) model.Class {
	if len(t.Classes) == 1 {
		return t.Classes[0]
	}
	if l.current && t.scores != nil {
		return model.Best(t.Classes, t.scores)
	}
	l.scores = score(l.scores, l.scorers[t.stage], t.Decision)
	return model.Best(t.Classes, l.scores)
}

// score returns the scores of a decision, in dst if it has room.
func score(dst []float32, s model.Scorer, d *model.Decision) []float32 {
	if n := s.Classes(); cap(dst) < n {
		dst = make([]float32, n)
	} else {
		dst = dst[:n]
	}
	s.Score(dst, d.Features)
	return dst
}

// policy says who acts: the expert or what was learned.
type policy struct {
	Mixture
	random  *rand.Rand
	round   int
	learned []*learned // the last one current; one only unless the policy is a blend
	blend   Blend
	share   float64 // probability of the expert
	drawn   actor   // for the trajectory
	actions int     // in the trajectory
}

// start begins a round.
func (p *policy) start(m Mixture, round int, random *rand.Rand) {
	if !m.PerDecision || round == 1 {
		p.share = m.probability(round)
	}
	p.Mixture, p.round, p.random = m, round, random
}

// decided counts a decision.
func (p *policy) decided() {
	if p.PerDecision {
		p.share *= 1 - p.Decay
	}
}

// begin starts a trajectory.
func (p *policy) begin() {
	p.actions = 0
	if p.Level == PerTrajectory {
		p.drawn = p.draw()
	}
}

// next returns who takes the next action.
func (p *policy) next() actor {
	p.actions++
	switch {
	case p.Level == ExpertOnly || len(p.learned) == 0:
		return expert{}
	case p.Level == LearnedOnly || p.Level == Focused && float64(p.actions) <= p.steps(p.round):
		return p.learned[len(p.learned)-1]
	case p.Level == Focused:
		return expert{}
	case p.Level == PerTrajectory:
		return p.drawn
	}
	return p.draw()
}

// draw draws from the mixture. Of several learned policies one after the other gets β of
// what is left, and the expert the rest, (1−β)^(n−1).
func (p *policy) draw() actor {
	if n := len(p.learned); n > 1 {
		for i := range n {
			if p.blend == LastMost {
				i = n - 1 - i
			}
			if p.random.Float64() < p.Decay {
				return p.learned[i]
			}
		}
		return expert{}
	}
	if len(p.learned) == 0 || p.share >= 1 || p.random.Float64() >= 1-p.share {
		return expert{}
	}
	return p.learned[0]
}
