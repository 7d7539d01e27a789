package parser

import (
	"context"
	"strings"

	"parser/conll"
	"parser/ptb"
	"parser/transition"
)

// ParseTree returns the constituency tree over words, of which it reads form and
// XPOS (or UPOS, where there is no XPOS). A form may be written as in Penn
// brackets, with -LRB- for "("; in the tree it has to be, as has a tag, and all
// else stays as it was. The tree's root is labelled ptb.TopLabel; it is the tree
// without words if there are none. The error is nil or an ErrKind.
func (p *Parser) ParseTree(words []conll.Word) (*ptb.Tree, error) {
	if err := p.builds(transition.Constituents); err != nil {
		return nil, err
	}
	job := &treeJob{words: words}
	p.treeWorker()(job)
	return job.tree, nil
}

// StreamTrees is Stream for constituency trees.
func (p *Parser) StreamTrees(ctx context.Context, next func() ([]conll.Word, error), emit func(*ptb.Tree) error, workers int) error {
	if err := p.builds(transition.Constituents); err != nil {
		return err
	}
	read := func() (*treeJob, error) {
		words, err := next()
		return &treeJob{words: words}, err
	}
	write := func(j *treeJob) error { return emit(j.tree) }
	return stream(ctx, &pipe[*treeJob]{next: read, newWorker: p.treeWorker, emit: write}, workers)
}

// treeJob is a sentence on its way to its tree.
type treeJob struct {
	words []conll.Word
	tree  *ptb.Tree
}

// treeWorker returns what parses one sentence after another.
func (p *Parser) treeWorker() func(*treeJob) {
	g, fill := p.newGuide(), p.newFilling()
	return func(j *treeJob) {
		if len(p.taggers) > 0 {
			j.words = spelledOut(j.words) // those are the caller's
			fill(j.words)
		}
		g.parse(seenWords(j.words))
		j.tree = p.tree(&g.config, j.words)
	}
}

// seenWords returns words as templates are to see them: with forms as they are in
// text, the tag as XPOS and, as UPOS, the tag without what stands behind its first
// hyphen (of N-D, a noun in the dative, N).
func seenWords(words []conll.Word) []conll.Word {
	seen := make([]conll.Word, len(words))
	for i := range words {
		tag := tagOf(&words[i])
		seen[i] = conll.Word{Form: ptb.Unescape(words[i].Form), UPOS: ptb.Category(tag), XPOS: tag}
	}
	return seen
}

// tagOf returns the tag of a word as it can stand in brackets, where $( cannot.
func tagOf(w *conll.Word) string {
	if filled(w.XPOS) {
		return ptb.Escape(w.XPOS)
	}
	return ptb.Escape(w.UPOS)
}

// tree returns the tree of a terminal configuration. Nodes without a label are
// no constituents: their children are those of the next node above that has one.
func (p *Parser) tree(c *transition.Config, words []conll.Word) *ptb.Tree {
	outer, inner := make([]*ptb.Tree, len(c.Nodes)), make([]*ptb.Tree, len(c.Nodes))
	outer[0] = &ptb.Tree{Label: ptb.TopLabel}
	inner[0] = outer[0]
	for i := range c.Nodes[1:] {
		node := int32(i + 1)
		if !c.IsBracket(node) {
			w := &words[i]
			outer[node] = &ptb.Tree{Label: tagOf(w), Word: ptb.Escape(w.Form)}
		}
		outer[node], inner[node] = p.chain(c.Nodes[node].Label, outer[node])
	}
	for parent, child := range c.Children {
		for inner[parent] == nil {
			parent = c.Nodes[parent].Head
		}
		if outer[child] != nil {
			inner[parent].Children = append(inner[parent].Children, outer[child])
		}
	}
	if root := outer[0].Children; len(root) == 1 && root[0].Label == ptb.TopLabel {
		return root[0]
	}
	return outer[0]
}

// chain returns the outermost and the innermost bracket of a label, which may
// stand for several, over a leaf or, if leaf is nil, over children yet to come.
func (p *Parser) chain(label int32, leaf *ptb.Tree) (outer, inner *ptb.Tree) {
	if label == transition.None {
		return leaf, nil
	}
	for _, name := range strings.Split(p.meta.Labels[label], chainMark) {
		t := &ptb.Tree{Label: name}
		if outer == nil {
			outer = t
		} else {
			inner.Children = []*ptb.Tree{t}
		}
		inner = t
	}
	if leaf != nil {
		inner.Children = []*ptb.Tree{leaf}
	}
	return outer, inner
}
