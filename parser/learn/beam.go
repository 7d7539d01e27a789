package learn

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"parser/model"
)

// Violations from which a beam learns, Settings.Violation.
const (
	earlyViolation = "early"
	maxViolation   = "max"
	everyViolation = "every"
)

// largest reports whether the largest violation is learned from, as where none is named.
func (s *Settings) largest() bool { return s.Violation == "" || s.Violation == maxViolation }

// beam searches an input with several derivations at a time, and learns from whole derivations by the structured perceptron (Collins
// 2002): the score of a way is the sum of those of its classes, Φ adds up their features, and if z is the best way that
// the search holds and y the best one of least cost, a violation s(z) ≥ s(y) moves the weights by
//
//	w ← w + Φ(y) − Φ(z)
//
// where the decisions that both begin with cancel out. Which violation counts is
//
//	early   the first one that nothing can mend, when all ways of least cost have fallen out of the beam; there the search
//	        ends (Collins & Roark 2004)
//	max     the largest one of all steps, y going on alone where it has fallen out (Huang, Fayong & Guo 2012)
//	every   each at which they fall out; what is left goes on, and the reference says which way costs least from there
//
// and at the end of the search any best way that costs more than the least. y is not fixed before: of all ways of least cost it
// is the one that the learner likes best (Goldberg & Nivre 2012), which takes a reference that knows them all. With one that
// knows a single way, early and max are as published; "every" asks about ways that cost something, as with dynamic
// oracles in greedy training (Goldberg & Nivre 2013).
type beam struct {
	*Course
	place int // of the input in its batch

	open   []*hypothesis // at most Width, the best first
	right  *hypothesis   // y; among open unless it is lost
	least  float64       // what y costs
	worst  violation     // so far
	free   []*hypothesis
	before []*hypothesis // that are followed
	asking []*Decision
	best   []extension // of open
	mended extension   // of open or right: the best of least cost
}

// hypothesis is a way that a beam follows.
type hypothesis struct {
	task
	asked    *Decision // the next one; nil at the end
	way      []model.Class
	score    float64
	regret   float64 // how much more it costs than the way of least cost, as far as that was asked
	children int     // how many of its extensions go on
}

// extension is a hypothesis with an answer to its decision, unless it has ended.
type extension struct {
	*hypothesis
	class  model.Class
	score  float64
	regret float64
}

// violation is a pair of ways.
type violation struct {
	better, worse []model.Class
	lead, more    float64 // of better over worse in scores, at most 0, and of worse over better in costs
}

// ranker is a Learner that learns from whole derivations.
type ranker interface {
	// Prefer is told two ways, by the decisions on each and what was chosen: the first should have scored higher. Its score
	// is by lead above that of the other, which costs more by so much. Ways without decisions are a lesson already learned.
	Prefer(better, worse iter.Seq[*Decision], lead, more float64)
}

// copier is a Task that can become a copy of another one of its course, in the same state; others repeat the way to it.
type copier interface{ CopyFrom(Task) }

// searchAll searches the inputs of a batch with a beam; done searches came before in this round.
func (c *Course) searchAll(inputs []int, done int) error {
	if _, ok := c.learner.(ranker); !ok {
		return fmt.Errorf("%w: the learner cannot learn from the derivations of a beam", ErrSettings)
	}
	b := &c.beam
	b.Course = c
	for place, i := range inputs {
		if err := b.search(i, place); err != nil {
			return err
		}
		if c.Rolled != nil {
			c.Rolled(b.open[0].Task, done+place+1)
		}
	}
	return c.learner.Update()
}

