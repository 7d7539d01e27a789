package learn

import (
	"cmp"
	"math"
	"math/rand/v2"

	"parser/model"
)

// policy says who acts, the expert or a learned policy, and makes it act.
type policy struct {
	mixture
	ask          func(*Decision) error // makes the expert price a decision
	random       *rand.Rand
	round        int
	learned      []*learned // the last one current; only one unless the policy is a blend
	blend        blend
	share        float64      // probability of the expert
	classes      []int        // of each stage, which decisions are checked for; nil for scorers that know better
	alone        bool         // there is no expert: the last learned policy acts instead, if there is one
	trajectories []trajectory // one for each input of a batch
}

// trajectory is what a policy knows about the course of an input. A nil actor is the expert.
type trajectory struct {
	actor   *learned // of the current action
	actions int
}

// start begins a round.
func (p *policy) start(m mixture, round int, random *rand.Rand) {
	p.mixture, p.round, p.random = m, round, random
	if len(m.Shares) > 0 {
		p.share = m.shareOf(round)
	} else if round <= m.After {
		p.share = 1
	} else if !m.PerDecision || round == 1 {
		p.share = m.Expert * math.Pow(1-m.Decay, float64(round-1-m.After))
	}
}

// follow makes a scorer's session the last of the learned policies.
func (p *policy) follow(s Session, blend blend) {
	if p.blend = blend; blend == lastOnly {
		p.learned = p.learned[:0]
	}
	p.learned = append(p.learned, &learned{session: s})
}

// begin starts the trajectory of an input, by its place in the batch. If same is set, nothing is drawn for it: who acted
// in the last one acts again.
func (p *policy) begin(place int, same bool) {
	t := &p.trajectories[place]
	*t = trajectory{actor: t.actor}
	if p.Level == perTrajectory && !same {
		t.actor = p.draw() // for all of it
	}
}

func (p *policy) Choose(decisions []*Decision) (err error) {
	for _, d := range decisions {
		if d.Choice, err = p.choose(d); err != nil {
			return err
		}
	}
	return nil
}

// choose answers a decision; all decisions about an action have one actor. The expert takes a class
// of least cost; among several, the one that scores highest, or the first if there are no scores.
// It is asked for costs that are not known yet. Where it knows none, the last learned policy acts, or,
// as long as nothing is learned, chance.
func (p *policy) choose(d *Decision) (model.Class, error) {
	t := &p.trajectories[d.Input]
	if p.classes != nil {
		if err := cmp.Or(d.check(), d.within(p.classes)); err != nil {
			return 0, err
		}
	}
	if d.Stage == 0 || t.actions == 0 {
		if t.actor = p.next(t); t.actor == nil && p.alone && len(p.learned) > 0 {
			t.actor = p.learned[len(p.learned)-1]
		}
	}
	if n := len(p.learned); n > 0 && t.actor == p.learned[n-1] && len(d.Scores) > 0 {
		return d.Best(), nil // by its own scores
	}
	if t.actor != nil {
		return t.actor.choose(d), nil
	}
	if len(d.Costs) == 0 {
		if err := p.ask(d); err != nil {
			return 0, err
		}
	}
	switch n := len(p.learned); {
	case len(d.Costs) > 0:
		return d.Cheapest(d.Scores), nil
	case len(d.Scores) > 0: // by the last one
		return d.Best(), nil
	case n > 0:
		return p.learned[n-1].choose(d), nil
	}
	return d.Classes[p.random.IntN(len(d.Classes))], nil
}

// next returns the actor of the next action of a trajectory.
func (p *policy) next(t *trajectory) *learned {
	t.actions++
	switch {
	case p.Level == expertOnly || len(p.learned) == 0:
		return nil
	case p.Level == learnedOnly:
		return p.learned[len(p.learned)-1]
	case p.Level == focused:
		if float64(t.actions) <= float64(p.Steps)+float64(float64(p.Growth)*float64(p.round-1)) {
			return p.learned[len(p.learned)-1]
		}
		return nil
	case p.Level == perTrajectory:
		return t.actor
	}
	return p.draw()
}

// shareOf returns the expert's share in a round of a list.
func (m *mixture) shareOf(round int) float64 { return m.Shares[min(round, len(m.Shares))-1] }

// beta returns β of a learned policy, the part of the expert's share that its round takes.
func (m *mixture) beta(policy int) float64 {
	if len(m.Shares) == 0 {
		return m.Decay
	}
	before, after := m.shareOf(policy+1), m.shareOf(policy+2)
	if policy == 0 {
		before = 1 // where nothing is learned yet, the expert acts
	}
	if before == 0 {
		return 1
	}
	return 1 - after/before
}

// draw draws from the mixture. Among several learned policies, one after the other gets β of the
// remaining probability, and the expert the rest, (1−β)^(n−1).
func (p *policy) draw() *learned {
	if n := len(p.learned); n > 1 {
		for i := range n {
			if p.blend == lastMost {
				i = n - 1 - i
			}
			if p.random.Float64() < p.beta(i) {
				return p.learned[i]
			}
		}
		return nil
	}
	if len(p.learned) == 0 || p.share >= 1 || p.random.Float64() >= 1-p.share {
		return nil
	}
	return p.learned[0]
}

// shares returns the probabilities of the learned policies in their mixture, without the expert's share.
func (p *policy) shares() []float64 {
	shares, sum, left := make([]float64, len(p.learned)), 0.0, 1.0
	for i := range shares {
		at := i
		if p.blend == lastMost {
			at = len(shares) - 1 - i
		}
		shares[at] = left * p.beta(at)
		sum += shares[at]
		left *= 1 - p.beta(at)
	}
	if sum == 0 { // then the expert has acted all the time
		shares[len(shares)-1], sum = 1, 1
	}
	for i := range shares {
		shares[i] /= sum
	}
	return shares
}

// learned follows a scorer, and leaves the scores of decisions unchanged.
type learned struct {
	session Session
	unread  []int // inputs that the session still has to read
	asked   [1]*Decision
	own     Decision
}

func (l *learned) choose(d *Decision) model.Class {
	if len(d.Classes) == 1 {
		return d.Classes[0]
	}
	scores := l.own.Scores
	l.own = *d
	l.own.Scores, l.asked[0] = scores, &l.own
	l.score(l.asked[:])
	return l.own.Best()
}

// score scores decisions.
func (l *learned) score(decisions []*Decision) {
	if l.unread != nil {
		l.session.Read(l.unread...)
		l.unread = nil
	}
	l.session.Score(decisions)
}
