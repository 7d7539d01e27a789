package learn

import (
	"cmp"
	"errors"
	"fmt"

	"parser/model/option"
)

// Settings name an algorithm and say what it leaves open; Options says which settings an algorithm
// ignores.
type Settings struct {
	Algorithm    string  // Names
	RollIn       string  `json:",omitempty"` // unless it is empty, the algorithm whose roll-ins are taken instead …
	RollOut      string  `json:",omitempty"` // … and whose roll-outs; searn and smile have their own
	Explore      float64 // "explore": probability p of following the model instead of the expert …
	ExploreAfter int     // … after k rounds (Goldberg & Nivre 2013, Algorithm 3)
	ExploreThen  string  `json:",omitempty"` // if not empty, p in later rounds, separated by commas, whatever k is
	Decay        float64 // β: the expert's share shrinks by this factor from round to round
	DecayThen    string  `json:",omitempty"` // if not empty, Decay is the expert's share in the first round, and these are those of later rounds
	Share        float64 // LOLS: the share of roll-outs that the expert completes
	Samples      int     // SEARN, LOLS, V-DAgger: roll-outs for each deviation
	AskFirst     int     // rounds in which the expert is asked instead of rolling out; impossible for a bandit
	Draws        int     // AggreVaTe, SCB-LOLS: the number of states explored in each roll-in; one in the papers
	OneLoss      bool    `json:",omitempty"` // SCB-LOLS: one loss for each state explored, as in the paper, and not two
	Target       float64 // where all actions are priced, only those scored within τ of the best, and the expert's; 0 prices all
	TargetFirst  int     // … and this many random ones as long as nothing is learned
	Focus        int     // roll out this many actions with the learned policy, the rest with the expert; 0 turns this off
	FocusGrowth  int     // … and this many more in each round
	Execute      bool    // carry out roll-outs even if the expert's costs are their result
	Weaken       float64 // probability that the expert errs
	AskNear      float64 `json:",omitempty"` // algorithms that learn online: ask the expert with probability b/(b+margin); 0 is always
	Beam         int     `json:",omitempty"` // "explore": follow this many ways at a time, and learn from whole derivations; 0 learns action by action …
	Violation    string  `json:",omitempty"` // … from which: "max", also if it is empty, "early", "every"
	Fit
}

// maxBeam is the largest number of ways to follow at a time.
const maxBeam = 1024

// Defaults returns the usual settings of an algorithm, which Check checks: p = 0.9 after one round; β = 0.3 and one sample
// with ten random actions at first (Goodman et al. 2016, Sections 4 and 5); half of LOLS's roll-outs (Chang, Krishnamurthy
// et al. 2015); five passes over the examples of each round, which may take a gigabyte.
func Defaults(algorithm string) Settings {
	s := Settings{Algorithm: algorithm}
	s.list().Reset()
	return s
}

// ErrSettings is the cause of errors in Settings.
var ErrSettings = errors.New("bad settings of imitation learning")

// list returns the settings by their names.
func (s *Settings) list() option.List {
	return option.List{
		option.Of("roll-in", &s.RollIn, "", "take the roll-ins of another `ALGORITHM`"),
		option.Of("roll-out", &s.RollOut, "", "take the roll-outs of another `ALGORITHM`, or ask the oracle as that does"),
		option.Of("explore", &s.Explore, 0.9, "explore: `PROBABILITY` of following the model into its mistakes, or a list by epoch; "+
			"with the static oracle 0 unless given").
			Probability("exploring").ByRound(&s.ExploreThen),
		option.Of("explore-after", &s.ExploreAfter, 1, "explore: `N` epochs without exploration").From(0),
		option.Of("decay", &s.Decay, 0.3, "searn, smile, dagger, v-dagger: the oracle's share of actions shrinks by this `SHARE` in each round, "+
			"or is, by round, that of a list").
			Probability("the decay").ByRound(&s.DecayThen),
		option.Of("share", &s.Share, 0.5, "lols, scb-lols: `SHARE` of roll-outs that the oracle completes").Probability("the expert's roll-outs"),
		option.Of("samples", &s.Samples, 1, "searn, lols, v-dagger: `N` roll-outs after each deviation").From(1),
		option.Of("ask-first", &s.AskFirst, 0, "in the first `N` rounds ask the oracle what it would do, and roll out only later; not scb-lols").From(0),
		option.Of("draws", &s.Draws, 10, "aggrevate, scb-lols: explore `N` random states of each roll-in").From(1),
		option.Of("one-loss", &s.OneLoss, false, "scb-lols: tell one loss for each state explored, as published, and not two"),
		option.Of("target", &s.Target, 0, "explore only the oracle's action and those scored within `TAU` of the best; 0 explores all; not scb-lols, aggrevate").From(
			0),
		option.Of("target-first", &s.TargetFirst, 10, "… and in the first round `N` random ones").From(0),
		option.Of("focus", &s.Focus, 0, "roll out `N` actions as learned and the rest by the oracle; 0 does as the algorithm says").From(0),
		option.Of("focus-growth", &s.FocusGrowth, 0, "… and `N` more in each round").From(0),
		option.Of("execute", &s.Execute, false, "carry out roll-outs even if the oracle's costs imply their result"),
		option.Of("weaken", &s.Weaken, 0, "let the oracle take a random action for the best with this `PROBABILITY`").Probability("an error of the expert"),
		option.Of("ask-near", &s.AskNear, 0, "explore, l2s: ask the oracle with probability `B`/(B+m) only, if the best score is by m above the next; "+
			"0 asks it always").From(0),
		option.Of("beam", &s.Beam, 0, "explore: follow `N` derivations at a time, as parsing then does, and learn from whole derivations; "+
			"0 learns from single actions").Within(0, maxBeam),
		option.Of("violation", &s.Violation, "", "… and `WHICH` mistake of the beam to learn from: max, the largest, which is usual; "+
			"early, the first, where the search then ends; every").Among("", maxViolation, earlyViolation, everyViolation),
		option.Of("passes", &s.Passes, 5, "`N` passes over the examples of a round, where they are kept").From(1),
		option.Of("alpha", &s.Alpha, 0, "leave out examples misclassified `N` times after their first pass, where they are kept; 0 leaves out none").From(0),
		option.Of("memory", &s.Memory, 1<<30, "`BYTES` for examples; beyond, a random sample of them is kept").From(0),
	}
}

