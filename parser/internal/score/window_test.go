package score_test

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/decode"
	"parser/parser/internal/score"
	"parser/parser/learn"
	"parser/transition"
)

const (
	rows  = 1 << 11 // of the table
	dim   = 24      // of an embedding and a word's vector
	parts = 3       // S0, S1 and N0
	row   = parts*dim + 1
)

// window is a kind of scorer by a small network that sees each word with its neighbours. It
// proves that a scorer may have a state per sentence and be trained through it.
//
// When a session reads a sentence, each word gets a vector (Collobert et al. 2011, the window
// approach): tanh of the sum of six embeddings, of the form and of the tag of the word and of
// its two neighbours, rows of a table that they are hashed into. A decision is scored by a
// linear layer over the vectors of S0, S1 and N0.
type window struct{}

// Name implements score.Kind.
func (window) Name() string { return "window" }

// Traits implements score.Kind: there is nothing that others do not have.
func (window) Traits() score.Traits { return score.Traits{Usage: "a window"} }

// Check implements score.Kind: any parser will do.
func (window) Check(*score.Shape) error { return nil }

// CheckTrainingSet implements score.Kind.
func (window) CheckTrainingSet(*score.TrainingSet) error { return nil }

// New implements score.Kind. Embeddings are drawn, all else begins as 0.
func (window) New(l *score.TrainingSet) (score.Learner, error) {
	empty, random := newNetwork(nil, l.Classes()), rand.New(rand.NewPCG(l.Seed, 0))
	n := newNetwork(slices.Clone(empty.weights), l.Classes())
	for i := range n.table {
		n.table[i] = random.Float32() - 0.5
	}
	return &learner{session: &session{network: n}, gradient: empty, squares: slices.Clone(empty.weights)}, nil
}

// Load implements score.Kind.
func (window) Load(arrays *npz.Arrays, prefix string, s *score.Shape) (score.Scorer, error) {
	weights, err := npz.Array[float32](arrays, prefix+entry)
	if err != nil {
		return nil, err
	}
	if n := len(newNetwork(nil, s.Classes()).weights); n != len(weights) {
		return nil, fmt.Errorf("%w: %s has %d weights, not %d", npz.ErrFile, prefix+entry, len(weights), n)
	}
	return newNetwork(weights, s.Classes()), nil
}

// entry is the entry of a model file with all weights.
const entry = "window"

// network implements score.Scorer.
type network struct {
	classes []int       // of each stage
	weights []float32   // those of table and output, one after the other
	table   []float32   // rows of embeddings
	output  [][]float32 // of each stage, for each class a row of weights for S0, S1 and N0, and a bias
}

// newNetwork returns a network of these weights or, for nil, of zeros.
func newNetwork(weights []float32, classes []int) *network {
	ends := []int{rows * dim}
	for _, k := range classes {
		ends = append(ends, ends[len(ends)-1]+k*row)
	}
	if weights == nil {
		weights = make([]float32, ends[len(classes)])
	}
	n := &network{classes: classes, weights: weights, table: weights[:ends[0]]}
	for stage := range classes {
		n.output = append(n.output, weights[ends[stage]:ends[stage+1]])
	}
	return n
}

// NewSession implements score.Scorer.
func (n *network) NewSession() score.Session { return &session{network: n} }

// Entries implements score.Scorer.
func (n *network) Entries(prefix string) []npz.Entry {
	return []npz.Entry{{Name: prefix + entry, Data: n.weights}}
}

// Describe implements score.Scorer.
func (n *network) Describe() string {
	return fmt.Sprintf("a window network of %d weights", len(n.weights))
}
func (n *network) Columns() []string { return nil }

// session implements score.Session.
type session struct {
	*network
	sentences [][]place // place 0 of a sentence is ROOT, 1 the first word
	seen      [row]float32
}

// place is what a session knows of a word.
type place struct {
	embeddings [6]int // where they begin in the table
	vector     [dim]float32
	gradient   [dim]float32 // of the loss by the vector, while learning
}

// Read implements score.Session.
func (s *session) Read(sentences ...[]conll.Word) {
	s.sentences = s.sentences[:0]
	for _, words := range sentences {
		places := make([]place, len(words)+1)
		for i := range places {
			p := &places[i]
			for j := range p.embeddings {
				hash := fnv.New64a()
				_, _ = io.WriteString(hash, spelling(words, i-1+j/2, j)) // which never fails
				p.embeddings[j] = int(hash.Sum64()%rows) * dim
				add(p.vector[:], s.table[p.embeddings[j]:], 1)
			}
			for k, sum := range p.vector {
				p.vector[k] = float32(math.Tanh(float64(sum)))
			}
		}
		s.sentences = append(s.sentences, places)
	}
}

