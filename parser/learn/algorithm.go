// Package learn is learning to search for any decoder, the compiler of Chang, He, Daumé III & Langford (2015): a user writes
// a decoder, its loss and, if there is one, a reference policy, and every algorithm, roll-in, roll-out, exploration and
// learner of the project trains it. The parsers are such decoders. The terms of that paper are here
//
//	decoder, RUNTAGGER   [State]: Next offers the legal actions of a state, Take carries one out
//	PREDICT              the [Policy] that answers the [Decision] of a state; [Decoder] has the loop
//	LOSS                 Task.Loss
//	reference, ref       [Reference]: Price sets the costs of actions, or Decision.Want says which are right
//	features             Decision.Features, which [Hash] makes of texts, for the learners of package model
//	training             [Course], by the algorithm and with the options of [Settings]
//
// and a tagger is taught by
//
//	course := learn.Course{
//		Settings: learn.Defaults("l2s"), Inputs: len(sentences), Classes: []int{len(tags)},
//		NewTask: func() (learn.Task, error) { return &tagger{sentences: sentences}, nil },
//	}
//	learned, err := course.Run(ctx, 5)
//	err = learned.Run(t) // t is a *tagger with the words of another sentence
//
// where learned is saved by Entries and npz.Write, and loaded by [Read]. The examples have five tasks: this tagger, a maze,
// the colouring of graphs, segments under a loss of F1, and a parser.
//
// A course follows Algorithm 2 of Goodman, Vlachos & Naradowsky (2016): in each round a policy takes trajectories, the
// roll-ins; from their states deviations are tried; a second policy completes them, the roll-outs,
// and the loss at their ends is their cost, which makes an example to learn from. The algorithms are choices of
//
//	roll-in      who takes the trajectories: expert, learned policy, a mixture
//	exploration  which deviations are priced: all, random ones, promising ones
//	roll-out     who completes them; without roll-outs, the expert is asked what it would do
//	training     on which examples: each at once, those of the last round, all so far
//
// and have the published names (Table 2 there); the expert is the reference:
//
//	             roll-in            roll-out               explore  training
//	exact        expert             none, 0/1              all      E_1
//	searn        mixture, drawn     mixture, by action     all      E_n
//	lols         learned            mixture, by trajectory all      E_1…E_n
//	scb-lols     learned            mixture, by trajectory random   E_1…E_n
//	smile        mixture, drawn     none, 0/1              all      E_1…E_n
//	dagger       mixture            none, 0/1              all      E_1…E_n
//	v-dagger     mixture            mixture, by action     all      E_1…E_n
//	aggrevate    learned            expert                 random   E_1…E_n
//	explore      mixture            expert                 all      each at once
//	l2s          mixture            expert                 all      each at once
//
// Settings.RollIn and Settings.RollOut take these two columns from other rows, except in searn and smile.
//
// "Drawn" mixtures are of all classifiers learned so far, the others of the last one; in the first
// round the expert stands in for what is not yet learned. The result is the last classifier alone,
// without the expert, so that no chance is involved. The theory of searn and smile has the mixture, without the expert:
// see Learned.Policy and Course.Mixture.
//
// The last two are online: explore is Goldberg & Nivre (2013), Algorithm 3, and l2s is Chang, He,
// Daumé III & Langford (2015). Where the expert knows the exact cost of each action, rolling out
// with it gives just that cost, so no roll-out is carried out.
//
// A task without reference is learned from losses alone: where the expert would act, the last learned policy does, and at
// first chance. The algorithms that only imitate, exact, smile and dagger, refuse it.
//
// What breaks a rule, such as a state without legal actions, a loss that is no number, or a trajectory without end, is an
// [ErrTask]. For the same seed a course learns the same; it runs in one goroutine, and policies in any number.
package learn

import "slices"

// algorithm is a choice of roll-in, roll-out, exploration and training set, the four
// columns of Goodman et al. (2016), Table 2. Its zero value is online exact imitation.
type algorithm struct {
	RollIn  mixture
	RollOut rollOut
	Explore exploration
	Train   training
	// Fresh starts each round with new learners; otherwise they continue from the last round.
	Fresh bool
	// Blend says which classifiers act as the learned policy.
	Blend blend
	// Asks is an algorithm whose authors ask the expert for costs instead of rolling out with it.
	Asks bool
	// Beam follows several derivations at a time instead of rolling in, and learns from whole derivations; Strays reports whether it asks
	// about those that the expert does not lead to.
	Beam, Strays bool
}

