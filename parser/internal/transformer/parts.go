package transformer

import (
	"slices"
	"time"

	"parser/conll"
)

// Part is the time that a part of reading takes.
type Part struct {
	Name string
	Time time.Duration
}

const (
	cutting    = iota // words into subwords, and these into windows
	embedding         // of subwords
	products          // with the weights of layers, and rounding what these multiply to bytes
	attention         // of all heads
	activating        // norms, activations, sums
	dealing           // what rows add to vectors of words
)

var partNames = [...]string{
	cutting: "subwords", embedding: "embeddings", products: "products", attention: "attention", activating: "norms, activations", dealing: "words",
}

// watch adds up the time of parts, if it has a clock.
type watch struct {
	now   func() time.Time
	last  time.Time
	spent [len(partNames)]time.Duration
}

// lap counts the time since the last one for a part.
func (w *watch) lap(part int) {
	if w.now != nil {
		now := w.now()
		w.spent[part] += now.Sub(w.last)
		w.last = now
	}
}

// Parts reads sentences, together is how many at a time, with a session of its own, and returns how long its parts take by a clock.
func (e *Encoder) Parts(sentences [][]conll.Word, together int, now func() time.Time) (parts []Part) {
	s, vectors := e.newSession(), []float32(nil)
	s.watch = watch{now: now, last: now()}
	for batch := range slices.Chunk(sentences, together) {
		words := 0
		for _, sentence := range batch {
			words += len(sentence)
		}
		vectors = slices.Grow(vectors[:0], words*e.Wide())
		s.Read(vectors[:words*e.Wide()], batch)
	}
	for i, name := range partNames {
		parts = append(parts, Part{name, s.watch.spent[i]})
	}
	return parts
}
