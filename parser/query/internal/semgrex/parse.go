package semgrex

import (
	"slices"
	"strconv"
	"strings"

	"parser/parser/query/internal/match"
	"parser/parser/query/internal/scan"
)

type (
	// Pattern is a pattern over dependencies.
	Pattern    = match.Pattern[*Graph]
	node       = match.Node[*Graph]
	constraint = match.Constraint[*Graph]
	link       = match.Relation[*Graph]
	all        = match.All[*Graph]
	some       = match.Any[*Graph]
	not        = match.Not[*Graph]
	maybe      = match.Maybe[*Graph]
)

// symbols are the relations of the language.
var symbols = []string{
	"<", ">", "<<", ">>", "<>", "==", ".", "..", "-", "--", "$+", "$-", "$++", "$--", ">++", ">--", "<++", "<--",
}

// mostNested bounds how deep brackets stand in brackets.
const mostNested = 200

// parser reads a pattern.
type parser struct {
	*scan.Scanner
	nodes, relations, edges, groups scan.Names

	nested  int
	negated bool // what is read stands under a negation
}

// Parse reads a pattern. Its errors are of type *scan.Error.
func Parse(text string) (*Pattern, error) {
	p := &parser{Scanner: scan.New(text)}
	root, err := p.patterns()
	if err != nil {
		return nil, err
	}
	names := match.Names{Nodes: p.nodes, Relations: p.relations, Edges: p.edges, Groups: p.groups}
	return &Pattern{Root: root, Names: names}, nil
}

// patterns = subpattern { ":" subpattern } .
func (p *parser) patterns() (*node, error) {
	root, err := p.subpattern()
	for err == nil && !p.Done() {
		switch {
		case p.Sees("::"):
			return nil, p.Failf("what follows :: (uniq, sort) is not supported")
		case !p.Take(":"):
			return nil, p.expected("a relation, \":\" or the end")
		}
		var other *node
		if other, err = p.subpattern(); err == nil {
			root = with(root, link{Each: anywhere, To: other, Name: match.NoName, Edge: match.NoName})
		}
	}
	return root, err
}

// expected says what should stand where something else does; what is not supported has messages of its own.
func (p *parser) expected(what string) error {
	switch {
	case p.Sees("@"):
		return p.Failf("@ is not supported: there are no aligned graphs")
	case p.Sees("&"):
		return p.Failf("& is not supported; relations that stand side by side must all hold")
	case p.Sees("(?"):
		return p.Failf("(?…: is not supported; begin a regular expression with (?i) to ignore case")
	}
	return p.Failf("%s is expected, not %s", what, p.Rest())
}

// with adds a constraint to those that a node has.
func with(n *node, c constraint) *node {
	if n.Where != nil {
		c = all{n.Where, c}
	}
	n.Where = c
	return n
}

// deeper counts brackets in brackets.
func (p *parser) deeper() error {
	if p.nested++; p.nested > mostNested {
		return p.Failf("more than %d brackets in brackets", mostNested)
	}
	return nil
}

// subpattern = ( "(" subpattern ")" | choice ) [ disjunction ] .
func (p *parser) subpattern() (n *node, err error) {
	if p.Sees("(") && !p.Sees("(?") {
		if err = p.deeper(); err != nil {
			return nil, err
		}
		p.Take("(")
		if n, err = p.subpattern(); err == nil {
			err = p.Expect(")")
		}
		p.nested--
	} else {
		n, err = p.choice()
	}
	if err != nil || !p.begins() {
		return n, err
	}
	c, err := p.disjunction()
	if err != nil {
		return nil, err
	}
	return with(n, c), nil
}

// begins reports whether a constraint follows.
func (p *parser) begins() bool {
	return slices.ContainsFunc([]string{"!", "?", "[", "<", ">", "==", ".", "-", "$"}, p.Sees) || p.seesNumber()
}

func (p *parser) seesNumber() bool {
	return slices.ContainsFunc(strings.Split("0123456789", ""), p.Sees)
}