// search searches an input, at a place of the batch, and learns from what it finds.
func (b *beam) search(input, place int) error {
	b.free, b.place = append(b.free, b.open...), place
	if b.lost() {
		b.free = append(b.free, b.right)
	}
	first, err := b.vacant()
	if err != nil {
		return err
	}
	if err := first.start(input); err != nil {
		return err
	}
	first.way, first.score, first.regret = first.way[:0], 0, 0
	b.open, b.right, b.least, b.worst = append(b.open[:0], first), first, 0, violation{}
	for steps := 0; ; steps++ {
		going, err := b.ask()
		if err != nil {
			return err
		}
		if !going {
			return b.end()
		}
		if steps == b.decoder.Longest {
			return fmt.Errorf("%w: no end after %d decisions", ErrTask, steps)
		}
		b.rank()
		if over, err := b.advance(); over || err != nil {
			return err
		}
	}
}

// lost reports whether the way of least cost has fallen out of the beam.
func (b *beam) lost() bool { return b.right != nil && !slices.Contains(b.open, b.right) }

// vacant returns a hypothesis to overwrite.
func (b *beam) vacant() (*hypothesis, error) {
	if n := len(b.free); n > 0 {
		h := b.free[n-1]
		b.free = b.free[:n-1]
		return h, nil
	}
	t, err := b.NewTask()
	return &hypothesis{task: newTask(t)}, err
}

// ask collects the decisions, has them scored, and has those priced whose ways may yet cost least. It reports whether there
// are any. A decision with a single class needs no score.
func (b *beam) ask() (going bool, err error) {
	b.asking = b.asking[:0]
	for h := range b.all {
		h.asked = h.Next()
		if h.asked == nil {
			continue
		}
		going, h.asked.Input = true, b.place
		b.stats.Decisions++
		if err := b.sound(h.asked); err != nil {
			return false, err
		}
		if h.regret == b.least || b.Settings.Violation == everyViolation {
			b.stats.Asked++
			if err := h.reference.Price(h.asked); err != nil {
				return false, err
			}
			if err := h.asked.check(); err != nil {
				return false, err
			}
		}
		if len(h.asked.Classes) > 1 {
			b.asking = append(b.asking, h.asked)
		}
	}
	if len(b.asking) > 0 {
		b.in.learned[0].score(b.asking)
	}
	return going, nil
}

// all yields what goes on.
func (b *beam) all(yield func(*hypothesis) bool) {
	for _, h := range b.open {
		if !yield(h) {
			return
		}
	}
	if b.lost() {
		yield(b.right)
	}
}

// rank finds the best extensions of the beam, and the best one of least cost. Ties go to the extension of the better
// hypothesis, and then to the class offered first.
func (b *beam) rank() {
	b.best, b.mended = b.best[:0], extension{}
	lost := b.lost()
	for h := range b.all {
		for x := range h.extensions {
			if !lost || h != b.right {
				b.offer(x)
			}
			if x.regret == b.least && (b.mended.hypothesis == nil || x.score > b.mended.score) {
				b.mended = x
			}
		}
	}
}

// extensions yields the extensions of a hypothesis.
func (h *hypothesis) extensions(yield func(extension) bool) {
	if h.asked == nil {
		yield(extension{hypothesis: h, score: h.score, regret: h.regret})
		return
	}
	cheapest := float32(0)
	if len(h.asked.Costs) > 0 {
		cheapest = slices.Min(h.asked.Costs)
	}
	for i, k := range h.asked.Classes {
		x := extension{h, k, h.score, h.regret}
		if len(h.asked.Classes) > 1 {
			x.score += float64(h.asked.Scores[k])
		}
		if len(h.asked.Costs) > 0 {
			x.regret += float64(h.asked.Costs[i] - cheapest)
		}
		if !yield(x) {
			return
		}
	}
}

// offer inserts an extension after those that are as good.
func (b *beam) offer(x extension) {
	if n := len(b.best); n == b.Settings.Beam {
		if !(x.score > b.best[n-1].score) {
			return
		}
		b.best = b.best[:n-1]
	}
	i := len(b.best)
	for i > 0 && b.best[i-1].score < x.score {
		i--
	}
	b.best = slices.Insert(b.best, i, x)
}

