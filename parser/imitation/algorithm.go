package imitation

import "math"

// Algorithm is a choice of roll-in, roll-out, exploration and training set, the four
// columns of Goodman et al. (2016), Table 2. Its zero value is online exact imitation.
type Algorithm struct {
	RollIn  Mixture
	RollOut RollOut
	Explore Exploration
	Train   Training
	// Fresh starts each round with new learners; else they go on from the last round.
	Fresh bool `json:",omitempty"`
	// Blend says which classifiers act where the learned policy is to.
	Blend Blend `json:",omitempty"`
}

// Blend is a mixture of the classifiers of all rounds, of which one is drawn for each
// action. With β the Decay of Mixture, in round n the expert acts with probability
// (1−β)^(n−1) and the classifier of round i ≥ 1 with what the constants say.
type Blend uint8

// The blends.
const (
	LastOnly  Blend = iota // the last classifier: 1 − (1−β)^(n−1)
	LastMost               // β(1−β)^(n−1−i), as π ← βh + (1−β)π (Daumé III et al. 2009, Section 3.2)
	FirstMost              // β(1−β)^(i−1), as each takes from the expert's share only (Ross & Bagnell 2010, SMILe)
)

// Mixture says how expert and learned policy share the actions of a trajectory.
// Where nothing is learned yet, the expert acts.
type Mixture struct {
	Level Level
	// Expert is the probability of the expert, multiplied by 1−Decay after each
	// round (β in the papers) or, PerDecision, after each decision of a roll-in (α of
	// Chang et al. 2015); in the first After rounds it is 1.
	Expert      float64 `json:",omitempty"`
	Decay       float64 `json:",omitempty"`
	PerDecision bool    `json:",omitempty"`
	After       int     `json:",omitempty"`
	// Steps, with Focused, is the number b of actions of the learned policy, Growth
	// what each round adds to it.
	Steps  int `json:",omitempty"`
	Growth int `json:",omitempty"`
}

// Level says for how long a draw between expert and learned policy holds.
type Level uint8

// The levels of a mixture.
const (
	ExpertOnly    Level = iota
	LearnedOnly         // after the first round
	PerAction           // drawn for each action: step-level stochastic
	PerTrajectory       // drawn once for a trajectory
	Focused             // some learned actions, then the expert's (Vlachos & Craven 2011, focused costing)
)

// probability returns that of the expert at the beginning of round n ≥ 1.
func (m *Mixture) probability(n int) float64 {
	if n <= m.After {
		return 1
	}
	return m.Expert * math.Pow(1-m.Decay, float64(n-1-m.After))
}

// steps returns b in round n ≥ 1.
func (m *Mixture) steps(n int) float64 { return float64(m.Steps) + float64(m.Growth)*float64(n-1) }

// RollOut says how deviations are priced.
type RollOut struct {
	Mixture
	// None asks the expert instead: what it would do costs 0, all else 1.
	None bool `json:",omitempty"`
	// AskFirst does so in the first rounds only: roll-outs by a policy that has not
	// learned anything yet, or by an expert that errs, tell little.
	AskFirst int `json:",omitempty"`
	// Execute completes trajectories even where the expert's costs tell the result.
	Execute bool `json:",omitempty"`
	// Samples is the number of roll-outs that a cost is the mean of; 0 is one.
	Samples int `json:",omitempty"`
	// Bandit takes the loss of a single random deviation for all there is to learn
	// from a roll-in (Chang et al. 2015, structured contextual bandits).
	Bandit bool `json:",omitempty"`
}

// asks reports whether the expert is asked in a round instead of rolling out.
func (r *RollOut) asks(round int) bool { return r.None || round <= r.AskFirst }

// reads reports whether the costs of an exact expert are the result of the roll-outs,
// which then need not be carried out: rolled out by the expert itself, an action makes
// the loss grow by just what it costs.
func (r *RollOut) reads() bool { return !r.None && r.Level == ExpertOnly && !r.Execute }

// Exploration says which one-step deviations are priced.
type Exploration struct {
	// Draws is the number of states, drawn from those of a roll-in, in which a random
	// deviation is priced beside the action that was taken there; 0 prices all
	// deviations from all states.
	Draws int `json:",omitempty"`
	// Targeted prices only the expert's action and those that the learned policy
	// scores within Threshold (τ) of its best (Goodman et al. 2016, Section 4.1); as
	// long as nothing is learned, First random ones instead.
	Targeted  bool    `json:",omitempty"`
	Threshold float64 `json:",omitempty"`
	First     int     `json:",omitempty"`
}

// Training says which examples learners are trained on in round n.
type Training uint8

// The training sets.
const (
	Online      Training = iota // each example once, when it is made
	FirstRound                  // E_1
	LatestRound                 // E_n
	AllRounds                   // E_1 … E_n
)
