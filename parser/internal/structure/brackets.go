package structure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/evalb"
	"parser/oracle"
	"parser/parser/internal/view"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

var bracketStructure = Structure{
	Kind: transition.Constituents, Title: "Constituents", Item: "tree", Counted: "constituent", Model: "a constituency model",
	Suffix: "-brackets", Latest: "latest-brackets",
	About: "constituents, from Penn brackets (train.mrg)", Notation: "trees in Penn brackets",
	Extensions: packed(".mrg"), Form: textfile.Brackets, Inputs: []string{textfile.Tagged, textfile.Brackets},
	Outputs: []string{Brackets, JSON, Horizontal, Vertical},
	Metrics: []Metric{{"F1", "F1", func(s *treebank.Scores) float64 { return s.F1 }}},
	Losses:  []string{UsualLoss, ExactLoss, F1Loss}, Options: []string{"steps", "max-opens", "unary", "max-unary"},
	Wishes:   []string{"nbest", "spans"},
	Defaults: Defaults{Tuning: margin(88)}, Exact: "dynamic",
	Refuses: map[string]string{"confidence": "is about heads, which a model of constituents does not set"},
	Holds:   Tree, WritesTags: true, TagColumn: "xpos", Reads: "lines of word/TAG, CoNLL or Penn brackets",
	View:  view.Brackets{},
	codec: func(e *Encoding, system, _ string) (Codec, error) { return e.brackets(system) },
}

type brackets struct {
	common
	chains transition.Chains // what the system makes of them
	steps  ptb.Steps
	unary  transition.Unary
}

func (s *Encoding) brackets(system string) (*brackets, error) {
	steps, stepsErr := ptb.ParseSteps(s.Steps)
	steps.Root = true // in any case
	unary, unaryErr := transition.ParseUnary(s.Unary)
	e := &brackets{common: common{Encoding: *s}, steps: steps, unary: unary}
	bare, err := oracle.NewSystem(system, e.Bank(treebank.Data{}).Params)
	if err := cmp.Or(stepsErr, unaryErr, err); err != nil {
		return nil, err
	}
	e.chains = bare.Chains()
	return e, nil
}

// WordsOf returns the words of a tree, without empty elements, with their tags as XPOS.
func WordsOf(t *ptb.Tree) (words []conll.Word) {
	for _, leaf := range t.Leaves() {
		if !ptb.Empty(leaf) {
			words = append(words, conll.Word{Form: leaf.Word, XPOS: leaf.Label})
		}
	}
	return words
}

// Bank implements Codec: it normalises trees, and leaves out those without words. The tags in brackets become XPOS.
// The root is learned too, unless its only child is a bracket, so that there is at least one. Bounds that are left open
// are the smallest with which every tree can be derived, up to MaxBound.
func (e *brackets) Bank(d treebank.Data) *Bank {
	b := &Bank{Data: treebank.Data{Sources: d.Sources, Silver: d.Silver}, Scorable: d.Len() > 0, useless: "trees none can be used"}
	opens, chain := 1, 1
	for i, t := range d.Trees {
		if t = e.steps.Apply(t); t == nil || len(t.Leaves()) == 0 {
			b.Empty++
			continue
		}
		var words []conll.Word
		for _, leaf := range t.Leaves() {
			words = append(words, conll.Word{Form: leaf.Word, XPOS: leaf.Label})
		}
		spans := t.Spans()
		if len(t.Children) == 1 && !t.Children[0].Leaf() {
			spans = spans[1:]
		}
		spans = e.derivable(spans)
		starts, runs := map[int]int{}, map[[2]int]int{}
		for _, s := range spans {
			starts[s.Start]++
			runs[[2]int{s.Start, s.End}]++
			opens, chain = max(opens, starts[s.Start]), max(chain, runs[[2]int{s.Start, s.End}])
		}
		b.Data.Trees, b.Words, b.Gold = append(b.Data.Trees, t), append(b.Words, words), append(b.Gold, annotation{Spans: spans})
		if d.From != nil {
			b.Data.From = append(b.Data.From, d.From[i])
		}
	}
	b.Params = transition.Params{
		MaxOpens: cmp.Or(int32(e.MaxOpens), int32(min(opens, MaxBound))),
		MaxUnary: cmp.Or(int32(e.MaxUnary), int32(min(chain, MaxBound))), Unary: e.unary,
	}
	return b
}

// chainMark joins the labels of a unary chain, outermost first. No label contains a blank.
const chainMark = " "

