package learn

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/model/option"
)

// errUnknown is the cause if no algorithm has the given name.
var errUnknown = errors.New("unknown imitation learning algorithm")

// l2sDecay is α of Chang et al. (2015), Section 4.2.
const l2sDecay = 1e-5

// named is a row of Goodman et al. (2016), Table 2, or an online algorithm.
type named struct {
	name     string
	settings []string // of its own, besides those that apply to any algorithm
	make     func(Settings) algorithm
}

var presets = []named{
	{"explore", []string{"explore", "explore-after", "beam", "violation"}, func(s Settings) algorithm { // Goldberg & Nivre (2013), Algorithm 3
		if s.Beam > 0 {
			return algorithm{Beam: true, Strays: s.Violation == everyViolation, Asks: true}
		}
		in := mixture{Level: perAction, Expert: 1 - s.Explore, After: s.ExploreAfter}
		for _, p := range s.byRound(s.Explore, s.ExploreThen) {
			in.Shares = append(in.Shares, 1-p)
		}
		return algorithm{RollIn: in, Asks: true}
	}},
	{"l2s", nil, func(Settings) algorithm { // Chang, He, Daumé III & Langford (2015)
		return algorithm{RollIn: mixture{Level: perAction, Expert: 1, Decay: l2sDecay, PerDecision: true}}
	}},
	{"exact", nil, func(Settings) algorithm {
		return algorithm{RollOut: rollOut{None: true}, Train: firstRound}
	}},
	{"searn", []string{"decay", "samples"}, func(s Settings) algorithm { // Daumé III, Langford & Marcu (2009)
		mix := s.decaying()
		return algorithm{RollIn: mix, RollOut: s.sampled(mix), Train: latestRound, Fresh: true, Blend: lastMost}
	}},
	{"lols", []string{"share", "samples"}, func(s Settings) algorithm { // Chang, Krishnamurthy, Agarwal, Daumé III & Langford (2015)
		return algorithm{RollIn: mixture{Level: learnedOnly}, RollOut: s.sampled(s.halved()), Train: allRounds}
	}},
	{"scb-lols", []string{"share", "draws", "one-loss"}, func(s Settings) algorithm { // the same, Section 5
		out := rollOut{mixture: s.halved(), Bandit: true, OneLoss: s.OneLoss}
		return algorithm{RollIn: mixture{Level: learnedOnly}, RollOut: out, Explore: exploration{Draws: s.Draws}, Train: allRounds}
	}},
	{"smile", []string{"decay"}, func(s Settings) algorithm { // Ross & Bagnell (2010)
		return algorithm{RollIn: s.decaying(), RollOut: rollOut{None: true}, Train: allRounds, Blend: firstMost}
	}},
	{"dagger", []string{"decay"}, func(s Settings) algorithm { // Ross, Gordon & Bagnell (2011)
		return algorithm{RollIn: s.decaying(), RollOut: rollOut{None: true}, Train: allRounds}
	}},
	{"v-dagger", []string{"decay", "samples"}, func(s Settings) algorithm { // Vlachos & Clark (2014)
		mix := s.decaying()
		return algorithm{RollIn: mix, RollOut: s.sampled(mix), Train: allRounds}
	}},
	{"aggrevate", []string{"draws"}, func(s Settings) algorithm { // Ross & Bagnell (2014)
		return algorithm{RollIn: mixture{Level: learnedOnly}, Explore: exploration{Draws: s.Draws}, Train: allRounds}
	}},
}

func (s *Settings) decaying() mixture {
	if s.DecayThen != "" {
		return mixture{Level: perAction, Shares: s.byRound(s.Decay, s.DecayThen)}
	}
	return mixture{Level: perAction, Expert: 1, Decay: s.Decay}
}

// byRound returns the numbers of a list, none if there is only one.
func (s *Settings) byRound(first float64, then string) (list []float64) {
	if then != "" {
		for round := range 1 + len(strings.Split(then, ",")) {
			list = append(list, option.At(first, then, round+1))
		}
	}
	return list
}

// rises reports whether any share is larger than that of the round before.
func rises(shares []float64) bool {
	return !slices.IsSortedFunc(shares, func(a, b float64) int { return cmp.Compare(b, a) })
}

func (s *Settings) halved() mixture { return mixture{Level: perTrajectory, Expert: s.Share} }

func (s *Settings) sampled(m mixture) rollOut { return rollOut{mixture: m, Samples: s.Samples} }

// Names lists the algorithms that Settings can name.
func Names() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}

// find returns the algorithm of a name.
func find(name string) (named, error) {
	i := slices.IndexFunc(presets, func(p named) bool { return p.name == name })
	if i < 0 {
		return named{}, fmt.Errorf("%w %q (have %v)", errUnknown, name, Names())
	}
	return presets[i], nil
}

// of returns which of some settings an algorithm has.
func (p named) of(settings ...string) []string {
	return slices.DeleteFunc(settings, func(name string) bool { return !slices.Contains(p.settings, name) })
}

// joined returns the settings of an algorithm with the roll-ins and roll-outs of others.
func joined(base, in, out named) []string {
	own := slices.Concat(in.of("explore", "explore-after", "decay"), out.of("share", "samples", "one-loss"), base.of("draws", "beam", "violation"))
	if len(out.of("samples")) > 0 { // who completes a trajectory is drawn as in roll-ins
		own = append(own, out.of("decay")...)
	}
	return own
}
