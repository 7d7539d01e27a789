// Package structure turns treebanks into what training needs, and finished configurations into what users get. There is
// one [Codec] for each kind of structure: arcs, brackets, tags and graphs. It knows which annotation is gold and
// under which labels, what scorers see of the words, the parameters of the transition system, what a configuration
// means, and how good the result is on dev.
//
//	codec, err := encoding.Codec(system, roots)
//	bank := codec.Bank(treebank.Data{Sentences: sentences})
//	corpus, err := bank.Corpus(codec, expert, bank.Labels())   // words, gold, what was left out
//	codec.Read(&config, item, item.Words) // sets HEAD and DEPREL
package structure

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"parser/conll"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/decode"
	"parser/parser/internal/projective"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// Bank is a treebank taken apart.
type Bank struct {
	Data     treebank.Data     // as it is to be learned: trees normalised, and none without words
	Words    [][]conll.Word    // of each sentence, with the tags of the treebank or of taggers
	Gold     []annotation      // of each sentence
	Params   transition.Params // of the system: those of the encoding, completed by what the trees show
	Known    *decode.Actions   // of the parser that training goes on from; silver trees may use them. Usually nil
	Empty    int               // trees without words, which are left out
	Scorable bool              // there is something to compare parses with
	agrees   bool              // its labels go with the tags of words
	useless  string            // the error after the number of sentences if none can be used
}

// bankOf takes sentences apart; the gold annotations are still empty.
func bankOf(d treebank.Data, useless string) *Bank {
	b := &Bank{Data: d, Gold: make([]annotation, d.Len()), Scorable: d.Len() > 0, useless: useless}
	for _, s := range d.Sentences {
		b.Words = append(b.Words, s.Words)
	}
	return b
}

// Sentences returns the words of all sentences as taggers see and set them, for Retag.
func (b *Bank) Sentences() []*conll.Sentence {
	if len(b.Data.Trees) == 0 {
		return b.Data.Sentences
	}
	all := make([]*conll.Sentence, len(b.Words))
	for i, words := range b.Words {
		all[i] = &conll.Sentence{Words: spelledOut(nil, words)}
	}
	return all
}

// Items returns the sentences as items to be parsed, with the words of the bank. Parsing does not change the bank,
// except that words without heads get those that graphs need.
func (b *Bank) Items() []*treebank.Item {
	items := make([]*treebank.Item, len(b.Words))
	for i, words := range b.Words {
		it := &treebank.Item{Words: words, Treebank: b.Data.SourceOf(i).Name}
		switch holds(&b.Data) {
		case Columns:
			it.Sentence = b.Data.Sentences[i].Clone()
			copy(it.Sentence.Words, words)
			it.Words = it.Sentence.Words
		case Graph:
			it.Sentence = b.Data.Sentences[i]
			it.Words = it.Sentence.Words
		}
		items[i] = it
	}
	return items
}

// Retag replaces the words, but not the data, of the first sentences by tagged ones.
func (b *Bank) Retag(sentences []*conll.Sentence) {
	for i, s := range sentences {
		b.Words[i] = s.Words
	}
}

// annotation is the gold structure of a sentence, with labels still as text.
type annotation struct {
	Heads  []int    // of words 1…n, for arcs; conll.NoHead if unknown
	Labels []string // of the arcs, or the tags; "" if missing or unknown
	Spans  []ptb.Span
	Graph  *amr.Graph
	Align  []int // of each word that a graph is made of, its node or align.None
	Skip   error // why it is left out, even if the oracle would take it
	Err    error // why it is not a structure of its kind, such as heads with a cycle

	Others []annotation // of the same words, by other annotators, without Others, Skip and Err of their own
}

// all yields the annotation and its Others.
func (a *annotation) all(yield func(*annotation) bool) {
	if !yield(a) {
		return
	}
	for i := range a.Others {
		if !yield(&a.Others[i]) {
			return
		}
	}
}

// numbers are the places of texts in a list.
type numbers map[string]int32

func numbered(list []string) numbers {
	n := make(numbers, len(list))
	for i, text := range list {
		n[text] = int32(i)
	}
	return n
}

// of returns the number of a text, transition.None if it has none.
func (n numbers) of(text string) int32 {
	if i, ok := n[text]; ok {
		return i
	}
	return transition.None
}

