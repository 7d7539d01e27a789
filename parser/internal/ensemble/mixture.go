package ensemble

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/learn"
)

// mixture is a stochastic policy: for each action one of the parts is drawn, with the probability that is its weight.
type mixture struct{ ensemble }

// NewMixture returns the stochastic policy of parts, whose weights add up to 1: that of SEARN (Daumé III et al. 2009) and of
// SMILe (Ross & Bagnell 2010), whose parts are the classifiers of all rounds.
func NewMixture(parts ...Part) score.Scorer { return mixture{New(parts...).(ensemble)} }

// Seed makes the session of a mixture draw by this seed, which is 0 otherwise. It returns false for other sessions.
func Seed(s score.Session, seed uint64) bool {
	m, ok := s.(*drawing)
	if ok {
		m.seed = seed
	}
	return ok
}

// Draws reports whether a scorer is a mixture.
func Draws(s score.Scorer) bool {
	_, ok := s.(mixture)
	return ok
}

func (m mixture) NewSession() score.Session {
	return &drawing{session: m.ensemble.NewSession().(*session), drawn: make([][]*learn.Decision, len(m.ensemble))}
}

func (m mixture) Packed(p npz.Precision) score.Scorer {
	return mixture{m.ensemble.Packed(p).(ensemble)}
}

func (m mixture) Describe() string {
	return "one drawn for each action: " + strings.ReplaceAll(m.ensemble.Describe(), " + ", " or ")
}

// MixtureLoader loads mixtures, whose files are those of ensembles.
type MixtureLoader struct{ Loader }

// Name implements score.Loader.
func (MixtureLoader) Name() string { return "mixture" }

// Load implements score.Loader.
func (l MixtureLoader) Load(arrays *npz.Arrays, prefix string, s *score.Shape) (score.Scorer, error) {
	e, err := l.Loader.Load(arrays, prefix, s)
	if err != nil {
		return nil, err
	}
	const rounding = 1e-3
	sum := float32(0)
	for _, p := range e.(ensemble) {
		sum += p.Weight
	}
	if sum < 1-rounding || sum > 1+rounding {
		return nil, fmt.Errorf("%w: the weights of a mixture add up to %v", npz.ErrFile, sum)
	}
	return mixture{e.(ensemble)}, nil
}

// drawing is a session of a mixture. What is drawn depends on the seed, on the words of the sentence, and on how many steps
// led to the decision: not on other sentences, nor on how often a decision is scored.
type drawing struct {
	*session
	seed   uint64
	hashes []uint64            // of sentences
	drawn  [][]*learn.Decision // for each part
}

func (s *drawing) Read(sentences ...[]conll.Word) {
	s.session.Read(sentences...)
	s.hashes = s.hashes[:0]
	var forms []string
	for _, words := range sentences {
		forms = forms[:0]
		for i := range words {
			forms = append(forms, words[i].Form)
		}
		s.hashes = append(s.hashes, learn.Hash("sentence", forms...))
	}
}

func (s *drawing) Score(decisions []*learn.Decision) {
	for i := range s.drawn {
		s.drawn[i] = s.drawn[i][:0]
	}
	for _, d := range decisions {
		part := s.draw(d)
		s.drawn[part] = append(s.drawn[part], d)
	}
	for i, p := range s.parts {
		if len(s.drawn[i]) > 0 {
			p.Score(s.drawn[i])
		}
	}
}

// draw returns the part that answers a decision. Further decisions about an action come after the same number of steps.
func (s *drawing) draw(d *learn.Decision) int {
	source := rand.NewPCG(s.seed^s.hashes[d.Input], uint64(len(decode.Of(d).Config.Steps)))
	left := float32(rand.New(source).Float64())
	for i, weight := range s.weights[:len(s.weights)-1] {
		if left -= weight; left < 0 {
			return i
		}
	}
	return len(s.weights) - 1
}
