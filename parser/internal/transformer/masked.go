package transformer

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/loops"
)

// MaskedSettings say how an encoder learns from raw text.
type MaskedSettings struct {
	TuningSettings
	Batch  int     // words that are learned from by one step
	Hidden float64 // share of the words of a sequence that are to be guessed
	Least  int     // occurrences in the text that a subword needs to be learned and guessed
	Seed   uint64
}

// DefaultMaskedSettings returns the usual settings (Devlin et al. 2019), with a rate for short trainings.
func DefaultMaskedSettings() MaskedSettings {
	return MaskedSettings{
		TuningSettings: TuningSettings{Rate: 3e-4, Decay: 1, WarmUp: 0.1, Dropout: 0.1, Clip: 1},
		Batch:          1000, Hidden: 0.15, Least: 5, Seed: 1,
	}
}

// Masked is an encoder that goes on learning from raw text as a masked language model (Devlin et al. 2019): some words
// are hidden, and their subwords are guessed from the states of the last layer (see head). All layers learn, and the
// embeddings of those subwords that the text has.
//
// A batch is learned from in parts, whose gradients are added up in order, so that the number of threads changes no bit.
type Masked struct {
	settings MaskedSettings
	*Tuning  // which has all weights
	head     *head
	classes  []int32 // subwords that can be guessed, in order
	class    map[int32]int32
	parts    []*maskedPart
	done     float64 // words
}

// ErrText is the cause when a text is too short to learn from.
var ErrText = errors.New("too little text to learn from")

// ErrDiverged is the error of learning when the gradient is not finite any more.
var ErrDiverged = errors.New("the gradient of the loss is not finite: try a lower rate")

// maskedParts is the number of parts of a batch.
const maskedParts = 4

// NewMasked returns a copy of an encoder of a folder that learns from a text, of whose words it is told how often each
// occurs.
func (e *Encoder) NewMasked(words map[string]int, o MaskedSettings) (*Masked, error) {
	special := e.tokenizer.Special()
	switch {
	case e.folder == nil:
		return nil, fmt.Errorf("%w: %s is in a model, and learns from text only in a folder", ErrEncoder, e.Name)
	case special.Mask < 0:
		return nil, fmt.Errorf("%w: %s has no subword that hides others, such as [MASK] or <mask>", ErrEncoder, e.Name)
	}
	counts := make([]int, e.Vocabulary)
	for form, n := range words {
		for _, id := range e.tokenizer.Word(nil, form) {
			counts[id] += n
		}
	}
	m := &Masked{settings: o, class: map[int32]int32{}}
	var occurs []int
	for id, n := range counts {
		if n >= o.Least || slices.Contains([]int32{special.First, special.Last, special.Mask}, int32(id)) {
			m.class[int32(id)] = int32(len(m.classes))
			m.classes, occurs = append(m.classes, int32(id)), append(occurs, n)
		}
	}
	if slices.Max(counts) < o.Least {
		return nil, fmt.Errorf("%w: no subword occurs %d times", ErrText, o.Least)
	}
	own := o.TuningSettings
	own.Last = e.Layers
	m.Tuning = e.With(Settings{Mixed: 1, Pieces: "mean"}).NewTuning(own, nil)
	var err error
	if m.head, err = e.newHead(m.classes, occurs, rand.New(rand.NewPCG(o.Seed, 1))); err != nil {
		return nil, err
	}
	for _, p := range append(m.head.parts(0), m.head.ofSubwords(0)...) {
		p.learn()
	}
	for i, id := range m.classes {
		at, end := i*e.Embeddings, (i+1)*e.Embeddings
		m.subwords.tuned[id] = &weights{m.head.table.values[at:end], m.head.table.gradient[at:end], nil, nil}
	}
	for i := range maskedParts {
		p := m.newPart(rand.NewPCG(o.Seed, uint64(2+i)))
		for _, w := range p.gathered {
			w.gradient = make([]float32, w.rows*w.cols)
		}
		m.parts = append(m.parts, p)
	}
	m.packAll()
	return m, nil
}

// Done returns how many words were learned from so far.
func (m *Masked) Done() float64 { return m.done }

// all lists the weights that learn.
func (m *Masked) all() []part { return append(m.shared(), m.head.ofSubwords(len(m.layers))...) }