// blend is a mixture of the classifiers of all rounds, one of which is drawn for each action. With
// β the Decay of Mixture, in round n the expert acts with probability (1−β)^(n−1) and the
// classifier of round i ≥ 1 with the probability at each constant.
type blend uint8

const (
	lastOnly  blend = iota // the last classifier: 1 − (1−β)^(n−1)
	lastMost               // β(1−β)^(n−1−i), as π ← βh + (1−β)π (Daumé III et al. 2009, Section 3.2)
	firstMost              // β(1−β)^(i−1), as each takes from the expert's share only (Ross & Bagnell 2010, SMILe)
)

// mixture says how expert and learned policy share the actions of a trajectory.
// Where nothing is learned yet, the expert acts.
type mixture struct {
	Level level
	// Expert is the probability of the expert, multiplied by 1−Decay after each round (β in the
	// papers) or, if PerDecision, after each decision of a roll-in (α of Chang et al. 2015); in the
	// first After rounds it is 1.
	Expert      float64
	Decay       float64
	PerDecision bool
	After       int
	// Shares, if there are any, are the probabilities of the expert by round instead, the last one for all later rounds.
	Shares []float64
	// Steps, with focused, is the number b of actions of the learned policy; each round adds Growth
	// to it.
	Steps  int
	Growth int
}

// level says how long a draw between expert and learned policy holds.
type level uint8

const (
	expertOnly    level = iota
	learnedOnly         // after the first round
	perAction           // drawn for each action: step-level stochastic
	perTrajectory       // drawn once for a trajectory
	focused             // some learned actions, then the expert's (Vlachos & Craven 2011, focused costing)
)

// rollOut says how deviations are priced.
type rollOut struct {
	mixture
	// None asks the expert instead: what it would do costs 0, everything else 1.
	None bool
	// AskFirst does so in the first rounds only: roll-outs by a policy that has not learned
	// anything yet, or by an expert that errs, say little.
	AskFirst int
	// Execute completes trajectories even where the expert's costs give the result.
	Execute bool
	// Samples is the number of roll-outs whose mean is a cost; 0 means 1.
	Samples int
	// Bandit draws who completes the trajectories once for all deviations of a state. A structured
	// contextual bandit (Chang et al. 2015, Algorithm 2) is told one loss, see oneLoss. Its
	// variance is so large that parsers learn little. So it is told two losses, after its own action and after a random
	// one (multi-point feedback, Agarwal, Dekel & Xiao 2010), and what they have in common cancels out.
	Bandit bool
	// OneLoss tells it one, as published.
	OneLoss bool
}

// reads reports whether the costs of an exact expert are the result of the roll-outs, which then
// need not be carried out: if the expert itself rolls out, the loss grows by exactly the cost of
// the action.
func (r *rollOut) reads() bool { return !r.None && r.Level == expertOnly && !r.Execute }

// rollsOut reports whether roll-outs are carried out.
func (a *algorithm) rollsOut() bool { return !a.RollOut.None && !a.RollOut.reads() }

// explores reports whether the algorithm visits states that the expert does not lead to.
func (a *algorithm) explores() bool {
	in := &a.RollIn
	less := in.Expert < 1 || in.Decay > 0
	if len(in.Shares) > 0 {
		less = slices.Min(in.Shares) < 1
	}
	return a.Strays || in.Level == learnedOnly || in.Level == perAction && less || a.rollsOut()
}

// exploration says which one-step deviations are priced.
type exploration struct {
	// Draws is the number of states, drawn from those of a roll-in, in which a random deviation is
	// priced besides the action taken there; 0 prices all deviations from all states.
	Draws int
	// Threshold is τ: unless it is 0, only the expert's action and those that the learned policy
	// scores within τ of its best are priced (Goodman et al. 2016, Section 4.1); as long as nothing
	// is learned, First random ones instead of the latter.
	Threshold float64
	First     int
}

// training says which examples learners are trained on in round n.
type training uint8

const (
	online      training = iota // each example once, when it is made
	firstRound                  // E_1
	latestRound                 // E_n
	allRounds                   // E_1 … E_n
)
