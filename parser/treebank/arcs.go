package treebank

import (
	"fmt"
	"slices"

	"parser/conll"
	"parser/eval/conllx"
	"parser/oracle"
	"parser/transition"
)

// The values of Encoding.NonProjective that name no pseudo-projective scheme.
const (
	skipNonProjective = "skip" // non-projective trees are left out of the training data
	keepNonProjective = "keep" // they are learned as they are, as far as projective parses can agree with them
)

// arcs is the encoder of dependency trees.
type arcs struct {
	common
	roots     string       // of Encoder
	scheme    conll.Scheme // by which non-projective trees are made projective
	keep      bool         // they are learned as they are
	decorated []bool       // labels that belong to lifted arcs or their paths
}

func (s *Encoding) arcs(roots string) (*arcs, error) {
	e := &arcs{common: common{useless: "sentences none can be used"}, roots: roots, keep: s.KeepsNonProjective()}
	if e.roots != "" {
		if _, err := transition.ParseRoots(e.roots); err != nil {
			return nil, err
		}
	}
	if e.keep || s.NonProjective == skipNonProjective {
		return e, nil
	}
	var err error
	if e.scheme, err = conll.ParseScheme(s.NonProjective); err != nil || e.scheme == conll.None {
		return nil, fmt.Errorf("non-projective trees: head, path, head+path, %s or %s, not %q", keepNonProjective, skipNonProjective, s.NonProjective)
	}
	return e, nil
}

// Annotations implements Encoder: trees as they are to be learned, made projective by
// the scheme, unless a word's head is unknown.
func (e *arcs) Annotations(b *Bank) ([]Annotation, error) {
	all := make([]Annotation, b.Data.Len())
	for i, s := range b.Data.Sentences {
		a := &all[i]
		a.Heads, a.Labels = s.Heads([]int{}), s.Labels(nil)
		if slices.Contains(a.Heads, conll.NoHead) {
			continue
		}
		err := conll.CheckTree(a.Heads, false)
		if err == nil && e.scheme != conll.None {
			_, err = e.scheme.Projectivize(a.Heads, a.Labels)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.place(i), err)
		}
		if !e.keep && !conll.Projective(a.Heads) {
			a.Err = oracle.ErrNonProjective
		}
	}
	if e.scheme == conll.None {
		return all, nil
	}
	count := map[string]int{}
	for _, a := range all {
		for _, l := range a.Labels {
			count[l]++
		}
	}
	for _, a := range all {
		for i, l := range a.Labels {
			if count[l] < rareDecoration {
				a.Labels[i] = conll.Plain(l)
			}
		}
	}
	return all, nil
}

// rareDecoration is how often a decorated label must occur to be learned. Rarer
// ones are more classes to choose among than they are worth; those arcs stay
// lifted.
const rareDecoration = 3

// Params implements Encoder: a single root if every tree has one.
func (e *arcs) Params(b *Bank, _ []Annotation) transition.Params {
	if e.roots != "" {
		roots, _ := transition.ParseRoots(e.roots) // which was checked
		return transition.Params{Roots: roots}
	}
	for _, s := range b.Data.Sentences {
		roots := 0
		for i := range s.Words {
			if s.Words[i].Head == 0 {
				roots++
			}
		}
		if roots > 1 {
			return transition.Params{Roots: transition.MultiRoot}
		}
	}
	return transition.Params{Roots: transition.SingleRoot}
}

// SetLabels implements Encoder.
func (e *arcs) SetLabels(labels []string) error {
	e.decorated = make([]bool, len(labels))
	for i, l := range labels {
		e.decorated[i] = conll.Plain(l) != l
	}
	return e.common.SetLabels(labels)
}

// Read implements Encoder: it sets heads and labels, whatever they were.
func (e *arcs) Read(c *transition.Config, it *Item) {
	lifted := false
	for i := range it.Words {
		n := &c.Nodes[i+1]
		it.Words[i].Head, it.Words[i].Deprel = int(n.Head), e.labels[n.Label]
		lifted = lifted || e.decorated[n.Label]
	}
	if lifted {
		conll.Deprojectivize(it.Sentence, e.scheme)
	}
}

// Scores implements Encoder.
func (e *arcs) Scores(gold, system Data) (s Scores, err error) {
	a, err := conllx.Score(gold.Sentences, system.Sentences, conllx.Options{Punctuation: true})
	if a.Scored > 0 { // else they are no numbers, and no epoch would be the best
		s.UAS, s.LAS = float64(a.UAS()), float64(a.LAS())
	}
	return s, err
}