// Options returns the settings under their names in "parser train". Idle settings have no effect
// with the chosen algorithm, which is the same without them or keeps no examples to fit learners
// to. If Check fails, no setting is idle.
func (s *Settings) Options() option.List {
	list := s.list()
	a, own, err := s.preset()
	if err != nil {
		return list
	}
	out, keeps := &a.RollOut, a.Train != online
	depends := map[string]bool{
		"target": a.Explore.Draws == 0 && !out.OneLoss, "target-first": a.Explore.Threshold > 0 && keeps,
		"focus": true, "focus-growth": out.Level == focused,
		"ask-first": !out.None && !out.Bandit, "passes": keeps, "alpha": keeps, "memory": keeps,
		// With an expert that errs, roll-outs are carried out in any case; that does not make
		// "execute" useless.
		"roll-in": s.RollIn != s.Algorithm && a.Train != firstRound, "roll-out": s.RollOut != s.Algorithm,
		"weaken": true, "ask-near": !keeps, "execute": out.Level == expertOnly && !out.None,
	}
	if a.Beam { // which leaves nothing else to choose, but where oracles know one way only, explore is 0 for any algorithm
		depends, own = map[string]bool{"beam": true, "violation": true, "explore": s.Explore == 0}, nil
	}
	for _, name := range own {
		switch name {
		case "share": // focused roll-outs have none
			depends[name] = out.Level == perTrajectory
		case "explore-after":
			depends[name] = s.ExploreThen == ""
		case "violation":
			depends[name] = false
		default:
			depends[name] = true
		}
	}
	for i := range list {
		list[i].Idle = !depends[list[i].Name]
	}
	return list
}

// Check returns what is wrong with the settings, an ErrSettings.
func (s *Settings) Check() error {
	_, err := s.make()
	return err
}

// Explores reports whether the algorithm visits states that the expert does not lead to.
func (s *Settings) Explores() bool {
	a, err := s.make()
	return err == nil && a.explores()
}

// Asks reports whether the algorithm asks the reference about states that the reference does not lead
// to, and carries out no roll-outs from there. Such a reference has to know about all states.
func (s *Settings) Asks() bool {
	a, err := s.make()
	return err == nil && a.explores() && (a.RollOut.None || a.Asks && a.RollOut.reads())
}

// RollsOut reports whether roll-outs are carried out.
func (s *Settings) RollsOut() bool {
	a, err := s.make()
	return err == nil && a.rollsOut()
}

// Mixes reports whether the policy of the theory is a mixture of the classifiers of all rounds.
func (s *Settings) Mixes() bool {
	a, err := s.make()
	return err == nil && a.Blend != lastOnly
}

// Online reports whether the algorithm learns from each example once, when it is made.
func (s *Settings) Online() bool {
	a, err := s.make()
	return err == nil && a.Train == online
}

// make returns the algorithm that the settings describe.
func (s *Settings) make() (algorithm, error) {
	a, _, err := s.preset()
	return a, err
}

// preset returns the algorithm, and the names of its own settings.
func (s *Settings) preset() (a algorithm, own []string, err error) {
	if err := s.list().Check(); err != nil {
		return a, nil, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	base, err := find(s.Algorithm)
	if err != nil {
		return a, nil, err
	}
	a = base.make(*s)
	in, errIn := find(cmp.Or(s.RollIn, s.Algorithm))
	out, errOut := find(cmp.Or(s.RollOut, s.Algorithm))
	if err := cmp.Or(errIn, errOut); err != nil {
		return a, nil, err
	}
	if a.Blend != lastOnly && (in.name != base.name || out.name != base.name) {
		return a, nil, fmt.Errorf("%w: the policy of %s mixes classifiers as its own roll-ins do, so that others mean nothing", ErrSettings, s.Algorithm)
	}
	if a.Beam {
		return a, base.settings, nil
	}
	a.RollIn, a.RollOut, a.Asks = in.make(*s).RollIn, out.make(*s).RollOut, out.make(*s).Asks
	if rises(a.RollIn.Shares) && a.Blend != lastOnly {
		return a, nil, fmt.Errorf("%w: the decay is %v: the policy of %s is a mixture from which the expert only vanishes", ErrSettings, a.RollIn.Shares, s.Algorithm)
	}
	priced := &a.RollOut
	if s.Target > 0 && a.Explore.Draws == 0 && !priced.OneLoss {
		a.Explore.Threshold = s.Target
		if a.Train != online { // in the first round, which has no scores
			a.Explore.First = s.TargetFirst
		}
	}
	if s.Focus > 0 {
		priced.mixture, priced.None = mixture{Level: focused, Steps: s.Focus, Growth: s.FocusGrowth}, false
	}
	// What an expert that errs says is not the result of any roll-out.
	priced.Execute = priced.reads() && (s.Execute || s.Weaken > 0)
	if !priced.None && !priced.Bandit {
		priced.AskFirst = s.AskFirst
	}
	return a, joined(base, in, out), nil
}