// derivable returns the brackets that the system can derive of a tree's: instead of a unary chain one bracket for the
// joined chain, or the outermost one, or none over a single word.
func (e *brackets) derivable(spans []ptb.Span) []ptb.Span {
	sameWords := func(a, b ptb.Span) bool { return a.Start == b.Start && a.End == b.End }
	switch e.chains {
	case transition.KeepChains:
		return spans
	case transition.JoinChains:
		var joined []ptb.Span
		for _, s := range spans {
			if n := len(joined); n > 0 && sameWords(joined[n-1], s) {
				joined[n-1].Label += chainMark + s.Label
				continue
			}
			joined = append(joined, s)
		}
		return joined
	}
	words := spans[0].End
	return slices.DeleteFunc(slices.CompactFunc(spans, sameWords), func(s ptb.Span) bool {
		return e.chains == transition.CutUnary && words > 1 && s.End-s.Start == 1
	})
}

// Seen implements Codec: forms are as in text, the tag is XPOS and, as UPOS, the tag up to its first hyphen.
func (e *brackets) Seen(dst, words []conll.Word) []conll.Word {
	dst = dst[:0]
	for i := range words {
		tag := tagOf(&words[i])
		dst = append(dst, conll.Word{Form: ptb.Unescape(words[i].Form), UPOS: ptb.Category(tag), XPOS: tag})
	}
	return e.lookup.Words(dst)
}

// tagOf returns the tag of a word as it can stand in brackets, where $( cannot.
func tagOf(w *conll.Word) string {
	if conll.Filled(w.XPOS) {
		return ptb.Escape(w.XPOS)
	}
	return ptb.Escape(w.UPOS)
}

// Fillable implements Codec: the tree gets the tags, and forms as they are in text, but the words are the caller's.
func (e *brackets) Fillable(dst []conll.Word, it *treebank.Item) []conll.Word {
	it.Words = spelledOut(dst[:0], it.Words)
	return it.Words
}

// ForBase implements Codec.
func (e *brackets) ForBase(it *treebank.Item) *treebank.Item {
	e.Fillable(nil, it)
	return e.common.ForBase(it)
}

// spelledOut appends words with forms as they are in text.
func spelledOut(dst, words []conll.Word) []conll.Word {
	for _, w := range words {
		w.Form = ptb.Unescape(w.Form)
		dst = append(dst, w)
	}
	return dst
}

// SetLabels implements Codec. A bracket may have no label, and a blank is a chainMark.
func (e *brackets) SetLabels(labels []string) error {
	e.labels = labels
	for _, l := range labels {
		if strings.ContainsAny(l, "()\t\n\v\f\r") {
			return fmt.Errorf("label %q", l)
		}
	}
	return nil
}

// Read implements Codec. The children of nodes without a label are those of the next node above that has one.
func (e *brackets) Read(c *transition.Config, it *treebank.Item, _ []conll.Word) {
	// The brackets of each node, since a label may stand for several.
	outermost, innermost := make([]*ptb.Tree, len(c.Nodes)), make([]*ptb.Tree, len(c.Nodes))
	outermost[0] = &ptb.Tree{Label: ptb.TopLabel}
	innermost[0] = outermost[0]
	for i := range c.Nodes[1:] {
		node := int32(i + 1)
		var tree *ptb.Tree
		if !c.IsBracket(node) {
			w := &it.Words[i]
			tree = &ptb.Tree{Label: tagOf(w), Word: ptb.Escape(w.Form)}
		}
		if label := c.Nodes[node].Label; label != transition.None {
			for _, name := range slices.Backward(strings.Split(e.labels[label], chainMark)) {
				inside := tree
				tree = &ptb.Tree{Label: name}
				if inside != nil {
					tree.Children = []*ptb.Tree{inside}
				}
				innermost[node] = cmp.Or(innermost[node], tree)
			}
		}
		outermost[node] = tree
	}
	for parent, child := range c.Children {
		for innermost[parent] == nil {
			parent = c.Nodes[parent].Head
		}
		if outermost[child] != nil {
			innermost[parent].Children = append(innermost[parent].Children, outermost[child])
		}
	}
	it.Tree = outermost[0]
	if root := it.Tree.Children; len(root) == 1 && root[0].Label == ptb.TopLabel {
		it.Tree = root[0]
	}
}

func (e *brackets) Scores(gold, system treebank.Data) (s treebank.Scores, err error) {
	params, _ := evalb.NamedParams(evalb.DefaultParams) // which are built in
	totals, err := evalb.Score(gold.Trees, system.Trees, params)
	s.F1 = float64(totals.F1())
	return s, err
}
