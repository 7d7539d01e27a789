// Package query searches trees by patterns in languages that people know: dependencies by Semgrex (Chambers et al. 2007),
// constituents by Tregex (Levy & Andrew 2006).
//
//	p, err := query.ParseSemgrex("{upos:VERB}=verb >nsubj {}=subject")   // err: column 7: …
//	find := p.Search(false)
//	for m, err := range find(sentence) {
//		…
//		m.Named[1].First        // the subject's word, from 0
//	}
//
// Matches are those of Stanford CoreNLP 4.5.10, where it has what a pattern asks for: one for each way in which the pattern
// fits, in the order of the words or nodes that the pattern begins with. What is not supported is refused, with its column.
// The guide parser/docs/guides/searching.md has a table of the operators.
package query

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"parser/conll"
	"parser/parser/query/internal/match"
	"parser/parser/query/internal/scan"
	"parser/parser/query/internal/semgrex"
	"parser/parser/query/internal/tregex"
	"parser/ptb"
	"parser/ptb/heads"
)

// Error says what is wrong with a pattern, and where.
type Error struct {
	Column  int // in characters, from 1
	Message string
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Message) }

// wrong returns the error of a parser of patterns as an Error.
func wrong(err error) error {
	if e, ok := errors.AsType[*scan.Error](err); ok {
		return &Error{e.Column, e.Message}
	}
	return err
}

// Match is one way in which a pattern fits.
type Match struct {
	Node  Node   // where the pattern's first node fits
	Named []Node // the nodes that have names, in the order of the names in the pattern; one may be missing, under | or ?
	Texts []Text // what other names stand for: of relations, and of groups of regular expressions
}

// Node is a word, an empty node or a constituent that a part of a pattern fits.
type Node struct {
	Name        string    // in the pattern, "" if it gives none
	First, Last int       // its words: those from First, counted from 0, up to Last
	Empty       int       // of an empty node, which has no words: its number after the word Last, from 1; else 0
	Tree        *ptb.Tree // of Tregex: the constituent or the part of speech; of a word, its part of speech
	Label       string    // of Tregex: the node's label, or the word
}

// Text is what a name in a pattern stands for, if it is not that of a node.
type Text struct{ Name, Value string }

// Semgrex is a pattern over dependencies. Many searches may use it at a time.
type Semgrex struct {
	pattern *semgrex.Pattern
	stop    func() bool
}

// ParseSemgrex reads a pattern over dependencies. Its error is an [Error].
func ParseSemgrex(pattern string) (*Semgrex, error) {
	p, err := semgrex.Parse(pattern)
	if err != nil {
		return nil, wrong(err)
	}
	return &Semgrex{pattern: p}, nil
}

// During returns the pattern for searches that end when ctx does: a pattern of many nodes can take longer than anybody waits.
func (p *Semgrex) During(ctx context.Context) *Semgrex {
	return &Semgrex{p.pattern, func() bool { return ctx.Err() != nil }}
}

// Names returns the names that the pattern gives to nodes, in order.
func (p *Semgrex) Names() []string { return slices.Clone(p.pattern.Names.Nodes) }

