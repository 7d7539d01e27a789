package training

import (
	"math/rand/v2"

	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// plan says which sentences of several treebanks each epoch reads.
type plan struct {
	sources []planned
	gold    int // words that an epoch reads of treebanks that are not silver
}

// planned is a treebank in a plan.
type planned struct {
	treebank.Source
	sentences []int // their places in the corpus
	words     int
}

// goldAlone is the part of the epochs, at the end, that reads no silver trees.
const goldAlone = 1. / 3

func newPlan(c *structure.Corpus) *plan {
	p, places := &plan{}, map[treebank.Source]int{}
	for i, source := range c.From {
		at, known := places[source]
		if !known {
			at = len(p.sources)
			places[source], p.sources = at, append(p.sources, planned{Source: source})
		}
		s := &p.sources[at]
		s.sentences, s.words = append(s.sentences, i), s.words+len(c.Words[i])
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

// silver returns how many of the sentences are silver trees.
func (p *plan) silver() (n int) {
	for _, s := range p.sources {
		if s.Silver {
			n += len(s.sentences)
		}
	}
	return n
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
func (p *plan) order(c *structure.Corpus, epoch, epochs int, random *rand.Rand) (order []int) {
	for i := range p.sources {
		s := &p.sources[i]
		for left := p.wanted(s, epoch, epochs); left > 0; {
			for _, k := range random.Perm(len(s.sentences)) {
				if left <= 0 {
					break
				}
				order = append(order, s.sentences[k])
				left -= len(c.Words[s.sentences[k]])
			}
		}
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
