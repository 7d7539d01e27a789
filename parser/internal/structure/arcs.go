package structure

import (
	"cmp"
	"fmt"
	"slices"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval"
	"parser/eval/conllx"
	"parser/oracle"
	"parser/parser/internal/projective"
	"parser/parser/internal/view"
	"parser/parser/treebank"
	"parser/transition"
)

// The values of Encoding.NonProjective that name no pseudo-projective scheme.
const (
	skipNonProjective = "skip" // non-projective trees are left out of the training data
	keepNonProjective = "keep" // they are learned as they are, as far as projective parses can agree with them
)

var arcStructure = Structure{
	Kind: transition.Dependencies, Title: "Dependencies", Item: "sentence", Counted: "non-projective sentence", Latest: "latest",
	About: "dependencies, from CoNLL-U or CoNLL-X", Notation: "dependencies",
	Extensions: conllExtensions, Form: textfile.CoNLL, Outputs: append(slices.Clone(conllOutputs), Displacy),
	Metrics: []Metric{
		{"UAS", "UAS", func(s *treebank.Scores) float64 { return s.UAS }},
		{"LAS", "LAS", func(s *treebank.Scores) float64 { return s.LAS }},
	},
	Losses: []string{UsualLoss, ExactLoss}, Options: []string{"roots", "nonprojective", "enhanced"},
	Wishes:   []string{"nbest", "keep-heads", "valid"},
	Defaults: Defaults{Tuning: margin(130)}, Exact: "pd",
	Variants: variants, Holds: Columns, Heads: true,
	View:  view.Arcs{},
	codec: func(e *Encoding, _, roots string) (Codec, error) { return e.arcs(roots) },
}

// The names of files with sentences, and the formats in which sentences are written.
var (
	conllExtensions = packed(".conllu", ".conll", ".conllx")
	conllOutputs    = []string{CoNLLU, CoNLLX, JSON, Horizontal, Vertical, TSV}
)

type arcs struct {
	common
	roots     transition.Roots
	open      bool              // the trees decide on roots
	scheme    projective.Scheme // by which non-projective trees are made projective
	rare      int               // how often a decorated label must occur to be learned
	decorated []bool            // labels that belong to lifted arcs or their paths
}

func (s *Encoding) arcs(roots string) (*arcs, error) {
	fixed, err := transition.ParseRoots(cmp.Or(roots, transition.SingleRoot.String()))
	e := &arcs{common: common{Encoding: *s}, roots: fixed, open: roots == "", rare: rareDecoration}
	if err != nil || s.KeepsNonProjective() || s.NonProjective == skipNonProjective {
		return e, err
	}
	if e.scheme, err = projective.ParseScheme(s.NonProjective); err != nil || e.scheme == projective.None {
		return nil, fmt.Errorf("non-projective trees: head, path, head+path, %s or %s, not %q", keepNonProjective, skipNonProjective, s.NonProjective)
	}
	return e, nil
}

// Bank implements Codec: the scheme makes trees projective, and there is a single root if every tree has one. A label
// "_" is unknown, unless the treebank has no other. Of several annotations, all must be such as can be learned from.
func (e *arcs) Bank(d treebank.Data) *Bank {
	b, single, count := bankOf(d, "sentences none can be used"), true, map[string]int{}
	b.agrees = true
	labelled := slices.ContainsFunc(d.Sentences, func(s *conll.Sentence) bool {
		return slices.ContainsFunc(s.Annotations(), func(s *conll.Sentence) bool {
			return slices.ContainsFunc(s.Words, func(w conll.Word) bool { return w.Head != conll.NoHead && conll.Filled(w.Deprel) })
		})
	})
	for i, s := range d.Sentences {
		a := &b.Gold[i]
		*a = e.annotation(s, labelled)
		for _, other := range s.Others {
			o := e.annotation(other, labelled)
			a.Err, a.Skip = cmp.Or(a.Err, o.Err), cmp.Or(a.Skip, o.Skip)
			a.Others = append(a.Others, o)
		}
		for one := range a.all {
			roots := 0
			for j, head := range one.Heads {
				roots += eval.One(head == 0)
				count[one.Labels[j]]++
			}
			single = single && roots <= 1
		}
	}
	for i := range b.Gold {
		for a := range b.Gold[i].all {
			for i, l := range a.Labels {
				if e.scheme != projective.None && count[l] < e.rare {
					a.Labels[i] = projective.Plain(l)
				}
			}
		}
	}
	if b.Params.Roots = e.roots; e.open && !single {
		b.Params.Roots = transition.MultiRoot
	}
	return b
}