// Search returns what finds the pattern in one sentence after another: in basic trees, or else in enhanced graphs. Its error
// says what is wrong with DEPS. One goroutine may use it at a time.
func (p *Semgrex) Search(enhanced bool) func(*conll.Sentence) iter.Seq2[*Match, error] {
	search := SearchAll(enhanced, p)
	return func(sentence *conll.Sentence) iter.Seq2[*Match, error] {
		return func(yield func(*Match, error) bool) {
			matches, err := search(sentence)
			if err != nil {
				yield(nil, err)
				return
			}
			for m := range matches(0) {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}

// SearchAll is [Semgrex.Search] for many patterns, which look at the same graph, so that it is read once. The matches of one
// pattern, counted from 0, are those in the sentence that was looked at last.
func SearchAll(enhanced bool, all ...*Semgrex) func(*conll.Sentence) (matches func(pattern int) iter.Seq[*Match], err error) {
	g := &semgrex.Graph{}
	var searches []*match.Search[*semgrex.Graph]
	for _, p := range all {
		s := match.New(p.pattern, g)
		s.Stop = p.stop
		searches = append(searches, s)
	}
	node := func(name string, at int) Node {
		n := &g.Nodes[at]
		if n.Empty > 0 {
			return Node{Name: name, First: n.Node.Word, Last: n.Node.Word, Empty: n.Empty}
		}
		return Node{Name: name, First: n.Node.Word - 1, Last: n.Node.Word}
	}
	edge := func(at int) string { return g.Edges[at].Relation }
	matches := func(i int) iter.Seq[*Match] {
		s, names := searches[i], all[i].pattern.Names
		return func(yield func(*Match) bool) {
			s.Each(len(g.Nodes), func() bool { return !yield(found(s, names, node, edge)) })
		}
	}
	return func(sentence *conll.Sentence) (func(int) iter.Seq[*Match], error) {
		if !enhanced {
			g.Basic(sentence)
			return matches, nil
		}
		return matches, g.Enhanced(sentence)
	}
}

// Tregex is a pattern over constituents. Many searches may use it at a time.
type Tregex struct {
	pattern *tregex.Pattern
	stop    func() bool
}

// ParseTregex reads a pattern over constituents. Its error is an [Error].
func ParseTregex(pattern string) (*Tregex, error) {
	p, err := tregex.Parse(pattern)
	if err != nil {
		return nil, wrong(err)
	}
	return &Tregex{pattern: p}, nil
}

// During returns the pattern for searches that end when ctx does.
func (p *Tregex) During(ctx context.Context) *Tregex {
	return &Tregex{p.pattern, func() bool { return ctx.Err() != nil }}
}

// Names returns the names that the pattern gives to nodes, in order.
func (p *Tregex) Names() []string { return slices.Clone(p.pattern.Names.Nodes) }

// Search returns what finds the pattern in one tree after another. Head children are those of rules. One goroutine may use it
// at a time.
func (p *Tregex) Search(rules *heads.Rules) func(*ptb.Tree) iter.Seq[*Match] {
	t := &tregex.Tree{Rules: rules}
	s := match.New(p.pattern, t)
	s.Stop = p.stop
	node := func(name string, at int) Node {
		n := &t.Nodes[at]
		return Node{Name: name, First: n.First, Last: n.Last, Tree: n.Tree, Label: n.Label}
	}
	return func(tree *ptb.Tree) iter.Seq[*Match] {
		return func(yield func(*Match) bool) {
			t.Set(tree)
			s.Each(len(t.Nodes), func() bool { return !yield(found(s, p.pattern.Names, node, nil)) })
		}
	}
}

// found returns the match that a search stands at.
func found[G any](s *match.Search[G], names match.Names, node func(name string, at int) Node, edge func(int) string) *Match {
	m := &Match{Node: node("", s.Root())}
	for i, name := range names.Nodes {
		if at, ok := s.Node(i); ok {
			m.Named = append(m.Named, node(name, at))
		}
	}
	add := func(name, value string, ok bool) {
		if ok {
			m.Texts = append(m.Texts, Text{name, value})
		}
	}
	for i, name := range names.Relations {
		value, ok := s.Relation(i)
		add(name, value, ok)
	}
	for i, name := range names.Edges {
		if at, ok := s.Edge(i); ok {
			add(name, edge(at), true)
		}
	}
	for i, name := range names.Groups {
		value, ok := s.Group(i)
		add(name, value, ok && !strings.HasPrefix(name, "~")) // labels that ~ asks for have no name of their own
	}
	return m
}

// Attributes returns the names of attributes that words have in patterns over dependencies, in order.
func Attributes() []string { return semgrex.Attributes() }

// Attribute returns what gives an attribute of a node in a sentence, if it has a value. The name is one of [Attributes] or, of
// one feature, feats.Number. It returns nil if there is no such attribute.
func Attribute(name string) func(s *conll.Sentence, n Node) (string, bool) {
	of := semgrex.Attribute(name)
	if of == nil {
		return nil
	}
	return func(s *conll.Sentence, n Node) (string, bool) {
		if n.Empty == 0 {
			return of(&semgrex.Node{Node: conll.Node{Word: n.Last}, Word: &s.Words[n.First]})
		}
		for _, e := range s.EmptyNodes() {
			if id := (conll.Node{Word: n.Last, Empty: n.Empty}); e.ID == id {
				return of(&semgrex.Node{Node: id, Word: &e.Columns})
			}
		}
		return "", false
	}
}
