package structure

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"parser/conll"
	"parser/model"
	"parser/oracle"
	"parser/parser/amr"
	"parser/parser/internal/decode"
	"parser/parser/internal/projective"
	"parser/parser/treebank"
	"parser/transition"
)

// Corpus is a treebank prepared for training. Each sentence to learn from has its words as scorers see them, its gold
// structure, its number in the bank, and the treebank that it is from.
type Corpus struct {
	Words   [][]conll.Word
	Golds   []oracle.Gold
	At      []int
	From    []treebank.Source
	Labels  []string // a label's number is its place
	Lemmas  []string // of the words that graphs are made of, sorted
	Graphs  []*amr.Graph
	Codec   Codec // that knows the labels
	Skipped Skipped

	Dictionary *Dictionary // of the words that a tagger of lemmas learns from

	numbers numbers             // of the labels
	used    map[decode.Use]bool // what gold trees, and the parser that training goes on from, have
}

// Skipped counts the training sentences that could not be learned from.
type Skipped struct {
	Empty         int // without a word
	Partial       int // a word without head, although the oracle needs whole trees, or no word with a head
	NonProjective int // although the option asks for projective trees
	MultiRoot     int // under a single root, with the static oracle
	TooLong       int `json:",omitempty"` // longer than the oracle takes
	Untagged      int `json:",omitempty"` // a word without tag, for a tagger
	Foreign       int `json:",omitempty"` // a silver tree with an arc or a constituent whose label no other sentence has in this way
	Underivable   int // constituency trees that the system cannot derive within its bounds
}

// reason is why sentences are skipped.
type reason struct {
	n     *int
	cause error // of what the oracle or the codec says
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
		{&s.Foreign, errForeign, "silver trees with other labels than the treebank"},
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

// Forms returns those of the words that are annotated by hand.
func (c *Corpus) Forms() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i, words := range c.Words {
			for j := range words {
				if !c.From[i].Silver && !yield(words[j].Form) {
					return
				}
			}
		}
	}
}

// Sentences returns the number of sentences, without copies in other spellings.
func (c *Corpus) Sentences() (n int) {
	for _, s := range c.From {
		if !s.Variant {
			n++
		}
	}
	return n
}

// Corpus encodes the sentences whose gold structure the expert can learn from; all, if there is no expert. The labels
// are those to number, by their places; others become transition.None. With an expert, lemmas are added to those that
// the codec knows.
func (b *Bank) Corpus(e Codec, expert oracle.Oracle, labels []string) (*Corpus, error) {
	c := &Corpus{Labels: labels, Skipped: Skipped{Empty: b.Empty}, numbers: numbered(labels), used: usesIn(b.Known)}
	if graphs, ok := e.(*graphs); ok && len(b.Gold) > 0 {
		own := *graphs
		if err := own.SetLabels(labels); err != nil {
			return nil, err
		}
		if c.Lemmas = b.lemmas(&own, expert != nil); expert != nil || own.lemmas == nil { // of a parser in the making
			own.SetLexicon(&decode.Lexicon{Lemmas: c.Lemmas})
		}
		e = &own
	}
	c.Codec = e
	spelling, spells := e.(*lemmas)
	var take func(sentence int) choice
	if spells {
		c.Dictionary, take = spelling.instances(b, expert != nil)
	}
	unlabelled := true // arcs without labels are not enough
	for i, a := range b.Gold {
		if a.Err != nil {
			return nil, a.Err
		}
		if len(b.Words[i]) == 0 {
			c.Skipped.Empty++
			continue
		}
		var seen []conll.Word
		if spells {
			if seen, a.Labels = spelling.spelled(nil, b.Words[i], a.Labels, take(i)); len(seen) == 0 && expert != nil {
				continue
			}
		} else {
			seen = e.Seen(nil, b.Words[i])
		}
		gold, err := c.goldOf(&a, b.Data.SourceOf(i).Silver, seen, expert)
		if err == nil {
			unlabelled = unlabelled && gold.Heads != nil && len(usesOf(&gold, decode.NoMove)) == 0
			if a.Graph != nil {
				c.Graphs = append(c.Graphs, a.Graph)
			}
			c.Words, c.Golds = append(c.Words, seen), append(c.Golds, gold)
			c.At, c.From = append(c.At, i), append(c.From, b.Data.SourceOf(i))
		} else if err := c.skip(b, i, err); err != nil {
			return nil, err
		}
	}
	if unlabelled && expert != nil || len(c.Golds) == 0 {
		return nil, b.noTree(&c.Skipped)
	}
	return c, nil
}

// errForeign is why silver trees are left out that have labels or actions which no gold tree has.
var errForeign = errors.New("labels of no gold tree")

// goldOf returns the gold structure of a sentence, whose words are seen so. The error is why it is left out.
func (c *Corpus) goldOf(a *annotation, silver bool, seen []conll.Word, expert oracle.Oracle) (gold oracle.Gold, err error) {
	gold = a.gold(c.numbers)
	switch {
	case a.Graph != nil:
		gold.Meaning = c.Codec.(*graphs).meaning(a, seen)
	case !silver:
		for _, u := range usesOf(&gold, decode.NoMove) {
			c.used[u] = true
		}
	case isForeign(a, &gold, c.numbers, c.used):
		return gold, errForeign
	}
	if expert != nil {
		err = cmp.Or(expert.Start(&gold), a.Skip)
	}
	return gold, err
}

