// Package structure turns treebanks into what training needs, and finished configurations into what users get. There is
// one [Encoder] for each kind of structure: arcs, brackets, tags and graphs. It knows which annotation is gold and
// under which labels, what scorers see of the words, the parameters of the transition system, what a configuration
// means, and how good the result is on dev.
//
//	encoder, err := encoding.Encoder(system, roots)
//	bank := encoder.Bank(structure.Data{Sentences: sentences})
//	corpus, err := bank.Corpus(encoder, expert, bank.Labels())   // words, gold, what was left out
//	encoder.Read(&config, &structure.Item{Sentence: s}) // sets HEAD and DEPREL
package structure

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parser/conll"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/decode"
	"parser/ptb"
	"parser/transition"
)

// Bank is a treebank taken apart.
type Bank struct {
	Data     Data              // as it is to be learned: trees normalised, and none without words
	Words    [][]conll.Word    // of each sentence, with the tags of the treebank or of taggers
	Gold     []annotation      // of each sentence
	Params   transition.Params // of the system: those of the encoding, completed by what the trees show
	Empty    int               // trees without words, which are left out
	Scorable bool              // there is something to compare parses with
	useless  string            // the error after the number of sentences if none can be used
}

// bank takes sentences apart; the gold annotations are still empty.
func (d Data) bank(useless string) *Bank {
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
func (b *Bank) Items() []*Item {
	items := make([]*Item, len(b.Words))
	for i, words := range b.Words {
		it := &Item{Words: words}
		switch b.Data.holds() {
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

// Retag replaces the words, but not the data, by tagged ones.
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

// Corpus is a treebank prepared for training. Each sentence to learn from has its words as scorers see them, its gold
// structure, and its place in the treebank, for errors.
type Corpus struct {
	Words   [][]conll.Word
	Golds   []oracle.Gold
	Places  []string
	Labels  []string // a label's number is its place
	Lemmas  []string // of the words that graphs are made of, sorted
	Graphs  []*amr.Graph
	Encoder Encoder // that knows the labels
	Skipped Skipped
}

// Skipped counts the training sentences that could not be learned from.
type Skipped struct {
	Empty         int // without a word
	Partial       int // a word without head, although the oracle needs whole trees, or no word with a head
	NonProjective int // although the option asks for projective trees
	MultiRoot     int // under a single root, with the static oracle
	TooLong       int `json:",omitempty"` // longer than the oracle takes
	Untagged      int `json:",omitempty"` // a word without tag, for a tagger
	Underivable   int // constituency trees that the system cannot derive within its bounds
}

// reason is why sentences are skipped.
type reason struct {
	n     *int
	cause error // of what the oracle or the encoder says
	text  string
}

func (s *Skipped) reasons() []reason {
	return []reason{
		{&s.Empty, nil, "empty"},
		{&s.Partial, oracle.ErrPartial, "with words without head (oracles static and fsa-edit need all heads, others one)"},
		{&s.Untagged, oracle.ErrUntagged, "with a word without tag"},
		{&s.NonProjective, oracle.ErrNonProjective, "non-projective"},
		{&s.MultiRoot, oracle.ErrNotRooted, "with several roots"},
		{&s.TooLong, oracle.ErrTooLong, "too long for the oracle"},
		{&s.Underivable, oracle.ErrNotDerivable, "that the system cannot derive within its bounds"},
	}
}

// Total returns the number of skipped sentences.
func (s Skipped) Total() (n int) {
	for _, r := range s.reasons() {
		n += *r.n
	}
	return n
}

// Reasons counts the skipped sentences by reason, in words.
func (s Skipped) Reasons() string {
	var parts []string
	for _, r := range s.reasons() {
		if *r.n > 0 {
			parts = append(parts, fmt.Sprint(*r.n, " ", r.text))
		}
	}
	return strings.Join(parts, ", ")
}

// ErrNoTree is the cause when training data has nothing to learn from.
var ErrNoTree = errors.New("no tree to learn from")

// Labels returns the known labels and, after them, all others of the gold structures, sorted.
func (b *Bank) Labels(known ...string) []string {
	labels := map[string]bool{}
	for _, a := range b.Gold {
		for _, s := range a.Spans {
			labels[s.Label] = true
		}
		for _, l := range a.Labels {
			if l != "" {
				labels[l] = true
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

// Corpus encodes the sentences whose gold structure the expert can learn from; all, if there is no expert. The labels
// are those to number, by their places; others become transition.None. With an expert, lemmas are added to those that
// the encoder knows.
func (b *Bank) Corpus(e Encoder, expert oracle.Oracle, labels []string) (*Corpus, error) {
	c, numbers := &Corpus{Labels: labels, Skipped: Skipped{Empty: b.Empty}}, numbered(labels)
	if graphs, ok := e.(*graphs); ok && len(b.Gold) > 0 {
		own := *graphs
		if err := own.SetLabels(labels); err != nil {
			return nil, err
		}
		lemmas := map[string]bool{}
		for _, words := range b.Words {
			for i := range words {
				lemmas[lemmaOf(&words[i])] = true
			}
		}
		if expert != nil {
			for lemma := range own.lemmas {
				lemmas[lemma] = true
			}
		}
		if c.Lemmas = slices.Sorted(maps.Keys(lemmas)); expert != nil || own.lemmas == nil { // of a parser in the making
			own.SetLexicon(&decode.Lexicon{Lemmas: c.Lemmas})
		}
		e = &own
	}
	c.Encoder = e
	unlabelled := true // arcs without labels are not enough
	for i, a := range b.Gold {
		if a.Err != nil {
			return nil, a.Err
		}
		if len(b.Words[i]) == 0 {
			c.Skipped.Empty++
			continue
		}
		gold, err := a.gold(numbers), error(nil)
		seen := e.Seen(nil, b.Words[i])
		if a.Graph != nil {
			gold.Meaning = e.(*graphs).meaning(&a, seen)
		}
		if expert != nil {
			err = cmp.Or(expert.Start(&gold), a.Skip)
		}
		if err == nil {
			unlabelled = unlabelled && gold.Heads != nil && !slices.ContainsFunc(gold.Labels, func(l int32) bool { return l != transition.None })
			if a.Graph != nil {
				c.Graphs = append(c.Graphs, a.Graph)
			}
			c.Words, c.Golds, c.Places = append(c.Words, seen), append(c.Golds, gold), append(c.Places, b.place(i))
			continue
		}
		reasons := c.Skipped.reasons()
		known := slices.IndexFunc(reasons, func(r reason) bool { return r.cause != nil && errors.Is(err, r.cause) })
		if known < 0 {
			return nil, fmt.Errorf("%s: %w", b.place(i), err)
		}
		*reasons[known].n++
	}
	if unlabelled && expert != nil || len(c.Golds) == 0 {
		return nil, fmt.Errorf("%w: of %d %s (%+v)", ErrNoTree, len(b.Gold)+b.Empty, b.useless, c.Skipped)
	}
	return c, nil
}

// place says where sentence i is.
func (b *Bank) place(i int) string {
	if len(b.Data.Trees) > 0 {
		return fmt.Sprint("tree ", i+1)
	}
	if len(b.Data.Graphs) > 0 {
		return fmt.Sprintf("%s:%d", b.Data.Graphs[i].File, b.Data.Graphs[i].Line)
	}
	return fmt.Sprintf("%s:%d", b.Data.Sentences[i].File, b.Data.Sentences[i].Line)
}

// uses returns the labelled moves of s that the corpus needs.
func (c *Corpus) uses(s transition.System) map[decode.Use]bool {
	uses, give := map[decode.Use]bool{}, decode.NoMove
	for m := range transition.NumMoves {
		if s.Moves().Has(m) && m.Labelled() {
			give = m // the only one of systems that do not build arcs
		}
	}
	for _, g := range c.Golds {
		for _, b := range g.Spans {
			uses[decode.Use{Move: give, Label: b.Label}] = true
		}
		for d := 1; d < len(g.Labels); d++ {
			if g.Labels[d] == transition.None {
				continue
			}
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

// Fewer than notRare words say nothing about their tag. A tag is one of leaves if fewer than one in oneMistakeIn of
// its words has a dependent, which counts as a mistake then.
const notRare, oneMistakeIn = 200, 500

// Agreement counts which of the labels the words with each tag have, and which tags only words without dependents have.
// It is nil if no word has a tag. What was known of tags before, if anything, stays.
func (b *Bank) Agreement(labels []string, before *decode.Agreement) *decode.Agreement {
	type pair struct{ tag, label string }
	seen, words, heads := map[pair]int{}, map[string]int{}, map[string]int{}
	for _, s := range b.Data.Sentences {
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
			if allowed || n > 0 || seen[pair{tag, conll.Plain(label)}] > 0 {
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
