package imitation

import (
	"errors"
	"fmt"
	"slices"

	"parser/model/option"
)

// Settings name an algorithm and say what it leaves open; see Options for what some leave
// no choice of.
type Settings struct {
	Algorithm    string  // Names
	Explore      float64 // "explore": probability p of following the model instead of the expert …
	ExploreAfter int     // … after k rounds (Goldberg & Nivre 2013, Algorithm 3)
	Decay        float64 // β: the expert's share shrinks by it from round to round
	Share        float64 // LOLS: the share of roll-outs that the expert completes
	Samples      int     // SEARN, LOLS, V-DAgger: roll-outs for each deviation
	AskFirst     int     // rounds in which the expert is asked instead of rolling out; no bandit can ask
	Draws        int     // AggreVaTe: the states that are explored of each roll-in; one in the paper
	Target       float64 // where all actions are priced, only those scored within τ of the best, and the expert's; 0 prices all
	TargetFirst  int     // … and so many random ones as long as nothing is learned
	Focus        int     // roll out so many actions as learned, the rest by the expert; 0 does not
	FocusGrowth  int     // … and so many more in each round
	Execute      bool    // carry out roll-outs even if the expert's costs are their result
	Weaken       float64 // probability that the expert errs
	Fit
}

// DefaultSettings are p = 0.9 after one round; β = 0.3 and one sample with ten random
// actions at first (Goodman et al. 2016, Sections 4 and 5); half of LOLS's roll-outs
// (Chang, Krishnamurthy et al. 2015); five passes over the examples of each round, which
// may take a gigabyte.
func DefaultSettings() Settings {
	return Settings{
		Algorithm: "explore", Explore: 0.9, ExploreAfter: 1, Decay: 0.3, Share: 0.5, Samples: 1, Draws: 10,
		TargetFirst: 10, Fit: Fit{Passes: 5, Memory: 1 << 30},
	}
}

// ErrSettings is the cause of errors in Settings.
var ErrSettings = errors.New("bad settings of imitation learning")

// list returns the settings by their names.
func (s *Settings) list() option.List {
	d := DefaultSettings()
	return option.List{
		option.Of("explore", &s.Explore, d.Explore, "explore: `PROBABILITY` of following the model into its mistakes; with the static oracle 0 unless given").Probability("exploring"),
		option.Of("explore-after", &s.ExploreAfter, d.ExploreAfter, "explore: `N` epochs without exploration").From(0),
		option.Of("decay", &s.Decay, d.Decay, "searn, smile, dagger, v-dagger: the oracle's share of actions shrinks by this `SHARE` in each round").Probability("the decay"),
		option.Of("share", &s.Share, d.Share, "lols, scb-lols: `SHARE` of roll-outs that the oracle completes").Probability("the expert's roll-outs"),
		option.Of("samples", &s.Samples, d.Samples, "searn, lols, v-dagger: `N` roll-outs after each deviation").From(1),
		option.Of("ask-first", &s.AskFirst, d.AskFirst, "in the first `N` rounds ask the oracle what it would do, and roll out only later; not scb-lols").From(0),
		option.Of("draws", &s.Draws, d.Draws, "aggrevate: explore `N` random states of each roll-in").From(1),
		option.Of("target", &s.Target, d.Target, "explore only the oracle's action and those scored within `TAU` of the best; 0 explores all; not scb-lols, aggrevate").From(0),
		option.Of("target-first", &s.TargetFirst, d.TargetFirst, "… and in the first round `N` random ones").From(0),
		option.Of("focus", &s.Focus, d.Focus, "roll out `N` actions as learned and the rest by the oracle; 0 does as the algorithm says").From(0),
		option.Of("focus-growth", &s.FocusGrowth, d.FocusGrowth, "… and `N` more in each round").From(0),
		option.Of("execute", &s.Execute, d.Execute, "carry out roll-outs even if the oracle's costs tell their result"),
		option.Of("weaken", &s.Weaken, d.Weaken, "let the oracle take a random action for the best with this `PROBABILITY`").Probability("an error of the expert"),
		option.Of("passes", &s.Passes, d.Passes, "`N` passes over the examples of a round, where they are kept").From(1),
		option.Of("alpha", &s.Alpha, d.Alpha, "leave out examples misclassified `N` times, where they are kept; 0 leaves out none").From(0),
		option.Of("memory", &s.Memory, d.Memory, "`BYTES` for examples; beyond, a random sample of them is kept").From(0),
	}
}

