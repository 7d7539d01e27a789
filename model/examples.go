package model

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"parser/model/internal/compact"
	"parser/model/npz"
)

// Examples is a growing set of decisions to learn from, in little memory: each use of a feature
// takes four bytes, and equal lists of classes or of costs are stored once. When memory is full
// it keeps a uniform random sample of all decisions added (reservoir sampling, Algorithm R of
// Vitter 1985). It is not safe for concurrent use.
type Examples struct {
	limit    int64
	source   *rand.PCG // the source of random
	random   *rand.Rand
	full     bool
	added    int
	examples []example
	words    []uint32 // the features of all examples, as rows of features
	features compact.Index
	classes  lists[Class]
	costs    lists[float32]
}

// example is one decision: its features are words[start:start+n].
type example struct {
	start          uint64
	n              uint32
	classes, costs uint32 // places in the lists
	wrong          uint32 // 0 before the first visit, then 1 and the misclassifications since, see Pass
}

// NewExamples returns an empty set that takes at most about limit bytes; 0 means no limit. The
// seed decides which examples are kept when there are more; at least one is. Growing slices need
// spare capacity on top of the limit, and so does reclaiming the space of replaced examples, for a
// second copy.
func NewExamples(limit int64, seed uint64) *Examples {
	source := rand.NewPCG(seed, 0)
	return &Examples{limit: limit, source: source, random: rand.New(source)}
}

// Counts returns how many examples are kept, how many of the decisions added were dropped, and
// how many of the kept ones the α-bound leaves out, see Pass.
func (e *Examples) Counts(alpha int) (kept, dropped, bounded int) {
	for i := range e.examples {
		if e.examples[i].bounded(alpha) {
			bounded++
		}
	}
	return len(e.examples), e.added - len(e.examples), bounded
}

func (e *Examples) size() int64 {
	const perExample, perWord = 24, 4
	return int64(len(e.examples)*perExample+len(e.words)*perWord) + e.classes.bytes + e.costs.bytes + e.features.Size()
}

// Add adds a copy of a decision. Once memory is full, the copy replaces a random example or is
// dropped.
func (e *Examples) Add(d *Decision) {
	e.added++
	if !e.full {
		e.examples = append(e.examples, e.store(d))
	} else if i := e.random.Uint64N(uint64(e.added)); i < uint64(len(e.examples)) {
		e.examples[i] = e.store(d)
	} else {
		return
	}
	if e.limit <= 0 || e.size() <= e.limit {
		return
	}
	// Reclaim the space of replaced examples. If that gains little, drop random examples, so that
	// the next rebuild is not due at once; a random part of a uniform sample is uniform too.
	e.full = true
	e.rebuild()
	for wanted := e.limit / 8 * 7; e.size() > wanted && len(e.examples) > 1; e.rebuild() {
		share := float64(wanted) / float64(e.size())
		keep := max(1, min(len(e.examples)-1, int(share*float64(len(e.examples)))))
		e.random.Shuffle(len(e.examples), func(i, j int) {
			e.examples[i], e.examples[j] = e.examples[j], e.examples[i]
		})
		e.examples = e.examples[:keep]
	}
}

func (e *Examples) store(d *Decision) example {
	x := example{start: uint64(len(e.words)), n: uint32(len(d.Features))}
	for _, f := range d.Features {
		e.words = append(e.words, uint32(e.features.Add(f)))
	}
	x.classes, x.costs = e.classes.number(d.Classes), e.costs.number(d.Costs)
	return x
}

// at sets d to example i; it reuses the slices of d.
func (e *Examples) at(i int, d *Decision) {
	x := &e.examples[i]
	d.Features = d.Features[:0]
	for _, row := range e.words[x.start : x.start+uint64(x.n)] {
		d.Features = append(d.Features, e.features.Keys()[row])
	}
	d.Classes, d.Costs = e.classes.read(d.Classes, x.classes), e.costs.read(d.Costs, x.costs)
}

func (e *Examples) rebuild() {
	old, d := *e, Decision{}
	e.words, e.features, e.classes, e.costs = nil, compact.Index{}, lists[Class]{}, lists[float32]{}
	e.examples = make([]example, 0, len(old.examples))
	for i, x := range old.examples {
		old.at(i, &d)
		again := e.store(&d)
		again.wrong = x.wrong
		e.examples = append(e.examples, again)
	}
}

