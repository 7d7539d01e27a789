package parser

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/oracle"
	"parser/parser/features"
	"parser/transition"
)

// corpus is a treebank made ready for training.
type corpus struct {
	sentences []example
	labels    []string // sorted; a label's number is its place
	uses      map[use]bool
	skipped   Skipped
}

// example is a sentence with its gold tree.
type example struct {
	words features.Words
	gold  oracle.Gold
}

// Skipped counts the training sentences that could not be learned from.
type Skipped struct {
	Empty         int // without a word
	Partial       int // a word without head
	NonProjective int // although the option asks for projective trees
	MultiRoot     int // under a single root, with the static oracle
	TooLong       int `json:",omitempty"` // longer than the oracle takes
	Untagged      int `json:",omitempty"` // a word without tag, for a tagger
	Underivable   int // constituency trees that the system cannot derive within its bounds
}

// Total returns the number of skipped sentences.
func (s Skipped) Total() int {
	return s.Empty + s.Partial + s.NonProjective + s.MultiRoot + s.TooLong + s.Untagged + s.Underivable
}

// Reasons counts the skipped sentences by reason, in words.
func (s Skipped) Reasons() string {
	var parts []string
	for _, reason := range []struct {
		n    int
		text string
	}{
		{s.Empty, "empty"},
		{s.Partial, "with a word without head"},
		{s.Untagged, "with a word without tag"},
		{s.NonProjective, "non-projective"},
		{s.MultiRoot, "with several roots"},
		{s.TooLong, "too long for the oracle"},
		{s.Underivable, "that the system cannot derive within its bounds"},
	} {
		if reason.n > 0 {
			parts = append(parts, fmt.Sprint(reason.n, " ", reason.text))
		}
	}
	return strings.Join(parts, ", ")
}

// tree is a sentence's gold tree with labels still as text.
type tree struct {
	heads  []int // heads[i] is the head of word i+1
	labels []string
}

// newCorpus encodes the trees that the oracle can learn from.
func newCorpus(train []*conll.Sentence, d *design, x *features.Extractor) (*corpus, error) {
	c := &corpus{}
	trees := make([]*tree, len(train))
	for i, s := range train {
		t, err := goldTree(s, d.scheme)
		if err != nil {
			return nil, err
		}
		trees[i] = t
	}
	if d.scheme != conll.None {
		dropRareDecorations(trees)
	}
	c.labels = labelsOf(trees)
	for i, s := range train {
		if err := c.add(s, trees[i], d, x); err != nil {
			return nil, err
		}
	}
	if len(c.sentences) == 0 {
		return nil, fmt.Errorf("%w: of %d sentences none can be used (%+v)", ErrNoTree, len(train), c.skipped)
	}
	c.uses = c.arcs()
	return c, nil
}

// add encodes one sentence, or counts why not.
func (c *corpus) add(s *conll.Sentence, t *tree, d *design, x *features.Extractor) error {
	if s.Len() == 0 {
		c.skipped.Empty++
		return nil
	}
	gold := encode(t, c.labels)
	switch err := d.start(&gold, t); {
	case errors.Is(err, oracle.ErrPartial):
		c.skipped.Partial++
	case errors.Is(err, oracle.ErrNonProjective):
		c.skipped.NonProjective++
	case errors.Is(err, oracle.ErrNotRooted):
		c.skipped.MultiRoot++
	case errors.Is(err, oracle.ErrTooLong):
		c.skipped.TooLong++
	case err != nil:
		return fmt.Errorf("%s:%d: %w", s.File, s.Line, err)
	default:
		e := example{gold: gold}
		x.Prepare(&e.words, s.Words)
		c.sentences = append(c.sentences, e)
	}
	return nil
}

// start starts the oracle with a gold tree. One that takes any tree is still not
// given those that are to be left out.
func (d *design) start(gold *oracle.Gold, t *tree) error {
	if err := d.oracle.Start(gold); err != nil {
		return err
	}
	if !d.keep && !conll.Projective(t.heads) {
		return oracle.ErrNonProjective
	}
	return nil
}

func encode(t *tree, labels []string) oracle.Gold {
	g := oracle.Gold{Heads: []int32{transition.None}, Labels: []int32{transition.None}}
	for i, h := range t.heads {
		l, _ := slices.BinarySearch(labels, t.labels[i])
		g.Heads, g.Labels = append(g.Heads, int32(h)), append(g.Labels, int32(l))
	}
	return g
}

// labelsOf returns the labels of all trees, sorted.
func labelsOf(trees []*tree) []string {
	var all []string
	for _, t := range trees {
		all = append(all, t.labels...)
		slices.Sort(all)
		all = slices.Compact(all)
	}
	return all
}

// arcs returns the kinds of arcs of the corpus.
func (c *corpus) arcs() map[use]bool {
	uses := map[use]bool{}
	for _, e := range c.sentences {
		for d := 1; d < len(e.gold.Heads); d++ {
			u := use{transition.Right, e.gold.Heads[d] == 0, e.gold.Labels[d]}
			if int(e.gold.Heads[d]) > d {
				u.move = transition.Left
			}
			uses[u] = true
		}
	}
	return uses
}

// rootsOf returns the root mode that the options ask for, or what the data shows.
func rootsOf(o *Options, train []*conll.Sentence) (transition.Roots, error) {
	if o.Roots != "" {
		roots, err := transition.ParseRoots(o.Roots)
		if err != nil {
			return 0, fmt.Errorf("%w: %w", ErrOptions, err)
		}
		return roots, nil
	}
	if slices.ContainsFunc(train, severalRoots) {
		return transition.MultiRoot, nil
	}
	return transition.SingleRoot, nil
}

func severalRoots(s *conll.Sentence) bool {
	roots := 0
	for i := range s.Words {
		if s.Words[i].Head == 0 {
			roots++
		}
	}
	return roots > 1
}

// coarseTags is the largest number of different XPOS tags that templates combine
// with others; finer tags make combinations too rare to learn from.
const coarseTags = 64

// dataOf looks at the columns of the training data: which are empty, and
// whether XPOS is a coarse tag.
func dataOf(train []*conll.Sentence) features.Data {
	words := make([][]conll.Word, len(train))
	for i, s := range train {
		words[i] = s.Words
	}
	return dataOfWords(words)
}

func dataOfWords(sentences [][]conll.Word) features.Data {
	used, tags := map[byte]bool{}, map[string]bool{}
	for _, words := range sentences {
		for i := range words {
			w := &words[i]
			used['l'] = used['l'] || filled(w.Lemma)
			used['p'] = used['p'] || filled(w.UPOS)
			used['t'] = used['t'] || filled(w.XPOS)
			used['m'] = used['m'] || filled(w.Feats)
			tags[w.XPOS] = true
		}
	}
	d := features.Data{Tag: 'p'}
	if used['t'] && len(tags) <= coarseTags {
		d.Tag = 't'
	}
	for _, letter := range []byte("lptm") {
		if !used[letter] {
			d.Empty += string(letter)
		}
	}
	return d
}

func filled(column string) bool { return column != "" && column != "_" }