// Options returns the settings by the names that "parser train" has for them. Idle are
// those of which nothing comes: the algorithm is the same without, or keeps no examples to
// fit learners to. None is where Make fails.
func (s *Settings) Options() option.List {
	list := s.list()
	p, a, err := s.preset()
	if err != nil {
		return list
	}
	for i := range list {
		list[i].Idle = !p.dependsOn(list[i].Name, &a)
	}
	return list
}

// dependsOn reports whether a, which the preset makes, depends on a setting.
func (p *named) dependsOn(name string, a *Algorithm) bool {
	switch out := &a.RollOut; name {
	case "ask-first":
		return !out.None && !out.Bandit
	case "share": // focused roll-outs have none
		return slices.Contains(p.settings, name) && out.Level == PerTrajectory
	case "target":
		return a.Explore.Draws == 0
	case "target-first":
		return a.Explore.Targeted && a.Train != Online
	case "focus", "weaken":
		return true
	case "focus-growth":
		return out.Level == Focused
	case "execute": // an expert that errs is rolled out in any case; that does not make it a useless word
		return out.Level == ExpertOnly && !out.None
	case "passes", "alpha", "memory":
		return a.Train != Online
	}
	return slices.Contains(p.settings, name)
}

// Make returns the algorithm that the settings describe. The error is ErrUnknown or
// ErrSettings.
func (s *Settings) Make() (Algorithm, error) {
	_, a, err := s.preset()
	return a, err
}

// preset returns what the settings name, and what they make of it.
func (s *Settings) preset() (named, Algorithm, error) {
	if err := s.list().Check(); err != nil {
		return named{}, Algorithm{}, fmt.Errorf("%w: %w", ErrSettings, err)
	}
	all := presets()
	i := slices.IndexFunc(all, func(p named) bool { return p.name == s.Algorithm })
	if i < 0 {
		return named{}, Algorithm{}, fmt.Errorf("%w %q (have %v)", ErrUnknown, s.Algorithm, Names())
	}
	return all[i], s.modified(all[i].make(*s)), nil
}

// modified puts in what can be added to an algorithm, where it makes a difference.
func (s *Settings) modified(a Algorithm) Algorithm {
	out := &a.RollOut
	if s.Target > 0 && a.Explore.Draws == 0 {
		a.Explore.Targeted, a.Explore.Threshold = true, s.Target
		if a.Train != Online { // in the first round, in which there are no scores
			a.Explore.First = s.TargetFirst
		}
	}
	if s.Focus > 0 {
		out.Mixture, out.None = Mixture{Level: Focused, Steps: s.Focus, Growth: s.FocusGrowth}, false
	}
	// What an expert that errs says is no result of any roll-out.
	out.Execute = out.reads() && (s.Execute || s.Weaken > 0)
	if !out.None && !out.Bandit {
		out.AskFirst = s.AskFirst
	}
	return a
}

// RollsOut reports whether roll-outs are carried out.
func (s *Settings) RollsOut() bool {
	a, err := s.Make()
	return err == nil && !a.RollOut.None && !a.RollOut.reads()
}

// Explores reports whether roll-ins leave the expert's path.
func (s *Settings) Explores() bool {
	a, err := s.Make()
	return err == nil && a.leaves()
}

// leaves reports whether the algorithm visits states that the expert does not lead to.
func (a *Algorithm) leaves() bool {
	in, out := &a.RollIn, &a.RollOut
	return in.Level == LearnedOnly || in.Level == PerAction && (in.Expert < 1 || in.Decay > 0) || !out.None && !out.reads()
}
