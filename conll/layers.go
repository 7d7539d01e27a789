package conll

import (
	"slices"
	"strings"
)

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

func (e Extra) isEmptyNode() bool { return strings.Contains(e.id(), ".") }
