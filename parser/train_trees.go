package parser

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"parser/conll"
	"parser/eval/evalb"
	"parser/oracle"
	"parser/parser/features"
	"parser/ptb"
	"parser/transition"
)

// TrainTrees is Train for constituency trees, which Options.System must build.
// They are normalised by Options.Steps; the best epoch is that of the best
// labelled F1 on dev, as EVALB with COLLINS.prm has it, over sentences of all
// lengths.
func TrainTrees(ctx context.Context, train, dev []*ptb.Tree, o Options, watch Observer) (*Parser, error) {
	steps, err := o.steps()
	if err != nil {
		return nil, err
	}
	bank, held := newTreebank(train, steps), newTreebank(dev, steps)
	taggers, err := o.prepareTrees(ctx, bank, held, watch)
	if err != nil {
		return nil, err
	}
	t, err := newBracketTrainer(bank, o)
	if err != nil {
		return nil, err
	}
	t.parser.taggers, t.parser.meta.Taggers, t.parser.meta.Train = taggers, len(taggers), DigestTrees(bank.trees)
	if len(dev) == 0 {
		return t.run(ctx, nil, watch)
	}
	t.parser.meta.Dev = DigestTrees(held.trees)
	return t.run(ctx, func(p *Parser, e *Epoch) error { return e.scoreTrees(ctx, p, held, o.Workers) }, watch)
}