// annotation makes the tree of a sentence projective. Labels are those of the sentence if any sentence is labelled.
func (e *arcs) annotation(s *conll.Sentence, labelled bool) (a annotation) {
	a.Heads, a.Labels = s.Heads([]int{}), s.Labels(nil)
	var err error
	if e.scheme == projective.None {
		err = conll.CheckPartial(a.Heads, false)
	} else {
		_, err = e.scheme.Projectivize(a.Heads, a.Labels)
	}
	switch {
	case err != nil:
		a.Err = fmt.Errorf("%s:%d: %w", s.File, s.Line, err)
	case e.NonProjective == skipNonProjective && !projective.Tree(projective.Complete(a.Heads)):
		a.Skip = oracle.ErrNonProjective
	case !slices.ContainsFunc(a.Heads, func(h int) bool { return h != conll.NoHead }):
		a.Skip = oracle.ErrPartial // nothing is known
	}
	for j := range a.Labels {
		if a.Heads[j] == conll.NoHead || labelled && !conll.Filled(s.Words[j].Deprel) {
			a.Labels[j] = ""
		}
	}
	return a
}

// rareDecoration is how often a decorated label must occur to be learned. Rarer arcs stay lifted.
const rareDecoration = 3

func (e *arcs) SetLabels(labels []string) error {
	e.decorated = make([]bool, len(labels))
	for i, l := range labels {
		e.decorated[i] = projective.Plain(l) != l
	}
	return e.common.SetLabels(labels)
}

// Read implements Codec: it sets heads and labels.
func (e *arcs) Read(c *transition.Config, it *treebank.Item, _ []conll.Word) { e.read(c, it, false) }

// read sets heads and labels, except those to keep. An arc that is kept was not lifted.
func (e *arcs) read(c *transition.Config, it *treebank.Item, keep bool) {
	lifted := false
	for i := range it.Words {
		w, n := &it.Words[i], &c.Nodes[i+1]
		switch kept := keep && w.Head != conll.NoHead; {
		case kept && conll.Filled(w.Deprel):
		case kept:
			w.Deprel = projective.Plain(e.labels[n.Label])
		default:
			w.Head, w.Deprel = int(n.Head), e.labels[n.Label]
			lifted = lifted || e.decorated[n.Label]
		}
	}
	if lifted {
		projective.Deprojectivize(cmp.Or(it.Sentence, &conll.Sentence{Words: it.Words}), e.scheme)
	}
}

// Scores implements Codec: in partial gold trees only words with a head count.
func (e *arcs) Scores(gold, system treebank.Data) (s treebank.Scores, err error) {
	a, err := conllx.Score(gold.Sentences, system.Sentences, conllx.Options{Punctuation: true, Known: true})
	if a.Scored > 0 { // else they are NaN, and no epoch would be the best
		s.UAS, s.LAS = float64(a.UAS()), float64(a.LAS())
	}
	return s, err
}

// CheckKept implements Constrainable. Where labels can be decorated, those given must not be.
func (e *arcs) CheckKept(s transition.System, it *treebank.Item) error {
	sentence := cmp.Or(it.Sentence, &conll.Sentence{Words: it.Words})
	for i, w := range sentence.Words {
		if e.scheme != projective.None && w.Head != conll.NoHead && projective.Plain(w.Deprel) != w.Deprel {
			return sentence.ErrorAt(i, fmt.Errorf("%w: %q", projective.ErrMark, w.Deprel))
		}
	}
	return projective.Check(sentence, s.Params().Roots == transition.SingleRoot)
}

// Constraint implements Constrainable.
func (e *arcs) Constraint(s transition.System) Constraint {
	k, _ := oracle.NewConstraint(s) // which systems of dependencies always have
	return &keptArcs{Constraint: k, codec: e, system: s}
}

// keptArcs keeps the arcs that words have.
type keptArcs struct {
	*oracle.Constraint
	codec  *arcs
	system transition.System
	given  oracle.Gold
}

// Start implements Constraint; labels that no configuration can have are unknown.
func (k *keptArcs) Start(_ *treebank.Item, words []conll.Word) transition.System {
	dst := &k.given
	dst.Heads, dst.Labels = append(dst.Heads[:0], transition.None), append(dst.Labels[:0], transition.None)
	for i := range words {
		w, label := &words[i], transition.None
		if l, ok := slices.BinarySearch(k.codec.labels, w.Deprel); ok && w.Head != conll.NoHead {
			label = l
		}
		dst.Heads, dst.Labels = append(dst.Heads, int32(w.Head)), append(dst.Labels, int32(label))
	}
	_ = k.Constraint.Start(dst) // it takes what CheckKept does
	return k.system
}

// Read implements Constraint.
func (k *keptArcs) Read(c *transition.Config, it *treebank.Item, _ []conll.Word) {
	k.codec.read(c, it, true)
}

// Keeps implements decode.Constraint.
func (k *keptArcs) Keeps(c *transition.Config, m transition.Move, label int32) bool {
	given := k.Label(c, m)
	return given == transition.None || given == label
}
