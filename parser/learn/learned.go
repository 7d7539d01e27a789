package learn

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"parser/model"
	"parser/model/npz"
)

// Learned is what a [Course] has taught a learner of features: its classifiers, and the policies made of them. It does not
// change, and any number of goroutines can ask for policies.
type Learned struct {
	classes []int        // of each stage
	rounds  []classifier // the last one at the end; only one unless the policy is a mixture
	shares  []float64    // of rounds in the mixture; their sum is 1
}

// Run carries out this many rounds and returns what was learned, for courses without New.
func (c *Course) Run(ctx context.Context, rounds int) (*Learned, error) {
	for range rounds {
		if _, err := c.Round(ctx); err != nil {
			return nil, err
		}
	}
	return c.Learned()
}

// Learned returns what was learned so far, for courses without New. It is an error before the first round is over.
func (c *Course) Learned() (*Learned, error) {
	if c.New != nil {
		return nil, errors.New("the course teaches learners of its own, see Freeze")
	}
	if c.learner == nil || c.algorithm.Train != online && len(c.frozen) == 0 {
		return nil, errors.New("nothing is learned before the first round is over")
	}
	l := &Learned{classes: c.Classes}
	var scorers []Scorer
	scorers, l.shares = c.Mixture()
	for _, s := range scorers {
		l.rounds = append(l.rounds, s.(classifier))
	}
	return l, nil
}

// Policy returns the policy of the last classifier or, if random is not nil, the stochastic policy of the theory: for
// searn and smile the mixture of the classifiers of all rounds, without the reference, one of which is drawn for each
// action. It belongs to one goroutine.
func (l *Learned) Policy(random *rand.Rand) Policy {
	return &mixed{Learned: l, random: random, actors: map[int]classifier{}}
}

// Run leads states to their ends under the policy of the last classifier.
func (l *Learned) Run(states ...State) error { return new(Decoder).Run(l.Policy(nil), states...) }

// mixed is the policy of what was learned.
type mixed struct {
	*Learned
	random *rand.Rand
	actors map[int]classifier // of the current actions, by input
}

func (p *mixed) Choose(decisions []*Decision) error {
	for _, d := range decisions {
		if err := d.check(); err != nil {
			return err
		}
		if err := d.within(p.classes); err != nil {
			return err
		}
		actor := p.rounds[len(p.rounds)-1]
		if p.random != nil && len(p.rounds) > 1 {
			if p.actors[d.Input] == nil || d.Stage == 0 {
				p.actors[d.Input] = p.rounds[draw(p.shares, p.random)]
			}
			actor = p.actors[d.Input]
		}
		d.score(actor[d.Stage])
		d.Choice = d.Best()
	}
	return nil
}

// draw returns a place, with the probability there; the probabilities add up to 1.
func draw(shares []float64, random *rand.Rand) int {
	left := random.Float64()
	for i, share := range shares[:len(shares)-1] {
		if left -= share; left < 0 {
			return i
		}
	}
	return len(shares) - 1
}

// Entries returns what was learned as entries of a model file, names starting with prefix, for [npz.Write].
func (l *Learned) Entries(prefix string) []npz.Entry {
	var classes []int32
	for _, n := range l.classes {
		classes = append(classes, int32(n))
	}
	all := []npz.Entry{{Name: prefix + "classes", Data: classes}, {Name: prefix + "shares", Data: l.shares}}
	for i, c := range l.rounds {
		all = append(all, c.Entries(fmt.Sprintf("%s%d/", prefix, i))...)
	}
	return all
}

// Read reads what was saved as entries whose names start with prefix. It refuses (npz.ErrFile) what does not fit together.
func Read(a *npz.Arrays, prefix string) (*Learned, error) {
	classes, err := npz.Array[int32](a, prefix+"classes")
	if err != nil {
		return nil, err
	}
	l := &Learned{}
	for _, n := range classes {
		if n < 1 || n > model.MaxClasses {
			return nil, fmt.Errorf("%w: %d classes", npz.ErrFile, n)
		}
		l.classes = append(l.classes, int(n))
	}
	if l.shares, err = npz.Array[float64](a, prefix+"shares"); err != nil {
		return nil, err
	}
	if len(l.classes) == 0 || len(l.shares) == 0 {
		return nil, fmt.Errorf("%w: a policy without classifiers", npz.ErrFile)
	}
	for i, share := range l.shares {
		if !(share >= 0 && share <= 1) {
			return nil, fmt.Errorf("%w: %v is no share of a mixture", npz.ErrFile, share)
		}
		c, err := readClassifier(a, fmt.Sprintf("%s%d/", prefix, i), l.classes)
		if err != nil {
			return nil, err
		}
		l.rounds = append(l.rounds, c)
	}
	return l, nil
}
