package ptb

import (
	"fmt"
	"unicode/utf8"
)

const (
	maxNames = 4096 // labels that are stored once only
	maxQuote = 40   // characters of the input in an error
)

// builder puts a tree together from tokens. After an error it only counts
// brackets, so that the reader finds the end of the tree.
type builder struct {
	open  []frame
	done  []*Tree // finished nodes whose parents are open, or the outermost ones
	depth int     // number of open brackets
	line  int     // where the tree begins
	root  string  // label of the outermost bracket,
	known bool    // if it is known
	tight bool    // no blank between "(("
	err   error   // the first

	names map[string]string
}

// frame is an open bracket.
type frame struct {
	node  *Tree
	first int  // its first child in builder.done
	named bool // its label was there
}

// reset makes room for another tree.
func (b *builder) reset() {
	clear(b.done)
	*b = builder{open: b.open[:0], done: b.done[:0], names: b.names}
}

// add takes the token that s stands behind.
func (b *builder) add(token byte, s *scanner) error {
	if token == '(' {
		b.depth++
	} else if token == ')' {
		b.depth--
	}
	var err error
	switch {
	case b.err != nil:
		return nil
	case token == '(':
		err = b.begin(s.glued)
	case token == ')':
		b.end()
	default:
		err = b.word(s.text)
	}
	if err == nil && s.size > s.limit {
		err = fmt.Errorf("%w: at most %d bytes", ErrTooLong, s.limit)
	}
	return err
}

// begin opens a bracket; glued says that no blank precedes it.
func (b *builder) begin(glued bool) error {
	if n := len(b.open); n > 0 {
		top := &b.open[n-1]
		if top.node.Word != "" {
			return fmt.Errorf("%w: %.*q", ErrMixed, maxQuote, top.node.Word)
		}
		if n == 1 && !b.known {
			b.known, b.tight = true, glued
		}
		top.named = true
	}
	b.open = append(b.open, frame{node: &Tree{}, first: len(b.done)})
	return nil
}

// word is the label of the innermost bracket or else its word.
func (b *builder) word(text []byte) error {
	if !utf8.Valid(text) {
		return fmt.Errorf("%w: %.*q", ErrEncoding, maxQuote, text)
	}
	top := &b.open[len(b.open)-1]
	switch {
	case !top.named:
		top.node.Label, top.named = b.name(text), true
		if len(b.open) == 1 {
			b.root, b.known = top.node.Label, true
		}
	case top.node.Word != "" || top.first < len(b.done):
		return fmt.Errorf("%w: %.*q", ErrMixed, maxQuote, text)
	default:
		top.node.Word = string(text)
	}
	return nil
}

// end closes a bracket.
func (b *builder) end() {
	last := len(b.open) - 1
	top := b.open[last]
	if children := b.done[top.first:]; len(children) > 0 {
		top.node.Children = append([]*Tree(nil), children...)
	}
	b.open, b.done = b.open[:last], append(b.done[:top.first], top.node)
}

// tree returns what was built: a tree, or an unlabelled one over several or none.
func (b *builder) tree() (*Tree, error) {
	switch {
	case b.err != nil:
		return nil, b.err
	case len(b.done) == 1:
		return b.done[0], nil
	}
	return &Tree{Children: append([]*Tree(nil), b.done...)}, nil
}

// name returns a label as a string.
func (b *builder) name(text []byte) string {
	name, ok := b.names[string(text)]
	if !ok {
		name = string(text)
		if len(b.names) < maxNames {
			b.names[name] = name
		}
	}
	return name
}
