package imitation

import (
	"errors"
	"fmt"
)

// Settings name an algorithm and say what it leaves open; see Unused for what some leave
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

// Make returns the algorithm that the settings describe. The error is ErrUnknown or
// ErrSettings.
func (s *Settings) Make() (Algorithm, error) {
	if err := s.check(); err != nil {
		return Algorithm{}, err
	}
	for _, p := range presets() {
		if p.name == s.Algorithm {
			return s.modified(p.make(*s)), nil
		}
	}
	return Algorithm{}, fmt.Errorf("%w %q (have %v)", ErrUnknown, s.Algorithm, Names())
}

// check returns the first number that is out of range.
func (s *Settings) check() error {
	for _, p := range []struct {
		name  string
		value float64
	}{
		{"exploring", s.Explore}, {"the decay", s.Decay}, {"the expert's roll-outs", s.Share}, {"an error of the expert", s.Weaken},
	} {
		if !(p.value >= 0 && p.value <= 1) {
			return fmt.Errorf("%w: %v is not a probability of %s", ErrSettings, p.value, p.name)
		}
	}
	for _, n := range []struct {
		name         string
		value, least float64
	}{
		{"explore-after", float64(s.ExploreAfter), 0}, {"samples", float64(s.Samples), 1}, {"draws", float64(s.Draws), 1},
		{"ask-first", float64(s.AskFirst), 0}, {"target", s.Target, 0}, {"target-first", float64(s.TargetFirst), 0},
		{"focus", float64(s.Focus), 0}, {"focus-growth", float64(s.FocusGrowth), 0},
		{"passes", float64(s.Passes), 1}, {"alpha", float64(s.Alpha), 0}, {"memory", float64(s.Memory), 0},
	} {
		if !(n.value >= n.least) {
			return fmt.Errorf("%w: %s is out of range: %v, not %v or more", ErrSettings, n.name, n.value, n.least)
		}
	}
	return nil
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