// advance makes the best extensions the beam, and looks for violations. It reports whether the search is over.
func (b *beam) advance() (over bool, err error) {
	right := slices.IndexFunc(b.best, func(x extension) bool { return x.hypothesis == b.mended.hypothesis && x.class == b.mended.class })
	next := b.best
	if right < 0 {
		right, next = len(b.best), append(b.best, b.mended)
	}
	if err := b.follow(next); err != nil {
		return false, err
	}
	lost := right == len(b.best)
	b.right = b.open[right]
	b.open = b.open[:len(b.best)]
	if b.open[0].regret > b.least {
		b.note()
	}
	switch {
	case !lost || b.Settings.largest():
		return false, nil
	case b.Settings.Violation == earlyViolation:
		return true, b.end()
	}
	if err := b.prefer(b.worst); err != nil {
		return false, err
	}
	b.free = append(b.free, b.right)
	b.right = slices.MinFunc(b.open, func(x, y *hypothesis) int { return cmp.Compare(x.regret, y.regret) })
	b.least = b.right.regret
	return false, nil
}

// note takes down a violation by the best way of the beam.
func (b *beam) note() {
	z, lead := b.open[0], b.right.score-b.open[0].score
	if w := &b.worst; w.better == nil || lead < w.lead || !b.Settings.largest() {
		w.better, w.worse = append(w.better[:0], b.right.way...), append(w.worse[:0], z.way...)
		w.lead, w.more = lead, z.regret-b.least
	}
}

// end ends a search.
func (b *beam) end() error {
	if b.stats.Loss += b.open[0].regret; b.open[0].regret == b.least {
		b.learner.(ranker).Prefer(none, none, 0, 0)
		return nil
	}
	b.note()
	return b.prefer(b.worst)
}

func none(func(*Decision) bool) {}

// prefer teaches the learner, which sees again the decisions from where the two ways part.
func (b *beam) prefer(v violation) error {
	t, err := b.vacant()
	if err != nil {
		return err
	}
	defer func() { b.free = append(b.free, t) }()
	same := 0
	for same < len(v.better) && same < len(v.worse) && v.better[same] == v.worse[same] {
		same++
	}
	walk := func(way []model.Class) iter.Seq[*Decision] {
		return func(yield func(*Decision) bool) {
			if err = cmp.Or(err, t.Start(b.open[0].input)); err != nil {
				return
			}
			for i, k := range way {
				d := t.Next()
				if d == nil {
					err = errOther
					return
				}
				if d.Input, d.Choice = b.place, k; i >= same && len(d.Classes) > 1 && !yield(d) {
					return
				}
				if err = t.Take(k); err != nil {
					return
				}
			}
		}
	}
	b.learner.(ranker).Prefer(walk(v.better), walk(v.worse), v.lead, v.more)
	b.stats.Examples++
	return err
}

// copy makes h a copy of another.
func (h *hypothesis) copy(from *hypothesis) error {
	h.way, h.input = append(h.way[:0], from.way...), from.input
	if c, ok := h.Task.(copier); ok {
		c.CopyFrom(from.Task)
		return nil
	}
	return h.repeat(h.way)
}

// follow opens extensions. The last one of a hypothesis reuses it, so that only those before it are copied.
func (b *beam) follow(all []extension) error {
	b.before = b.before[:0]
	for h := range b.all {
		b.before = append(b.before, h)
	}
	for _, x := range all {
		x.children++
	}
	for _, h := range b.before {
		if h.children == 0 {
			b.free = append(b.free, h)
		}
	}
	b.open = b.open[:0]
	for _, x := range all {
		next := x.hypothesis
		if x.children--; x.children > 0 {
			var err error
			if next, err = b.vacant(); err != nil {
				return err
			}
			if err := next.copy(x.hypothesis); err != nil {
				return err
			}
		}
		if next.score, next.regret = x.score, x.regret; x.asked != nil {
			if err := next.Take(x.class); err != nil {
				return err
			}
			next.way = append(next.way, x.class)
		}
		b.open = append(b.open, next)
	}
	return nil
}
