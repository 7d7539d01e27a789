package treebank

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"iter"
	"slices"

	"parser/conll"
	"parser/parser/amr"
	"parser/ptb"
)

// Data is a treebank, or a parser's output for its words: sentences, for dependencies and tags, or trees, or graphs
// with a sentence for each. Of several treebanks, From says which of the Sources each sentence is of.
type Data struct {
	Sentences []*conll.Sentence
	Trees     []*ptb.Tree
	Graphs    []*amr.Graph
	Sources   []Source // nil for one treebank
	From      []int    // a place in Sources for each sentence; see Join for their order
	Silver    *Silver  // trees to learn from as well, nil for none
}

// Silver is trees that parsers have made, too many for memory: training reads them one after the other into a file of its
// own. The Name and the Share are those of a [Source] that is Silver.
type Silver struct {
	Name  string
	Share float64
	// Items yields all of them from the first on, the same ones in each call.
	Items func() iter.Seq2[*Item, error]
	// Digest tells them from others, for checkpoints; if it is "", they are read once more for that.
	Digest string
}

// Source returns what a Source of the same trees would say.
func (s *Silver) Source() Source {
	return Source{Name: s.Name, Share: cmp.Or(s.Share, 1), Silver: true}
}

// Source is one of several treebanks that are learned from together.
type Source struct {
	// Name is that of the treebank whose annotation it follows. A network learns an embedding of it (Stymne et al. 2018).
	Name string
	// Share is how much of it an epoch reads: 1 is all, 0.2 a fifth, drawn anew each time, 3 all of it three times. Of
	// silver trees it is the number of words that an epoch reads for each word of the others. 0 is 1.
	Share float64
	// Silver says that parsers have made the trees. Training reads them in its first epochs only, and taggers,
	// segmenters and vocabularies do not learn from them as from the work of annotators.
	Silver bool
	// Variant says that it holds copies of sentences in other spellings, which training makes itself if it is asked to.
	Variant bool
}

// Join adds the sentences of another treebank, whatever its own Sources. Those that were there without Sources become
// the first one, without a name. All that are not silver have to be added before the first that is.
func (d *Data) Join(s Source, more Data) {
	if d.Sources == nil && d.Len() > 0 {
		d.Sources, d.From = []Source{{Share: 1}}, make([]int, d.Len())
	}
	for range more.Len() {
		d.From = append(d.From, len(d.Sources))
	}
	d.Sources = append(d.Sources, s)
	d.Sentences, d.Trees, d.Graphs = append(d.Sentences, more.Sentences...), append(d.Trees, more.Trees...), append(d.Graphs, more.Graphs...)
}

// Gold returns the treebank without silver trees and copies in other spellings.
func (d Data) Gold() Data {
	n := d.Len()
	for n > 0 && (d.SourceOf(n-1).Silver || d.SourceOf(n-1).Variant) {
		n--
	}
	return d.First(n)
}

// SourceOf returns the treebank that sentence i is of, with its Share.
func (d Data) SourceOf(i int) Source {
	s := Source{}
	if i >= 0 && i < len(d.From) && d.From[i] >= 0 && d.From[i] < len(d.Sources) {
		s = d.Sources[d.From[i]]
	}
	s.Share = cmp.Or(s.Share, 1)
	return s
}

// Treebanks returns the names of the sources, each once.
func (d Data) Treebanks() (names []string) {
	for _, s := range d.Sources {
		if s.Name != "" && !slices.Contains(names, s.Name) {
			names = append(names, s.Name)
		}
	}
	return names
}

// Len returns the number of sentences.
func (d Data) Len() int { return max(len(d.Sentences), len(d.Trees), len(d.Graphs)) }

// Append adds the gold, or the parser's output, that an item holds; of an item with Words only, a sentence of them.
func (d *Data) Append(it *Item) {
	switch {
	case it == nil:
		return
	case it.Sentence != nil:
		d.Sentences = append(d.Sentences, it.Sentence)
	case it.Tree == nil && it.Graph == nil:
		d.Sentences = append(d.Sentences, &conll.Sentence{Words: it.Words, File: it.File, Line: it.Line})
	}
	if it.Tree != nil {
		d.Trees = append(d.Trees, it.Tree)
	}
	if it.Graph != nil {
		d.Graphs = append(d.Graphs, it.Graph)
	}
}

// First returns the first n sentences, trees or graphs, or all if there are fewer.
func (d Data) First(n int) Data {
	n = max(n, 0)
	first := Data{Sentences: d.Sentences[:min(n, len(d.Sentences))], Trees: d.Trees[:min(n, len(d.Trees))], Graphs: d.Graphs[:min(n, len(d.Graphs))]}
	if len(d.From) > 0 {
		first.Sources, first.From = d.Sources, d.From[:min(n, len(d.From))]
	}
	return first
}

// Digest returns the SHA-256 of a treebank, in hexadecimal, or "" if it is empty: of columns 2 to 8 of its words, one
// on a line and an empty line after each annotation of a sentence, then of its trees in Penn brackets, one on a line, and of its
// graphs. Copies in other spellings do not count.
func (d Data) Digest() string {
	if d.Len() == 0 {
		return ""
	}
	h := sha256.New()
	for i, s := range d.Sentences {
		if d.SourceOf(i).Variant {
			continue
		}
		for _, s := range s.Annotations() {
			for i := range s.Words {
				w := &s.Words[i]
				fmt.Fprintf(h, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats, w.Head, w.Deprel)
			}
			fmt.Fprintln(h)
		}
	}
	for _, t := range d.Trees {
		fmt.Fprintln(h, t)
	}
	for _, g := range d.Graphs {
		fmt.Fprintln(h, g)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}