// shared lists those whose gradients each part of a batch has by itself: all but those of subwords.
func (m *Masked) shared() []part { return append(m.learning(), m.head.parts(len(m.layers))...) }

// packAll prepares weights that have changed for products, and shows them to the parts.
func (m *Masked) packAll() {
	all, h, wide := m.all(), m.head, m.Embeddings
	m.crew().Each(len(all)+2, func(i int) {
		switch i {
		case len(all):
			h.columns.Pack(h.table.values, wide, len(m.classes), 1, wide)
		case len(all) + 1:
			h.rows.Pack(h.table.values, len(m.classes), wide, wide, 1)
		default:
			all[i].pack(true)
		}
	})
	for _, p := range m.parts {
		p.follow(m.Encoder)
		p.head.follow(h)
	}
}

// Learn takes a step from sentences and returns the sum of the losses of all subwords that were hidden, −log p, and their
// number. Of the whole training, words are planned.
func (m *Masked) Learn(sentences [][]conll.Word, planned float64) (loss float64, targets int, err error) {
	loss, targets = m.backward(sentences)
	words := 0.0
	for _, s := range sentences {
		words += float64(len(s))
	}
	progress := (m.done + words/2) / planned // in the middle of the step, so that neither the first nor the last has a rate of 0
	m.done += words
	if targets == 0 {
		return 0, 0, nil
	}
	if !m.step(m.all(), 1/float64(targets), progress) {
		return 0, 0, ErrDiverged
	}
	m.packAll()
	return loss, targets, nil
}

// backward deals sentences to the parts in turn, and adds the gradients of their losses.
func (m *Masked) backward(sentences [][]conll.Word) (loss float64, targets int) {
	m.crew().Each(len(m.parts), func(i int) {
		p := m.parts[i]
		p.text = p.text[:0]
		for s := i; s < len(sentences); s += len(m.parts) {
			p.text = append(p.text, sentences[s])
		}
		p.learn(m)
	})
	for _, p := range m.parts {
		loss, targets = loss+p.loss, targets+len(p.wants)
	}
	m.addUp()
	return loss, targets
}

// addUp adds up the gradients of the parts, in their order.
func (m *Masked) addUp() {
	const block = 1024 // classes
	own, blocks := m.shared(), (len(m.classes)+block-1)/block
	m.crew().Each(len(own)+blocks, func(i int) {
		for _, p := range m.parts {
			if i >= len(own) {
				from := (i - len(own)) * block
				m.head.addTable(&p.head, len(p.wants), from, min(from+block, len(m.classes)))
				continue
			}
			gradient := p.gathered[i].gradient
			loops.Add(own[i].gradient, gradient)
			clear(gradient)
		}
	})
	for _, p := range m.parts {
		m.addEmbeddings(p.ids, p.places, p.ofRows, func(id int32) *weights { return m.subwords.tuned[id] })
	}
}

// Loss returns the mean of −log p over all hidden subwords of sentences that can be guessed, NaN without any. What is
// hidden depends on the sentences alone.
func (m *Masked) Loss(sentences [][]conll.Word) float64 {
	p, loss, targets := m.newPart(rand.NewPCG(0, 0)), 0.0, 0
	p.Dropout = 0
	p.follow(m.Encoder)
	p.head.follow(m.head)
	for p.text = range slices.Chunk(sentences, 32) {
		loss, targets = loss+p.read(m), targets+len(p.wants)
	}
	return loss / float64(targets)
}

// Perplexity returns e to the power of the Loss.
func (m *Masked) Perplexity(sentences [][]conll.Word) float64 { return math.Exp(m.Loss(sentences)) }

// Sync stores what was learned in a record, or sets it to that of a training of the same encoder, text and settings.
func (m *Masked) Sync(r *npz.Record) {
	for _, p := range m.all() {
		p.keep(r.Part(p.name))
	}
	r.Numbers("done", &m.done, &m.steps)
	for i, p := range m.parts {
		r.Random(fmt.Sprint("random", i), p.source)
	}
	if r.Reading() && r.Err() == nil {
		for i, id := range m.classes {
			m.subwords.tuned[id].values = m.head.table.values[i*m.Embeddings:][:m.Embeddings]
		}
		m.packAll()
	}
}