// skip counts a sentence that is left out, or returns an error if it is a mistake.
func (c *Corpus) skip(b *Bank, i int, why error) error {
	if b.Data.SourceOf(i).Variant {
		return nil // like the sentence that it is a copy of
	}
	reasons := c.Skipped.reasons()
	known := slices.IndexFunc(reasons, func(r reason) bool { return r.cause != nil && errors.Is(why, r.cause) })
	if known < 0 {
		return fmt.Errorf("%s: %w", b.Place(i), why)
	}
	*reasons[known].n++
	return nil
}

// Silver encodes silver trees besides those in the corpus, and counts those that it leaves out. Labels are the corpus's:
// a decorated one that it lacks loses its mark. With a teacher, sentences without any head are kept as well.
func (c *Corpus) Silver(made treebank.Data, expert oracle.Oracle, teacher bool) (words [][]conll.Word, golds []oracle.Gold, err error) {
	made.Sources, made.From = []treebank.Source{{Silver: true}}, make([]int, made.Len())
	b := bankWith(c.Codec, made, c.numbers)
	c.Skipped.Empty += b.Empty
	for i := range b.Gold {
		switch {
		case b.Gold[i].Err != nil:
			return nil, nil, b.Gold[i].Err
		case len(b.Words[i]) == 0:
			c.Skipped.Empty++
			continue
		}
		seen := c.Codec.Seen(nil, b.Words[i])
		gold, err := c.goldOf(&b.Gold[i], true, seen, expert)
		if err == nil || teacher && Blind(&gold) {
			words, golds = append(words, seen), append(golds, gold)
		} else if err := c.skip(b, i, err); err != nil {
			return nil, nil, err
		}
	}
	return words, golds, nil
}

// Blind reports whether a gold structure is one of arcs, and no head is known, or none of one of several: that one is
// the nearest of any tree.
func Blind(g *oracle.Gold) bool {
	for i := range g.Others {
		if Blind(&g.Others[i]) {
			return true
		}
	}
	return g.Heads != nil && !slices.ContainsFunc(g.Heads, func(head int32) bool { return head != transition.None })
}

// bankWith takes sentences apart as a parser with these labels would have to build them: decorated labels that it lacks
// lose their mark, however often they occur.
func bankWith(e Codec, d treebank.Data, known numbers) *Bank {
	if a, ok := e.(*arcs); ok {
		all := *a
		all.rare = 0
		e = &all
	}
	b := e.Bank(d)
	for i := range b.Gold {
		for a := range b.Gold[i].all {
			for j, label := range a.Labels {
				if known.of(label) == transition.None {
					a.Labels[j] = projective.Plain(label)
				}
			}
		}
	}
	return b
}

// noTree is the error of sentences from which nothing can be learned.
func (b *Bank) noTree(skipped *Skipped) error {
	err := fmt.Errorf("%w: of %d %s", ErrNoTree, len(b.Gold)+b.Empty, b.useless)
	if reasons := skipped.Reasons(); reasons != "" {
		err = fmt.Errorf("%w: %s", err, reasons)
	}
	return err
}

// lemmas returns those of the words, sorted, and those that a codec of graphs knows if they are to be added.
func (b *Bank) lemmas(known *graphs, add bool) []string {
	all := map[string]bool{}
	for _, words := range b.Words {
		for i := range words {
			all[lemmaOf(&words[i])] = true
		}
	}
	if add {
		for lemma := range known.lemmas {
			all[lemma] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// uses returns the labelled moves of s that the corpus needs.
func (c *Corpus) uses(s transition.System) map[decode.Use]bool {
	uses, give := map[decode.Use]bool{}, decode.NoMove
	for m := range transition.NumMoves {
		if s.Moves().Has(m) && m.Labelled() {
			give = m // the only one of systems that do not build arcs
		}
	}
	for i := range c.Golds {
		for _, u := range usesOf(&c.Golds[i], give) {
			uses[u] = true
		}
	}
	return uses
}

// isForeign reports whether a silver tree shows labels or actions that no gold tree has: they are likely to be errors of
// parsers.
func isForeign(silver *annotation, gold *oracle.Gold, known numbers, used map[decode.Use]bool) bool {
	for a := range silver.all {
		if slices.ContainsFunc(a.Labels, func(l string) bool { return l != "" && known.of(l) == transition.None }) {
			return true
		}
	}
	return slices.ContainsFunc(usesOf(gold, decode.NoMove), func(u decode.Use) bool { return !used[u] })
}

// usesIn returns the uses that actions were numbered for, brackets and tags without their move; a may be nil.
func usesIn(a *decode.Actions) map[decode.Use]bool {
	uses := map[decode.Use]bool{}
	if a == nil {
		return uses
	}
	for m := range transition.NumMoves {
		for fromRoot, classes := range map[bool][]model.Class{false: a.Other[m], true: a.FromRoot[m]} {
			for _, k := range classes {
				u := decode.Use{Move: m, FromRoot: fromRoot, Label: a.All[k].Label}
				switch {
				case m == transition.Label && fromRoot: // of arcs, if its system builds arcs
					uses[decode.Use{Move: transition.Right, FromRoot: true, Label: u.Label}] = true
					fallthrough
				case m != transition.Left && m != transition.Right:
					u.Move = decode.NoMove
				}
				uses[u] = true
			}
		}
	}
	return uses
}

// usesOf returns the labelled moves that build gold structures: arcs, or others by the move give.
func usesOf(g *oracle.Gold, give transition.Move) (uses []decode.Use) {
	for i := range g.Others {
		uses = append(uses, usesOf(&g.Others[i], give)...)
	}
	for _, b := range g.Spans {
		uses = append(uses, decode.Use{Move: give, Label: b.Label})
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
		uses = append(uses, u)
	}
	return uses
}
