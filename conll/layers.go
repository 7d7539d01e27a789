package conll

import (
	"slices"
	"strings"
)

// HasDeps reports whether a word of s has DEPS. Column 9 of CoNLL-X is something else.
func (s *Sentence) HasDeps() bool {
	return s.Format == FormatU && slices.ContainsFunc(s.Words, func(w Word) bool { return Filled(w.Deps) })
}

// BasicOnly returns s without its enhanced layer: no word has DEPS, and there are no empty nodes.
func (s *Sentence) BasicOnly() *Sentence {
	c := s.Clone()
	for i := range c.Words {
		c.Words[i].Deps = "_"
	}
	c.Extras = slices.DeleteFunc(slices.Clone(s.Extras), Extra.isEmptyNode)
	if s.layout == nil || len(c.Extras) == len(s.Extras) {
		return c
	}
	c.layout = new(*s.layout)
	var kept strings.Builder // each line with its own ending
	for line := range strings.Lines(s.layout.body) {
		if !(Extra{Text: line}).isEmptyNode() {
			kept.WriteString(line)
		}
	}
	c.layout.body = strings.TrimSuffix(strings.TrimSuffix(kept.String(), "\n"), "\r")
	return c
}

// EnhancedOnly returns s without its basic layer: no word has HEAD or DEPREL. DEPS and empty nodes stay.
func (s *Sentence) EnhancedOnly() *Sentence {
	c := s.Clone()
	for i := range c.Words {
		c.Words[i].Head, c.Words[i].Deprel = NoHead, "_"
	}
	return c
}

// SetEmptyNodes gives s other empty nodes, each a line that stands before the word after its own.
func (s *Sentence) SetEmptyNodes(nodes []Extra) {
	s.Extras = slices.DeleteFunc(slices.Clone(s.Extras), Extra.isEmptyNode)
	for _, node := range nodes { // before a range that begins there
		at := slices.IndexFunc(s.Extras, func(x Extra) bool { return x.Before >= node.Before && !x.isEmptyNode() })
		if at < 0 {
			at = len(s.Extras)
		}
		s.Extras = slices.Insert(s.Extras, at, node)
	}
}

// EmptyNode is an empty node of the enhanced layer.
type EmptyNode struct {
	ID      Node
	Columns Word // its Head is NoHead
	Line    int  // in the file
}

// EmptyNodes returns the empty nodes of s, in order. Lines that lack columns are left out.
func (s *Sentence) EmptyNodes() (all []EmptyNode) {
	for i, e := range s.Extras {
		c := strings.Split(e.Text, "\t")
		if id, ok := parseNode(e.id()); ok && id.Empty > 0 && len(c) == columnsAll {
			w := Word{c[1], c[2], c[3], c[4], c[5], NoHead, c[7], c[8], c[9]}
			all = append(all, EmptyNode{id, w, s.Line + e.Before + i})
		}
	}
	return all
}

func (e Extra) isEmptyNode() bool { return strings.Contains(e.id(), ".") }
