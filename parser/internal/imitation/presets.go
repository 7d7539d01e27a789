package imitation

import "errors"

// ErrUnknown is the cause if no algorithm has the given name.
var ErrUnknown = errors.New("unknown imitation learning algorithm")

// l2sDecay is α of Chang et al. (2015), Section 4.2.
const l2sDecay = 1e-5

// named is a row of Goodman et al. (2016), Table 2, or an online algorithm.
type named struct {
	name     string
	settings []string // of its own, besides those that apply to any algorithm
	make     func(Settings) Algorithm
}

var presets = []named{
	{"explore", []string{"explore", "explore-after"}, func(s Settings) Algorithm { // Goldberg & Nivre (2013), Algorithm 3
		return Algorithm{RollIn: Mixture{Level: PerAction, Expert: 1 - s.Explore, After: s.ExploreAfter}}
	}},
	{"l2s", nil, func(Settings) Algorithm { // Chang, He, Daumé III & Langford (2015)
		return Algorithm{RollIn: Mixture{Level: PerAction, Expert: 1, Decay: l2sDecay, PerDecision: true}}
	}},
	{"exact", nil, func(Settings) Algorithm {
		return Algorithm{RollOut: RollOut{None: true}, Train: FirstRound}
	}},
	{"searn", []string{"decay", "samples"}, func(s Settings) Algorithm { // Daumé III, Langford & Marcu (2009)
		mix := s.decaying()
		return Algorithm{RollIn: mix, RollOut: s.sampled(mix), Train: LatestRound, Fresh: true, Blend: LastMost}
	}},
	{"lols", []string{"share", "samples"}, func(s Settings) Algorithm { // Chang, Krishnamurthy, Agarwal, Daumé III & Langford (2015)
		return Algorithm{RollIn: Mixture{Level: LearnedOnly}, RollOut: s.sampled(s.halved()), Train: AllRounds}
	}},
	{"scb-lols", []string{"share"}, func(s Settings) Algorithm { // the same, Section 5
		out := RollOut{Mixture: s.halved(), Bandit: true}
		return Algorithm{RollIn: Mixture{Level: LearnedOnly}, RollOut: out, Explore: Exploration{Draws: 1}, Train: AllRounds}
	}},
	{"smile", []string{"decay"}, func(s Settings) Algorithm { // Ross & Bagnell (2010)
		return Algorithm{RollIn: s.decaying(), RollOut: RollOut{None: true}, Train: AllRounds, Blend: FirstMost}
	}},
	{"dagger", []string{"decay"}, func(s Settings) Algorithm { // Ross, Gordon & Bagnell (2011)
		return Algorithm{RollIn: s.decaying(), RollOut: RollOut{None: true}, Train: AllRounds}
	}},
	{"v-dagger", []string{"decay", "samples"}, func(s Settings) Algorithm { // Vlachos & Clark (2014)
		mix := s.decaying()
		return Algorithm{RollIn: mix, RollOut: s.sampled(mix), Train: AllRounds}
	}},
	{"aggrevate", []string{"draws"}, func(s Settings) Algorithm { // Ross & Bagnell (2014)
		return Algorithm{RollIn: Mixture{Level: LearnedOnly}, Explore: Exploration{Draws: s.Draws}, Train: AllRounds}
	}},
}

func (s *Settings) decaying() Mixture {
	return Mixture{Level: PerAction, Expert: 1, Decay: s.Decay}
}

func (s *Settings) halved() Mixture { return Mixture{Level: PerTrajectory, Expert: s.Share} }

func (s *Settings) sampled(m Mixture) RollOut { return RollOut{Mixture: m, Samples: s.Samples} }

// Names lists the algorithms that Settings can name.
func Names() []string {
	var names []string
	for _, p := range presets {
		names = append(names, p.name)
	}
	return names
}