// steps returns what is done to trees first. Their roots are made alike in any
// case.
func (o *Options) steps() (ptb.Steps, error) {
	if err := o.builds(transition.Constituents); err != nil {
		return ptb.Steps{}, err
	}
	steps, err := ptb.ParseSteps(o.Steps)
	if err != nil {
		return steps, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	steps.Root = true
	return steps, nil
}

// treebank is a list of normalised constituency trees with their words.
type treebank struct {
	trees []*ptb.Tree
	words [][]conll.Word
	empty int // trees that had no words
}

func newTreebank(trees []*ptb.Tree, steps ptb.Steps) *treebank {
	b := &treebank{}
	for _, t := range trees {
		if t = steps.Apply(t); t == nil || len(t.Leaves()) == 0 {
			b.empty++
			continue
		}
		b.trees, b.words = append(b.trees, t), append(b.words, wordsOf(t))
	}
	return b
}

// wordsOf returns the words of a tree with their tags, as they are written there.
func wordsOf(t *ptb.Tree) []conll.Word {
	var words []conll.Word
	for _, leaf := range t.Leaves() {
		words = append(words, conll.Word{Form: leaf.Word, XPOS: leaf.Label})
	}
	return words
}

// DigestTrees names a treebank: the SHA-256, in hexadecimal, of its trees in Penn
// brackets, one a line.
func DigestTrees(trees []*ptb.Tree) string {
	h := sha256.New()
	for _, t := range trees {
		fmt.Fprintln(h, t)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// newBracketTrainer prepares training on constituency trees.
func newBracketTrainer(b *treebank, o Options) (*trainer, error) {
	c := &corpus{skipped: Skipped{Empty: b.empty}}
	unary, err := transition.ParseUnary(o.Unary)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrOptions, err)
	}
	spans := make([][]ptb.Span, len(b.trees))
	for i, t := range b.trees {
		spans[i] = o.derivable(goldSpans(t), unary)
	}
	seen := make([][]conll.Word, len(b.words))
	for i, words := range b.words {
		seen[i] = seenWords(words)
	}
	d, err := o.design(o.params(spans, unary), dataOfWords(seen))
	if err != nil {
		return nil, err
	}
	x := d.set.Compile()
	if err := c.addTrees(seen, spans, d, x); err != nil {
		return nil, err
	}
	return newTrainer(o, d, c, x)
}

// goldSpans returns the brackets to learn of a tree with a unified root: those
// below the root if it has one child, a bracket; else the root's is the outermost
// of them, so that there is one in any case.
func goldSpans(t *ptb.Tree) []ptb.Span {
	if len(t.Children) == 1 && !t.Children[0].Leaf() {
		return t.Spans()[1:]
	}
	return t.Spans()
}

// chainMark joins the labels of a unary chain, outermost first. No label
// contains a blank.
const chainMark = " "

// joinChains makes one bracket of all that cover the same words.
func joinChains(spans []ptb.Span) []ptb.Span {
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

// derivable makes of a tree's brackets those that the system can derive: of a chain
// over the same words what it makes of chains. Bounds on their number do not matter.
func (o *Options) derivable(spans []ptb.Span, unary transition.Unary) []ptb.Span {
	chains := transition.KeepChains
	if s, err := oracle.NewSystem(o.System, transition.Params{MaxOpens: 1, MaxUnary: 1, Unary: unary}); err == nil {
		chains = transition.ChainsOf(s)
	}
	switch chains {
	case transition.KeepChains:
		return spans
	case transition.JoinChains:
		return joinChains(spans)
	}
	words := spans[0].End
	return slices.DeleteFunc(slices.CompactFunc(spans, sameWords), func(s ptb.Span) bool {
		return chains == transition.CutUnary && words > 1 && s.End-s.Start == 1
	})
}

// sameWords reports whether two brackets cover the same words.
func sameWords(a, b ptb.Span) bool { return a.Start == b.Start && a.End == b.End }

// params returns the parameters of the system: those of the options or, where
// they leave it open, the smallest that every tree can be derived with (but for
// maxBound).
func (o *Options) params(trees [][]ptb.Span, unary transition.Unary) transition.Params {
	p := transition.Params{MaxOpens: int32(o.MaxOpens), MaxUnary: int32(o.MaxUnary), Unary: unary}
	opens, chain := 1, 1
	for _, spans := range trees {
		starts, runs := map[int]int{}, map[[2]int]int{}
		for _, s := range spans {
			starts[s.Start]++
			runs[[2]int{s.Start, s.End}]++
			opens, chain = max(opens, starts[s.Start]), max(chain, runs[[2]int{s.Start, s.End}])
		}
	}
	if p.MaxOpens == 0 {
		p.MaxOpens = int32(min(opens, maxBound))
	}
	if p.MaxUnary == 0 {
		p.MaxUnary = int32(min(chain, maxBound))
	}
	return p
}

// addTrees encodes the trees that the oracle can learn from.
func (c *corpus) addTrees(words [][]conll.Word, trees [][]ptb.Span, d design, x *features.Extractor) error {
	for _, spans := range trees {
		for _, s := range spans {
			c.labels = append(c.labels, s.Label)
		}
		slices.Sort(c.labels)
		c.labels = slices.Compact(c.labels)
	}
	for i, spans := range trees {
		e := example{gold: oracle.Gold{Spans: c.encode(spans)}}
		switch err := d.oracle.Start(&e.gold); {
		case errors.Is(err, oracle.ErrNotDerivable):
			c.skipped.Underivable++
			continue
		case errors.Is(err, oracle.ErrTooLong):
			c.skipped.TooLong++
			continue
		case err != nil:
			return err
		}
		x.Prepare(&e.words, words[i])
		c.sentences = append(c.sentences, e)
	}
	if len(c.sentences) == 0 {
		return fmt.Errorf("%w: of %d trees none can be used (%+v)", ErrNoTree, len(trees)+c.skipped.Empty, c.skipped)
	}
	c.uses = c.brackets(d.system)
	return nil
}

func (c *corpus) encode(spans []ptb.Span) []oracle.Span {
	encoded := make([]oracle.Span, len(spans))
	for i, s := range spans {
		l, _ := slices.BinarySearch(c.labels, s.Label)
		encoded[i] = oracle.Span{Label: int32(l), Start: int32(s.Start), End: int32(s.End)}
	}
	return encoded
}

// brackets returns the labels in use with the move that gives them.
func (c *corpus) brackets(s transition.System) map[use]bool {
	give := transition.Open
	if s.Moves().Has(transition.Label) {
		give = transition.Label
	}
	uses := map[use]bool{}
	for _, e := range c.sentences {
		for _, b := range e.gold.Spans {
			uses[use{give, false, b.Label}] = true
		}
	}
	return uses
}

// scoreTrees parses the words of dev and compares.
func (e *Epoch) scoreTrees(ctx context.Context, p *Parser, dev *treebank, workers int) error {
	var parsed []*ptb.Tree
	collect := func(t *ptb.Tree) error {
		parsed = append(parsed, t)
		return nil
	}
	if err := p.StreamTrees(ctx, each(dev.words), collect, workers); err != nil {
		return err
	}
	params, err := evalb.NamedParams(evalb.DefaultParams)
	if err != nil {
		return err
	}
	totals, err := evalb.Score(dev.trees, parsed, params)
	e.F1 = float64(totals.F1())
	return err
}

// ScoreTrees returns the labelled F1 on gold trees, normalised as those that the parser
// learned from, in percent. The error is ctx's, or an ErrOptions of a parser that builds
// no such trees.
func (p *Parser) ScoreTrees(ctx context.Context, gold []*ptb.Tree, workers int) (float64, error) {
	steps, err := p.meta.Options.steps()
	if err != nil {
		return 0, err
	}
	var e Epoch
	err = e.scoreTrees(ctx, p, newTreebank(gold, steps), workers)
	return e.F1, err
}