// spelling writes the word at place i as its j-th embedding is to see it: every second one
// sees the tag.
func spelling(words []conll.Word, i, j int) string {
	switch {
	case i < 1 || i > len(words):
		return fmt.Sprint(j, " ", min(i, 1), " no word")
	case j%2 == 0:
		return fmt.Sprint(j, words[i-1].Form)
	}
	return fmt.Sprint(j, words[i-1].UPOS)
}

// add adds factor·x to dst.
func add(dst, x []float32, factor float32) {
	for i := range dst {
		dst[i] += float32(factor * x[i])
	}
}

// Score implements score.Session.
func (s *session) Score(decisions []*learn.Decision) {
	for _, d := range decisions {
		s.see(d)
		classes := s.classes[d.Stage]
		d.Scores = slices.Grow(d.Scores[:0], classes)[:classes]
		for k := range d.Scores {
			d.Scores[k] = 0
			for i, weight := range s.output[d.Stage][k*row:][:row] {
				d.Scores[k] += float32(weight * s.seen[i])
			}
		}
	}
}

// see sets what a decision is scored by, and returns where it is from: the places of S0, S1
// and N0, or nil. A bracket has that of its first word.
func (s *session) see(d *learn.Decision) (places [parts]*place) {
	clear(s.seen[:])
	s.seen[row-1] = 1
	c := &decode.Of(d).Config
	for i, node := range [parts]int32{c.S(0), c.S(1), c.Front()} {
		if node != transition.None {
			places[i] = &s.sentences[d.Input][c.Nodes[node].First]
			copy(s.seen[i*dim:], places[i].vector[:])
		}
	}
	return places
}

// learner implements score.Learner. The loss of a decision is −log of the probability of its
// classes of least cost, by the softmax over those that are offered.
type learner struct {
	*session
	gradient *network  // of the losses of the batch
	squares  []float32 // sums of squared gradients
	slopes   []float64 // of a decision's loss, by scores
}

// Learn implements score.Learner: the gradient goes as far as the words' vectors.
func (l *learner) Learn(decisions []*learn.Decision) {
	for _, d := range decisions {
		places := l.see(d)
		l.setSlopes(d)
		var back [row]float32
		for i, k := range d.Classes {
			slope := float32(l.slopes[i])
			add(l.gradient.output[d.Stage][int(k)*row:][:row], l.seen[:], slope)
			add(back[:], l.output[d.Stage][int(k)*row:], slope)
		}
		for i, p := range places {
			if p != nil {
				add(p.gradient[:], back[i*dim:], 1)
			}
		}
	}
}

// setSlopes sets the derivatives of a decision's loss: with p the probability of a class,
// and P that of all of least cost together, p − p/P for those, and p for all others.
func (l *learner) setSlopes(d *learn.Decision) {
	highest, least := d.Scores[d.Best()], slices.Min(d.Costs)
	var all, best float64
	l.slopes = l.slopes[:0]
	for i, k := range d.Classes {
		p := math.Exp(float64(d.Scores[k] - highest))
		l.slopes = append(l.slopes, p)
		all += p
		if d.Costs[i] == least {
			best += p
		}
	}
	for i, p := range l.slopes {
		l.slopes[i] = p / all
		if d.Costs[i] == least {
			l.slopes[i] -= p / best
		}
	}
}

// Update implements score.Learner: the gradient goes on from the vectors to the embeddings,
// and all weights take a step, w ← w − g/(10·√Σg²) (Adagrad, Duchi et al. 2011).
func (l *learner) Update() error {
	l.encode()
	for i, g := range l.gradient.weights {
		if g != 0 {
			l.squares[i] += float32(g * g)
			l.weights[i] -= g / (10 * float32(math.Sqrt(float64(l.squares[i]))))
		}
	}
	clear(l.gradient.weights)
	return nil
}

// encode takes the gradient through tanh, whose derivative is 1 − tanh².
func (l *learner) encode() {
	for _, places := range l.sentences {
		for i := range places {
			p := &places[i]
			for k, v := range p.vector {
				p.gradient[k] *= 1 - float32(v*v)
			}
			for _, at := range p.embeddings {
				add(l.gradient.table[at:][:dim], p.gradient[:], 1)
			}
		}
	}
}

// Batch implements score.Learner and score.Scorer.
func (n *network) Batch() int { return 0 }

// Freeze implements score.Learner.
func (l *learner) Freeze() score.Scorer { return newNetwork(slices.Clone(l.weights), l.classes) }

// Sync implements score.Learner.
func (l *learner) Sync(r *npz.Record) {
	for i, numbers := range [][]float32{l.weights, l.squares} {
		kept := numbers
		npz.KeepItems(r, fmt.Sprint(i), &kept)
		r.Check(copy(numbers, kept) == len(kept), "weights")
	}
}

// NewExamples implements score.Learner: a decision means nothing without its sentence.
func (l *learner) NewExamples(int64, *rand.Rand) (score.Examples, error) {
	return nil, fmt.Errorf("%w: %s", score.ErrNoExamples, window{}.Name())
}
