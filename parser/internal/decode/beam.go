package decode

import (
	"cmp"
	"slices"

	"parser/model"
	"parser/parser/learn"
)

// Scorer sets the Scores of decisions, a score for each class of their stage.
type Scorer interface {
	Score(decisions []*learn.Decision)
}

// Beam searches for the most probable derivation of a sentence. In each step it keeps the Width
// best of all ways to continue its current derivations (Zhang & Clark 2008), where [Decoder]
// follows a single one. The probability of a derivation is the product of those of its answers,
// each the softmax of the scores of the classes offered at a temperature T:
//
//	log p(k) = s_k/T − log Σ_j exp(s_j/T)
//
// It is not normalised by length: that gained nothing where derivations of a sentence differ in
// length. A beam belongs to one goroutine, and does not allocate once it has seen a sentence of
// that length.
type Beam struct {
	Width       int     // 0 means 1, which is greedy
	Temperature float64 // 0 means 1
	All         bool    // go on until all derivations in the beam have ended, for Found
	// Sums compares derivations by the sums of the scores of their answers, not by probabilities: the way of models that
	// have learned from whole derivations (learn.Settings.Beam). What Run and Found then say is that sum.
	Sums bool

	open   []*hypothesis // at most Width, the most probable first
	free   []*hypothesis // for reuse
	asking []*learn.Decision
	best   []extension // of open, at most Width, the most probable first
}

// hypothesis is a derivation that a beam holds.
type hypothesis struct {
	Derivation
	asked    *learn.Decision // the next decision; nil at the end
	sum      float64         // of the logarithms of its answers' probabilities
	children int             // how many of its extensions are among the best
}

// extension is a hypothesis with an answer to its decision, unless it has ended.
type extension struct {
	*hypothesis
	class model.Class
	sum   float64
}

// Run leads d, which has Actions, from its current configuration to the end of the best derivation
// that it finds, and returns the logarithm of its probability. Ties go to the extension of the better
// derivation, and then to the class offered first.
func (b *Beam) Run(s Scorer, d *Derivation) float64 {
	b.Width, b.Temperature = max(1, b.Width), cmp.Or(b.Temperature, 1)
	b.free = append(b.free, b.open...)
	b.open = append(b.open[:0], b.copyOf(d))
	b.open[0].sum = 0
	for !b.ended() {
		b.ask()
		s.Score(b.asking)
		b.rank()
		b.advance()
	}
	d.CopyFrom(&b.open[0].Derivation)
	return b.open[0].sum
}

// ended reports whether the search is over. Probabilities, unlike sums of scores, only fall, so nothing can overtake a derivation that has ended
// first.
func (b *Beam) ended() bool {
	going := func(h *hypothesis) bool { return !h.System.Terminal(&h.Config) }
	return !going(b.open[0]) && !((b.All || b.Sums) && slices.ContainsFunc(b.open, going))
}

// Found yields the derivations in the beam after Run, the most probable first, with the logarithms of their
// probabilities. Unless the beam was to find All, some have not ended.
func (b *Beam) Found(yield func(*Derivation, float64) bool) {
	for _, h := range b.open {
		if !yield(&h.Derivation, h.sum) {
			return
		}
	}
}

// copyOf returns a hypothesis with a copy of a derivation.
func (b *Beam) copyOf(d *Derivation) *hypothesis {
	if len(b.free) == 0 {
		b.free = append(b.free, &hypothesis{})
	}
	last := len(b.free) - 1
	h := b.free[last]
	b.free = b.free[:last]
	h.CopyFrom(d)
	return h
}

// ask collects the decisions to score. A decision with a single class needs no score.
func (b *Beam) ask() {
	b.asking = b.asking[:0]
	for _, h := range b.open {
		if h.asked = h.Next(); h.asked != nil && len(h.asked.Classes) > 1 {
			b.asking = append(b.asking, h.asked)
		}
	}
}

// rank finds the best extensions of the open hypotheses.
func (b *Beam) rank() {
	b.best = b.best[:0]
	for _, h := range b.open {
		switch {
		case h.asked == nil:
			b.offer(extension{hypothesis: h, sum: h.sum})
		case len(h.asked.Classes) == 1:
			b.offer(extension{h, h.asked.Classes[0], h.sum})
		case b.Sums:
			for _, k := range h.asked.Classes {
				b.offer(extension{h, k, h.sum + float64(h.asked.Scores[k]) + h.disagreement(k)})
			}
		default:
			all := h.asked.LogSum(b.Temperature)
			for _, k := range h.asked.Classes {
				b.offer(extension{h, k, h.sum + (float64(h.asked.Scores[k])/b.Temperature - all) + h.disagreement(k)})
			}
		}
	}
}

// offer inserts an extension after those that are as good.
func (b *Beam) offer(x extension) {
	if n := len(b.best); n == b.Width {
		if !(x.sum > b.best[n-1].sum) {
			return
		}
		b.best = b.best[:n-1]
	}
	i := len(b.best)
	for i > 0 && b.best[i-1].sum < x.sum {
		i--
	}
	b.best = slices.Insert(b.best, i, x)
}

// advance opens the best extensions. The last extension of a hypothesis reuses it, so that only
// those before it are copied.
func (b *Beam) advance() {
	for _, x := range b.best {
		x.children++
	}
	for _, h := range b.open {
		if h.children == 0 {
			b.free = append(b.free, h)
		}
	}
	b.open = b.open[:0]
	for _, x := range b.best {
		next := x.hypothesis
		if x.children--; x.children > 0 {
			next = b.copyOf(&x.Derivation)
		}
		if next.sum = x.sum; x.asked != nil {
			_ = next.Take(x.class) // never fails
		}
		b.open = append(b.open, next)
	}
}
