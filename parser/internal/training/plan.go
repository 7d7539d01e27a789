package training

import (
	"math/rand/v2"

	"parser/parser/treebank"
)

// plan says which sentences of several treebanks each epoch reads.
type plan struct {
	sources []planned
	gold    int                    // words that an epoch reads of treebanks that are not silver
	length  func(sentence int) int // in words
}

// planned is a treebank in a plan.
type planned struct {
	treebank.Source
	sentences []int // their numbers
	words     int
}

// goldAlone is the part of the epochs, at the end, that reads no silver trees.
const goldAlone = 1. / 3

// newPlan returns the plan of sentences of these sources, with as many words as length says. From first on they are
// silver trees of one more source, as many as made.
func newPlan(from []treebank.Source, made int, of treebank.Source, length func(sentence int) int) *plan {
	p, places := &plan{length: length}, map[treebank.Source]int{}
	add := func(i int, source treebank.Source) {
		at, known := places[source]
		if !known {
			at = len(p.sources)
			places[source], p.sources = at, append(p.sources, planned{Source: source})
		}
		s := &p.sources[at]
		s.sentences, s.words = append(s.sentences, i), s.words+length(i)
	}
	for i, source := range from {
		add(i, source)
	}
	for i := range made {
		add(len(from)+i, of)
	}
	for _, s := range p.sources {
		if !s.Silver {
			p.gold += int(s.Share * float64(s.words))
		}
	}
	return p
}

// whole reports whether each epoch reads all sentences once.
func (p *plan) whole() bool {
	return len(p.sources) == 1 && p.sources[0].Share == 1 && !p.sources[0].Silver
}

// wanted returns about how many words of a treebank an epoch reads.
func (p *plan) wanted(s *planned, epoch, epochs int) int {
	switch {
	case !s.Silver:
		return int(s.Share * float64(s.words))
	case float64(epoch) > (1-goldAlone)*float64(epochs):
		return 0
	}
	return min(s.words, int(s.Share*float64(p.gold)))
}

// words returns about how many words an epoch reads.
func (p *plan) words(epoch, epochs int) (n int) {
	for i := range p.sources {
		n += p.wanted(&p.sources[i], epoch, epochs)
	}
	return n
}

// order returns the sentences that an epoch reads, in random order.
func (p *plan) order(epoch, epochs int, seed uint64, random *rand.Rand) (order []int) {
	for i := range p.sources {
		s := &p.sources[i]
		left := p.wanted(s, epoch, epochs)
		if s.Silver {
			order = append(order, p.next(s, epoch, epochs, seed)...)
			continue
		}
		for left > 0 {
			for _, k := range random.Perm(len(s.sentences)) {
				if left <= 0 {
					break
				}
				order = append(order, s.sentences[k])
				left -= p.length(s.sentences[k])
			}
		}
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// next returns the silver trees of an epoch: in a random order of all of them, those that come after the ones of the
// epochs before. So each is read once before any is read twice.
func (p *plan) next(s *planned, epoch, epochs int, seed uint64) (next []int) {
	passed := 0
	for before := range epoch - 1 {
		passed += p.wanted(s, before+1, epochs)
	}
	end := passed + p.wanted(s, epoch, epochs)
	for pass, at := uint64(0), 0; at < end; pass++ {
		if at+s.words <= passed {
			at += s.words
			continue
		}
		for _, k := range rand.New(rand.NewPCG(seed, pass)).Perm(len(s.sentences)) {
			if at >= passed && at < end {
				next = append(next, s.sentences[k])
			}
			at += p.length(s.sentences[k])
		}
	}
	return next
}