func (a *annotation) gold(numbers numbers) oracle.Gold {
	var g oracle.Gold
	for i := range a.Others {
		g.Others = append(g.Others, a.Others[i].gold(numbers))
	}
	for _, s := range a.Spans {
		g.Spans = append(g.Spans, oracle.Span{Label: numbers.of(s.Label), Start: int32(s.Start), End: int32(s.End)})
	}
	if a.Spans != nil {
		return g
	}
	g.Labels = append(g.Labels, transition.None)
	for _, l := range a.Labels {
		g.Labels = append(g.Labels, numbers.of(l))
	}
	if a.Heads != nil {
		g.Heads = append(g.Heads, transition.None)
		for _, h := range a.Heads {
			g.Heads = append(g.Heads, int32(h))
		}
	}
	return g
}

// ErrNoTree is the cause when training data has nothing to learn from.
var ErrNoTree = errors.New("no tree to learn from")

// Labels returns the known labels and, after them, all others of the gold structures, sorted.
func (b *Bank) Labels(known ...string) []string {
	labels := map[string]bool{}
	for i, a := range b.Gold {
		if b.Data.SourceOf(i).Silver && a.Graph == nil {
			continue
		}
		for _, s := range a.Spans {
			labels[s.Label] = true
		}
		for one := range a.all {
			for _, l := range one.Labels {
				if l != "" {
					labels[l] = true
				}
			}
		}
		if a.Graph != nil {
			addLabels(labels, a.Graph)
		}
	}
	for _, l := range known {
		delete(labels, l)
	}
	return append(slices.Clone(known), slices.Sorted(maps.Keys(labels))...)
}

// Place says where sentence i is, for errors.
func (b *Bank) Place(i int) string {
	if len(b.Data.Trees) > 0 {
		return fmt.Sprint("tree ", i+1)
	}
	if len(b.Data.Graphs) > 0 {
		return fmt.Sprintf("%s:%d", b.Data.Graphs[i].File, b.Data.Graphs[i].Line)
	}
	return fmt.Sprintf("%s:%d", b.Data.Sentences[i].File, b.Data.Sentences[i].Line)
}

// Fewer than notRare words say nothing about their tag. A tag is one of leaves if fewer than one in oneMistakeIn of
// its words has a dependent, which counts as a mistake then.
const notRare, oneMistakeIn = 200, 500

// Agreement counts which of the labels the words with each tag have, and which tags only words without dependents have.
// It is nil if no word has a tag, and for structures whose labels have nothing to do with tags. What was known of tags before, if anything, stays.
func (b *Bank) Agreement(labels []string, before *decode.Agreement) *decode.Agreement {
	if !b.agrees {
		return nil
	}
	type pair struct{ tag, label string }
	seen, words, heads := map[pair]int{}, map[string]int{}, map[string]int{}
	var sentences []*conll.Sentence
	for _, s := range b.Data.Gold().Sentences {
		sentences = append(sentences, s.Annotations()...)
	}
	for _, s := range sentences {
		hasDependent := make([]bool, s.Len()+1)
		for i := range s.Words {
			w := &s.Words[i]
			seen[pair{w.UPOS, w.Deprel}]++
			if w.Head != conll.NoHead {
				hasDependent[w.Head] = true
			}
		}
		for i := range s.Words {
			if tag := s.Words[i].UPOS; conll.Filled(tag) {
				words[tag]++
				if hasDependent[i+1] {
					heads[tag]++
				}
			}
		}
	}
	before = cmp.Or(before, &decode.Agreement{})
	a := &decode.Agreement{Tags: slices.AppendSeq(slices.Clone(before.Tags), maps.Keys(words))}
	if len(a.Tags) == 0 {
		return nil
	}
	slices.Sort(a.Tags)
	a.Tags = slices.Compact(a.Tags)
	for t, tag := range a.Tags {
		a.Labels = append(a.Labels, nil)
		known, rare := before.Number(tag), words[tag] < notRare
		usual, most, leaf := 0, 0, !rare && heads[tag]*oneMistakeIn < words[tag]
		if place, was := slices.BinarySearch(before.Leaves, known); was {
			usual, leaf = int(before.Usual[place]), leaf || rare
		}
		for l, label := range labels {
			n, allowed := seen[pair{tag, label}], rare
			if known != transition.None {
				allowed = before.Allows(known, int32(l))
			}
			if allowed || n > 0 || seen[pair{tag, projective.Plain(label)}] > 0 {
				a.Labels[t] = append(a.Labels[t], int32(l))
			}
			if n > most {
				usual, most = l, n
			}
		}
		if leaf {
			a.Leaves, a.Usual = append(a.Leaves, int32(t)), append(a.Usual, int32(usual))
		}
	}
	return a
}
