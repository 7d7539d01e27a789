package extract

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parser/parser/query"
)

// Set says what is to be found: the words that items begin with, and patterns that lead from these to others.
type Set struct {
	kind  string
	roles []role // the first is what items begin with
	each  []string
	need  []string
	any   []string
	notes []noting
}

// role is a part that items may have.
type role struct {
	name     string
	patterns []pattern
	span     span
}

type pattern struct {
	*query.Semgrex
	also bool // even if one before it has found something
}

// noting is a note that items get where a pattern fits.
type noting struct {
	Note
	pattern
}

// span says which words a part has besides its head: the subtrees of those children whose labels match, or do not.
type span struct {
	labels []*regexp.Regexp
	but    bool // the children whose labels do not match
	quoted bool // what stands between quotation marks
}

// Parse reads a set. Its lines are
//
//	kind: NAME               what items are called
//	ROLE: PATTERN            the first such line names the words that items begin with; in the others, PATTERN has the
//	                         names of that role and of ROLE. Of several lines the first that finds something counts
//	ROLE+: PATTERN           this one counts even so
//	each: ROLE ROLE          there is an item for each word that has such a role, rather than one item
//	need: ROLE ROLE          items without all of these roles are left out
//	any: ROLE ROLE           items without any of these roles are left out
//	span ROLE: LABEL …       the part has the children with these labels, regular expressions, and all below them
//	span ROLE: but LABEL …   the part has all other children
//	span ROLE: quoted        the part is what stands between quotation marks
//	NAME=VALUE: PATTERN      a note
//
// An indented line continues the one before; # begins a comment line. An error says "name:line: what is wrong".
func Parse(text, name string) (*Set, error) {
	s := &Set{kind: "item"}
	for _, l := range joined(text) {
		if err := s.add(l.text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, l.number, err)
		}
	}
	if len(s.roles) == 0 || len(s.roles[0].patterns) == 0 {
		return nil, fmt.Errorf("%s: the set has no pattern for what items begin with", name)
	}
	for _, word := range slices.Concat(s.each, s.need, s.any) {
		if r := s.role(word); len(r.patterns) == 0 {
			return nil, fmt.Errorf("%s: no pattern for %q", name, word)
		}
	}
	return s, nil
}

type numbered struct {
	text   string
	number int
}

// joined returns the lines of a text without comments, each with those that continue it.
func joined(text string) (lines []numbered) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || bare[0] == '#':
		case strings.TrimLeft(line, " \t") != line && len(lines) > 0:
			lines[len(lines)-1].text += " " + bare
		default:
			lines = append(lines, numbered{bare, number})
		}
	}
	return lines
}

// role returns the role of a name, which is added if it is new.
func (s *Set) role(name string) *role {
	i := slices.IndexFunc(s.roles, func(r role) bool { return r.name == name })
	if i < 0 {
		i, s.roles = len(s.roles), append(s.roles, role{name: name})
	}
	return &s.roles[i]
}

// add adds what a line says.
func (s *Set) add(line string) error {
	name, value, ok := strings.Cut(line, ":")
	value = strings.TrimSpace(value)
	if !ok || name == "" || value == "" {
		return fmt.Errorf("%q is not NAME: VALUE", line)
	}
	switch note, noteValue, isNote := strings.Cut(name, "="); {
	case name == "kind":
		s.kind = value
	case name == "each":
		s.each = strings.Fields(value)
	case name == "need":
		s.need = strings.Fields(value)
	case name == "any":
		s.any = strings.Fields(value)
	case strings.HasPrefix(name, "span "):
		return s.addSpan(strings.TrimSpace(strings.TrimPrefix(name, "span ")), value)
	case isNote:
		p, err := s.pattern(value)
		s.notes = append(s.notes, noting{Note{note, noteValue}, pattern{p, false}})
		return err
	default:
		own, also := strings.CutSuffix(name, "+")
		first := len(s.roles) == 0
		r := s.role(own)
		names := []string{own}
		if first {
			names = nil
		}
		p, err := s.pattern(value, names...)
		r.patterns = append(r.patterns, pattern{p, also})
		return err
	}
	return nil
}

// pattern reads a pattern, in which the first role and others must be named.
func (s *Set) pattern(text string, names ...string) (*query.Semgrex, error) {
	if len(s.roles) == 0 {
		return nil, fmt.Errorf("the pattern for what items begin with must come first")
	}
	p, err := query.ParseSemgrex(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	for _, name := range append(names, s.roles[0].name) {
		if !slices.Contains(p.Names(), name) {
			return nil, fmt.Errorf("%s: nothing is called =%s", text, name)
		}
	}
	return p, nil
}

func (s *Set) addSpan(name, value string) error {
	r := s.role(name)
	words := strings.Fields(value)
	if value == "quoted" {
		r.span.quoted = true
		return nil
	}
	if words[0] == "but" {
		r.span.but, words = true, words[1:]
	}
	for _, word := range words {
		e, err := regexp.Compile("^(?:" + word + ")$")
		if err != nil {
			return err
		}
		r.span.labels = append(r.span.labels, e)
	}
	return nil
}
