// Package treebank turns treebanks into what training needs, and finished
// configurations into what users get. There is one [Encoder] for each kind of
// structure: arcs, brackets and tags. It knows which annotation is gold and under which
// labels, how scorers are to see the words, what the parameters of a system have to
// be, how a configuration is read off, and how good the result is on dev.
//
//	encoder, err := encoding.Encoder(system)
//	bank, err := encoder.Bank(treebank.Data{Sentences: sentences})
//	corpus, err := bank.Corpus(system, expert)        // words, gold, labels, what was left out
//	encoder.Read(&config, &treebank.Item{Sentence: s}) // sets HEAD and DEPREL
package treebank

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/oracle"
	"parser/parser/decode"
	"parser/ptb"
	"parser/transition"
)

// Data is a treebank as it was read, or what a parser made of its words: sentences, for
// dependencies and tags, or trees.
type Data struct {
	Sentences []*conll.Sentence
	Trees     []*ptb.Tree
}

// Len returns the number of sentences.
func (d *Data) Len() int { return max(len(d.Sentences), len(d.Trees)) }

// Digest names a treebank, "" if there is nothing in it: the SHA-256, in hexadecimal, of
// columns 2 to 8 of its words, one word a line and an empty line behind each sentence;
// or of its trees in Penn brackets, one a line.
func (d *Data) Digest() string {
	if d.Len() == 0 {
		return ""
	}
	h := sha256.New()
	for _, s := range d.Sentences {
		for i := range s.Words {
			w := &s.Words[i]
			fmt.Fprintf(h, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", w.Form, w.Lemma, w.UPOS, w.XPOS, w.Feats, w.Head, w.Deprel)
		}
		fmt.Fprintln(h)
	}
	for _, t := range d.Trees {
		fmt.Fprintln(h, t)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Item is a sentence on its way through a parser. A tree is made of Words; of
// dependencies and tags, Words are those of Sentence.
type Item struct {
	Words    []conll.Word
	Sentence *conll.Sentence
	Tree     *ptb.Tree // once it is parsed
}

// Encoder knows one kind of structure.
type Encoder interface {
	// Bank takes data apart.
	Bank(d Data) *Bank
	// Annotations returns the gold structure of each sentence. What cannot be a structure
	// of this kind, as heads with a cycle, is an error.
	Annotations(b *Bank) ([]Annotation, error)
	// Params returns the parameters of the system: those of the encoding or, where they
	// leave it open, what the treebank shows.
	Params(b *Bank, all []Annotation) transition.Params
	// Seen returns words as scorers are to see them, in dst where they are others.
	Seen(dst, words []conll.Word) []conll.Word
	// Fillable returns the words that taggers are to set before scorers see them: those of
	// the item, or copies, in dst, where these must stay as they are.
	Fillable(dst []conll.Word, it *Item) []conll.Word
	// SetLabels says what the labels of configurations are called.
	SetLabels(labels []string)
	// Writable reports whether what bears this label can be written.
	Writable(label string) bool
	// Read reads a terminal configuration off.
	Read(c *transition.Config, it *Item)
	// Scorable reports whether there is anything in the data to compare with.
	Scorable(d Data) bool
	// Scores compares the sentences or trees of a parser with gold ones.
	Scores(gold, system Data) (Scores, error)
}

// Scores says how good a parser is, in percent; those of other kinds of structures are 0,
// and all are where there is nothing to score.
type Scores struct {
	UAS, LAS float64 // all words counted
	F1       float64 // labelled brackets, as EVALB with COLLINS.prm has it, of sentences of all lengths
	Accuracy float64 // right tags
}

// Main returns the score by which the best epoch is chosen: LAS, F1 or Accuracy.
func (s *Scores) Main() float64 { return max(s.LAS, s.F1, s.Accuracy) }

// Bank is a treebank taken apart.
type Bank struct {
	Data    Data           // as it is to be learned: trees normalised, and none without words
	Words   [][]conll.Word // of each sentence, as they are there or as taggers have left them
	Empty   int            // trees without words, which are left out
	encoder Encoder
	useless string // what is said where no sentence can be used, after their number
}

// Sentences returns the words of all sentences as taggers are to see and set them; Retag
// gives them back.
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

// Retag replaces the words by those that taggers have left; the data stays as it is.
func (b *Bank) Retag(sentences []*conll.Sentence) {
	for i, s := range sentences {
		b.Words[i] = s.Words
	}
}

// Annotation is the gold structure of a sentence, with labels still as text: of words
// or, in brackets, their own.
type Annotation struct {
	Heads  []int    // of words 1…n, for arcs
	Labels []string // of the arcs, or the tags; "" for a word that has none yet
	Spans  []ptb.Span
	Err    error // why it is left out, where the oracle would take it
}

// gold numbers the labels, which are sorted.
func (a *Annotation) gold(labels []string) oracle.Gold {
	number := func(label string) int32 {
		if l, ok := slices.BinarySearch(labels, label); ok {
			return int32(l)
		}
		return transition.None
	}
	var g oracle.Gold
	for _, s := range a.Spans {
		g.Spans = append(g.Spans, oracle.Span{Label: number(s.Label), Start: int32(s.Start), End: int32(s.End)})
	}
	if a.Spans != nil {
		return g
	}
	g.Labels = append(g.Labels, transition.None)
	for _, l := range a.Labels {
		g.Labels = append(g.Labels, number(l))
	}
	if a.Heads != nil {
		g.Heads = append(g.Heads, transition.None)
		for _, h := range a.Heads {
			g.Heads = append(g.Heads, int32(h))
		}
	}
	return g
}

// labelsOf returns the labels of all annotations, sorted.
func labelsOf(all []Annotation) []string {
	var labels []string
	for _, a := range all {
		for _, s := range a.Spans {
			labels = append(labels, s.Label)
		}
		labels = append(labels, a.Labels...)
		slices.Sort(labels)
		labels = slices.Compact(labels)
	}
	if len(labels) > 0 && labels[0] == "" && len(all[0].Spans) == 0 {
		return labels[1:]
	}
	return labels
}

// Corpus is a treebank made ready for training.
type Corpus struct {
	Sentences []Sentence
	Labels    []string // sorted; a label's number is its place
	Skipped   Skipped
}

// Sentence is one to learn from.
type Sentence struct {
	Words []conll.Word // as scorers see them
	Gold  oracle.Gold
	Place string // where it stands in the treebank, for errors
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

// count counts a sentence by the reason, unless that is no reason to skip it.
func (s *Skipped) count(reason error) bool {
	for _, c := range []struct {
		cause error
		n     *int
	}{
		{oracle.ErrPartial, &s.Partial}, {oracle.ErrNonProjective, &s.NonProjective}, {oracle.ErrNotRooted, &s.MultiRoot},
		{oracle.ErrTooLong, &s.TooLong}, {oracle.ErrUntagged, &s.Untagged}, {oracle.ErrNotDerivable, &s.Underivable},
	} {
		if errors.Is(reason, c.cause) {
			*c.n++
			return true
		}
	}
	return false
}

// ErrNoTree is the cause when training data has nothing to learn from.
var ErrNoTree = errors.New("no tree to learn from")

// Corpus encodes the sentences whose gold structure the expert can learn from; all is
// their Annotations.
func (b *Bank) Corpus(all []Annotation, expert oracle.Oracle) (*Corpus, error) {
	c := &Corpus{Labels: labelsOf(all), Skipped: Skipped{Empty: b.Empty}}
	for i := range all {
		if len(b.Words[i]) == 0 {
			c.Skipped.Empty++
			continue
		}
		s := Sentence{b.encoder.Seen(nil, b.Words[i]), all[i].gold(c.Labels), b.place(i)}
		switch err := cmp.Or(expert.Start(&s.Gold), all[i].Err); {
		case err == nil:
			c.Sentences = append(c.Sentences, s)
		case !c.Skipped.count(err):
			return nil, fmt.Errorf("%s: %w", b.place(i), err)
		}
	}
	if len(c.Sentences) == 0 {
		return nil, fmt.Errorf("%w: of %d %s (%+v)", ErrNoTree, len(all)+b.Empty, b.useless, c.Skipped)
	}
	return c, nil
}

// place says where sentence i is.
func (b *Bank) place(i int) string {
	if len(b.Data.Trees) > 0 {
		return fmt.Sprint("tree ", i+1)
	}
	return fmt.Sprintf("%s:%d", b.Data.Sentences[i].File, b.Data.Sentences[i].Line)
}

// Uses returns the labelled moves of s that the corpus needs.
func (c *Corpus) Uses(s transition.System) map[decode.Use]bool {
	uses, give := map[decode.Use]bool{}, decode.NoMove
	for m := range transition.NumMoves {
		if s.Moves().Has(m) && m.Labelled() {
			give = m // the only one of systems that do not build arcs
		}
	}
	for i := range c.Sentences {
		g := &c.Sentences[i].Gold
		for _, b := range g.Spans {
			uses[decode.Use{Move: give, Label: b.Label}] = true
		}
		for d := 1; d < len(g.Labels); d++ {
			u := decode.Use{Move: give, Label: g.Labels[d]}
			if g.Heads != nil {
				u.Move, u.FromRoot = transition.Right, g.Heads[d] == 0
				if int(g.Heads[d]) > d {
					u.Move = transition.Left
				}
			}
			uses[u] = true
		}
	}
	return uses
}