// Sync stores the examples in a record, or sets them from one.
func (e *Examples) Sync(r *npz.Record) {
	r.Numbers("counts", &e.added, &e.full)
	r.Random("random", e.source)
	npz.KeepItems(r, "words", &e.words)
	e.features.Sync(r)
	e.classes.keep(r.Part("classes"))
	e.costs.keep(r.Part("costs"))
	var fields [4][]uint32
	var starts []uint64
	for i := range e.examples {
		x := &e.examples[i]
		starts = append(starts, x.start)
		for j, field := range []uint32{x.n, x.classes, x.costs, x.wrong} {
			fields[j] = append(fields[j], field)
		}
	}
	npz.KeepItems(r, "starts", &starts)
	for j, name := range []string{"lengths", "offered", "priced", "wrong"} {
		npz.KeepItems(r, name, &fields[j])
		r.Check(len(fields[j]) == len(starts), name)
	}
	if !r.Reading() || r.Err() != nil {
		return
	}
	e.examples = make([]example, len(starts))
	for i, start := range starts {
		x := example{start, fields[0][i], fields[1][i], fields[2][i], fields[3][i]}
		e.examples[i] = x
		r.Check(x.start <= uint64(len(e.words)) && uint64(x.n) <= uint64(len(e.words))-x.start &&
			int(x.classes) < len(e.classes.texts) && int(x.costs) < len(e.costs.texts), "examples")
	}
	for _, row := range e.words {
		r.Check(int(row) < len(e.features.Keys()), "words")
	}
}

// lists numbers lists of costs or of classes, which float32 holds exactly. Equal lists have the
// same number.
type lists[T Class | float32] struct {
	numbers map[string]uint32
	texts   []string // the words of each, little endian
	bytes   int64    // memory in use, roughly
	scratch []byte
}

func (l *lists[T]) number(items []T) uint32 {
	l.scratch = l.scratch[:0]
	for _, item := range items {
		l.scratch = binary.LittleEndian.AppendUint32(l.scratch, math.Float32bits(float32(item)))
	}
	if i, ok := l.numbers[string(l.scratch)]; ok {
		return i
	}
	return l.put(string(l.scratch))
}

func (l *lists[T]) keep(r *npz.Record) {
	texts := make([][]byte, len(l.texts))
	for i, text := range l.texts {
		texts[i] = []byte(text)
	}
	npz.KeepLists(r, "lists", &texts)
	if !r.Reading() || r.Err() != nil {
		return
	}
	*l = lists[T]{}
	for _, text := range texts {
		r.Check(len(text)%4 == 0, "lists")
		l.put(string(text))
	}
}

func (l *lists[T]) put(text string) uint32 {
	if l.numbers == nil {
		l.numbers = map[string]uint32{}
	}
	const around = 64 // headers, number and map entry of a list
	i := uint32(len(l.texts))
	l.numbers[text], l.texts = i, append(l.texts, text)
	l.bytes += int64(len(text)) + around
	return i
}

func (l *lists[T]) read(dst []T, i uint32) []T {
	dst = dst[:0]
	for text := l.texts[i]; text != ""; text = text[4:] {
		dst = append(dst, T(math.Float32frombits(binary.LittleEndian.Uint32([]byte(text[:4])))))
	}
	return dst
}

// Pass goes over the examples once, in a new random order, and lets l learn from each. It returns
// how many l misclassified before it learned from them: their best-scored class was not the
// cheapest.
//
// With the α-bound (Khardon & Wachman 2007; alpha above 0) an example that was misclassified
// alpha times, over all passes, is left out from then on, so that noise has limited influence. Its
// first visit does not count: a learner that has seen little misclassifies it for want of examples
// like it, and with α = 1 would never see a quarter of them again.
func (e *Examples) Pass(l Learner, alpha int, random *rand.Rand) (mistakes int) {
	order := make([]uint32, len(e.examples))
	for i := range order {
		order[i] = uint32(i)
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	var d Decision
	scores := make([]float32, l.Classes())
	for _, i := range order {
		x := &e.examples[i]
		if x.bounded(alpha) {
			continue
		}
		e.at(int(i), &d)
		l.Score(scores, d.Features)
		wrong := d.Regret(scores) > 0
		if wrong {
			mistakes++
		}
		if wrong || x.wrong == 0 {
			x.wrong++
		}
		l.Learn(&d, scores)
	}
	return mistakes
}

func (x *example) bounded(alpha int) bool { return alpha > 0 && int64(x.wrong) > int64(alpha) }