// disjunction = conjunction { "|" conjunction } .
func (p *parser) disjunction() (constraint, error) {
	var parts some
	for {
		c, err := p.conjunction()
		if err != nil {
			return nil, err
		}
		if parts = append(parts, c); !p.Take("|") {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return parts, nil
}

// conjunction = modified { modified } .
func (p *parser) conjunction() (constraint, error) {
	var parts all
	for {
		c, err := p.modified()
		if err != nil {
			return nil, err
		}
		if parts = append(parts, c); !p.begins() {
			break
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return parts, nil
}

// modified = [ "!" | "?" ] ( "[" disjunction "]" | relation ) .
func (p *parser) modified() (constraint, error) {
	negative, optional, before := p.Take("!"), p.Take("?"), p.negated
	p.negated = p.negated || negative
	c, err := p.bracketed()
	p.negated = before
	switch {
	case err != nil:
		return nil, err
	case negative && optional:
		return nil, p.Failf("! and ? cannot be used together")
	case negative:
		return not{Of: c}, nil
	case optional:
		return maybe{Of: c}, nil
	}
	return c, nil
}

func (p *parser) bracketed() (constraint, error) {
	if !p.Sees("[") {
		return p.relation()
	}
	if err := p.deeper(); err != nil {
		return nil, err
	}
	p.Take("[")
	c, err := p.disjunction()
	if err == nil {
		err = p.Expect("]")
	}
	p.nested--
	return c, err
}

// relation = [ number [ "," number ] ] symbol [ label ] { "~" name | "=" name } ( "(" subpattern ")" | choice ) .
func (p *parser) relation() (constraint, error) {
	place := p.Place()
	lo, hi, bounded, err := p.distance()
	if err != nil {
		return nil, err
	}
	r := relation{symbol: p.Longest(symbols), lo: lo, hi: hi}
	l := link{Each: r.each, Name: match.NoName, Edge: match.NoName, Text: labelOf}
	switch {
	case r.symbol == "":
		return nil, p.expected("a relation")
	case bounded && r.symbol != "<<" && r.symbol != ">>":
		return nil, p.FailAt(place, "numbers stand before << and >> only")
	}
	hasEdge := strings.ContainsAny(r.symbol[:1], "<>")
	if r.label, err = p.label(); err != nil {
		return nil, err
	}
	if r.label != nil && !hasEdge {
		return nil, p.FailAt(place, "%s has no dependency whose label could be asked for", r.symbol)
	}
	if err = p.linkNames(&r, &l, place); err != nil {
		return nil, err
	}
	l.Each = r.each
	if p.Sees("[") {
		return p.alternatives(l)
	}
	if l.To, err = p.target(); err != nil {
		return nil, err
	}
	return l, nil
}

// distance = [ number [ "," number ] ] .
func (p *parser) distance() (lo, hi int, given bool, err error) {
	if !p.seesNumber() {
		return 1, 0, false, nil
	}
	if lo, err = p.number(); err != nil {
		return 0, 0, true, err
	}
	if hi = lo; p.Take(",") {
		hi, err = p.number()
	}
	return lo, hi, true, err
}

// mostSteps bounds numbers in patterns.
const mostSteps = 1000

func (p *parser) number() (int, error) {
	place := p.Place()
	n, err := strconv.Atoi(p.Word(func(r rune) bool { return r >= '0' && r <= '9' }))
	if err != nil || n < 1 || n > mostSteps {
		return 0, p.FailAt(place, "a number from 1 to %d is expected", mostSteps)
	}
	return n, nil
}

// label = identifier [ ":" identifier ] | regular expression .
func (p *parser) label() (func() func(string) bool, error) {
	if p.Take("%") {
		return nil, p.Failf("%% is not supported; leave it out where any label will do")
	}
	re, err := p.Regexp(true)
	if err != nil {
		return nil, err
	}
	v := value{re: re}
	if re == nil {
		v.text = p.Word(letter)
		for p.Touches(":") && !p.Touches("::") { // nsubj:pass
			p.Take(":")
			v.text += ":" + p.Word(letter)
		}
		if v.text == "" {
			return nil, nil
		}
	}
	return v.test, nil
}

// linkNames = { "~" identifier | "=" identifier } .
func (p *parser) linkNames(r *relation, l *link, place int) error {
	for {
		var names *scan.Names
		var number *int
		switch {
		case p.Take("~"):
			names, number = &p.relations, &l.Name
		case p.Take("="):
			names, number = &p.edges, &l.Edge
		default:
			return nil
		}
		if !strings.ContainsAny(r.symbol[:1], "<>") || names == &p.edges && len(r.symbol) > 1 && r.symbol[1] == r.symbol[0] {
			return p.FailAt(place, "%s has no single dependency that could have a name", r.symbol)
		}
		name, err := p.name(*names)
		if err != nil {
			return err
		}
		*number = names.Number(name)
	}
}

// name reads a name. Under a negation only those that were given before may stand, and nothing may have two kinds of names.
func (p *parser) name(known scan.Names) (string, error) {
	place := p.Place()
	name := p.Word(letter)
	switch {
	case name == "":
		return "", p.Failf("a name is expected, not %s", p.Rest())
	case p.negated && !slices.Contains(known, name):
		return "", p.FailAt(place, "%q is not known: under ! stand only names that were given before", name)
	}
	kinds := 0
	for _, all := range []scan.Names{p.nodes, p.relations, p.edges, p.groups} {
		if slices.Contains(all, name) {
			kinds++
		}
	}
	if kinds > 0 && !slices.Contains(known, name) {
		return "", p.FailAt(place, "%q is the name of something else already", name)
	}
	return name, nil
}

// letter reports whether a rune may stand in an identifier.
func letter(r rune) bool { return r > ' ' && !strings.ContainsRune("(/|@!#%&)=?[]><~.,$:;{}+-", r) }

// target = "(" subpattern ")" | choice .
func (p *parser) target() (*node, error) {
	if p.Sees("(") {
		if err := p.deeper(); err != nil {
			return nil, err
		}
		p.Take("(")
		n, err := p.subpattern()
		if err == nil {
			err = p.Expect(")")
		}
		p.nested--
		return n, err
	}
	return p.choice()
}

// choice = description | alternatives .
func (p *parser) choice() (*node, error) {
	if !p.Sees("[") {
		return p.description()
	}
	same := link{Each: relation{symbol: "=="}.each, Name: match.NoName, Edge: match.NoName}
	c, err := p.alternatives(same)
	return &node{Name: match.NoName, Where: c}, err
}

// alternatives = "[" description { "|" description } "]" . Each is what a link leads to.
func (p *parser) alternatives(l link) (constraint, error) {
	p.Take("[")
	var parts some
	for {
		n, err := p.description()
		if err != nil {
			return nil, err
		}
		l.To = n
		if parts = append(parts, l); !p.Take("|") {
			break
		}
	}
	return parts, p.Expect("]")
}

// labelOf returns the text of the label of an edge.
func labelOf(g *Graph) func(edge int) string {
	return func(edge int) string { return g.Edges[edge].Relation }
}
