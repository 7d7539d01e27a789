package tregex

import (
	"slices"
	"strings"

	"parser/parser/query/internal/match"
	"parser/parser/query/internal/scan"
)

type (
	// Pattern is a pattern over constituents.
	Pattern    = match.Pattern[*Tree]
	node       = match.Node[*Tree]
	constraint = match.Constraint[*Tree]
	link       = match.Relation[*Tree]
	all        = match.All[*Tree]
	some       = match.Any[*Tree]
	not        = match.Not[*Tree]
	maybe      = match.Maybe[*Tree]
)

// mostNested bounds how deep brackets stand in brackets.
const mostNested = 200

// parser reads a pattern.
type parser struct {
	*scan.Scanner
	nodes, groups scan.Names

	named   map[int]*node
	known   []string // the names of nodes that what is read may refer to
	nested  int
	negated bool // what is read stands under a negation
}

// Parse reads a pattern. Its errors are of type *scan.Error.
func Parse(text string) (*Pattern, error) {
	p := &parser{Scanner: scan.New(text), named: map[int]*node{}}
	root, err := p.root()
	if err != nil {
		return nil, err
	}
	return &Pattern{Root: root, Names: match.Names{Nodes: p.nodes, Groups: p.groups}}, nil
}

// root = subnode { "|" subnode } .
func (p *parser) root() (*node, error) {
	var parts []*node
	for {
		n, err := p.subnode()
		if err != nil {
			return nil, err
		}
		if parts = append(parts, n); !p.Take("|") {
			break
		}
	}
	if !p.Done() {
		return nil, p.Failf("a relation, \"|\" or the end is expected, not %s", p.Rest())
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	var choice some
	for _, part := range parts {
		choice = append(choice, link{Each: relation{symbol: "=="}.each, To: part, Name: match.NoName, Edge: match.NoName})
	}
	return &node{Name: match.NoName, Where: choice}, nil
}

// deeper counts brackets in brackets.
func (p *parser) deeper() error {
	if p.nested++; p.nested > mostNested {
		return p.Failf("more than %d brackets in brackets", mostNested)
	}
	return nil
}

// subnode = ( "(" subnode ")" | description ) [ disjunction ] .
func (p *parser) subnode() (n *node, err error) {
	if n, err = p.node(); err != nil || !p.begins() {
		return n, err
	}
	c, err := p.disjunction()
	if err != nil {
		return nil, err
	}
	if n.Where != nil {
		c = all{n.Where, c}
	}
	n.Where = c
	return n, nil
}

// node = "(" subnode ")" | description .
func (p *parser) node() (n *node, err error) {
	if !p.Sees("(") {
		return p.description()
	}
	if err = p.deeper(); err != nil {
		return nil, err
	}
	p.Take("(")
	if n, err = p.subnode(); err == nil {
		err = p.Expect(")")
	}
	p.nested--
	return n, err
}

// begins reports whether a constraint follows.
func (p *parser) begins() bool {
	return slices.ContainsFunc([]string{"!", "?", "[", "(", "&", "<", ">", "$", ".", ",", ":", "=="}, p.Sees)
}

// disjunction = conjunction { "|" conjunction } .
func (p *parser) disjunction() (constraint, error) {
	var parts some
	before := slices.Clone(p.known)
	known := slices.Clone(p.known)
	for {
		p.known = slices.Clone(before)
		c, err := p.conjunction()
		if err != nil {
			return nil, err
		}
		parts, known = append(parts, c), append(known, p.known...)
		if !p.alternative() {
			break
		}
	}
	p.known = known
	if len(parts) == 1 {
		return parts[0], nil
	}
	return parts, nil
}

// alternative goes past "|" if a constraint follows it, and not another node.
func (p *parser) alternative() bool {
	ahead := *p.Scanner
	if !p.Take("|") {
		return false
	}
	if !p.begins() {
		*p.Scanner = ahead
		return false
	}
	return true
}

// conjunction = modified { [ "&" ] modified } .
func (p *parser) conjunction() (constraint, error) {
	var parts all
	for {
		c, err := p.modified()
		if err != nil {
			return nil, err
		}
		if parts = append(parts, c); !p.Take("&") && !p.begins() {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return parts, nil
}

// modified = [ "!" | "?" ] ( "[" disjunction "]" | "(" disjunction ")" | relation ) .
func (p *parser) modified() (c constraint, err error) {
	switch {
	case p.Take("!"):
		before := p.negated
		p.negated = true
		c, err = p.bracketed()
		p.negated = before
		return not{Of: c}, err
	case p.Take("?"):
		c, err = p.bracketed()
		return maybe{Of: c}, err
	}
	return p.bracketed()
}

func (p *parser) bracketed() (constraint, error) {
	for _, pair := range []string{"[]", "()"} {
		if !p.Sees(pair[:1]) {
			continue
		}
		if err := p.deeper(); err != nil {
			return nil, err
		}
		p.Take(pair[:1])
		c, err := p.disjunction()
		if err == nil {
			err = p.Expect(pair[1:])
		}
		p.nested--
		return c, err
	}
	if p.Sees("!") || p.Sees("?") {
		return nil, p.Failf("! and ? stand once before a relation")
	}
	return p.relation()
}

// relation = symbol [ number ] node | chain "(" description ")" node | "<..." children .
func (p *parser) relation() (constraint, error) {
	place := p.Place()
	r := relation{symbol: p.Longest(symbols())}
	switch {
	case r.symbol == allChildren:
		return p.children()
	case r.symbol == "":
		return nil, p.Failf("a relation is expected, not %s", p.Rest())
	case slices.Contains(chained, r.symbol):
		if err := p.chain(&r); err != nil {
			return nil, err
		}
	default:
		if err := p.counted(&r, place); err != nil {
			return nil, err
		}
	}
	if other := same[r.symbol]; other != "" {
		r.symbol = other
	}
	to, err := p.node()
	if err != nil {
		return nil, err
	}
	return link{Each: r.each, To: to, Name: match.NoName, Edge: match.NoName}, nil
}

// allChildren is the relation to all children of a node, one after the other.
const allChildren = "<..."

// children = "{" node { ";" node } "}" .
func (p *parser) children() (constraint, error) {
	if err := p.Expect("{"); err != nil {
		return nil, err
	}
	child := func(number int, to *node) constraint {
		r := relation{symbol: "<", number: number}
		return link{Each: r.each, To: to, Name: match.NoName, Edge: match.NoName}
	}
	var parts all
	for {
		to, err := p.node()
		if err != nil {
			return nil, err
		}
		if parts = append(parts, child(len(parts)+1, to)); !p.Take(";") {
			break
		}
	}
	return append(parts, not{Of: child(len(parts)+1, &node{Name: match.NoName})}), p.Expect("}")
}

// symbols returns all relations.
func symbols() []string {
	all := []string{allChildren}
	all = append(all, chained...)
	for symbol := range relations {
		all = append(all, symbol)
	}
	for symbol := range same {
		all = append(all, symbol)
	}
	return append(all, "<<<-")
}

// counted reads the number of <2, >-1, <<<3 and their like.
func (p *parser) counted(r *relation, place int) error {
	negative := strings.HasSuffix(r.symbol, "-")
	digits := p.Word(func(c rune) bool { return c >= '0' && c <= '9' })
	if digits == "" {
		if r.symbol == "<<<-" {
			return p.Failf("a number is expected, not %s", p.Rest())
		}
		return nil
	}
	if !slices.Contains(numbered, r.symbol) {
		return p.FailAt(place, "%s has no numbers", r.symbol)
	}
	const most = 1000
	for _, c := range digits {
		r.number = min(r.number*10+int(c-'0'), most)
	}
	if r.number == 0 {
		return p.FailAt(place, "children and words are counted from 1")
	}
	if negative {
		r.symbol, r.number = strings.TrimSuffix(r.symbol, "-"), -r.number
	}
	return nil
}

// chain reads the description of what stands between, in brackets, or a regular expression.
func (p *parser) chain(r *relation) error {
	closing := ""
	switch {
	case p.Take("("):
		closing = ")"
	case p.Take("["):
		closing = "]"
	}
	d, err := p.label()
	if err != nil {
		return err
	}
	if r.chain = d.test; r.chain == nil || d.any && !d.negated {
		r.chain = func(*Tree) func(int) bool { return func(int) bool { return true } }
	}
	if closing != "" {
		return p.Expect(closing)
	}
	return nil
}
