package tregex

import (
	"regexp"
	"slices"
	"strings"

	"parser/parser/query/internal/match"
)

// description is what a node's label must be.
type description struct {
	negated, basic bool
	any            bool
	labels         []string
	re             *regexp.Regexp
}

// test returns what tests the nodes of a tree.
func (d *description) test(t *Tree) func(node int) bool {
	holds := func(string) bool { return true }
	switch {
	case d.re != nil:
		holds = match.NewValues(d.re).Match
	case len(d.labels) == 1:
		label := d.labels[0]
		holds = func(s string) bool { return s == label }
	case !d.any:
		holds = func(s string) bool { return slices.Contains(d.labels, s) }
	}
	if d.basic {
		return func(node int) bool { return holds(Basic(t.Nodes[node].Label)) != d.negated }
	}
	return func(node int) bool { return holds(t.Nodes[node].Label) != d.negated }
}

// label = [ "!" ] [ "@" ] ( identifier { "|" identifier } | regular expression | "__" ) .
func (p *parser) label() (d *description, err error) {
	d = &description{negated: p.Take("!"), basic: p.Take("@")}
	if d.re, err = p.Regexp(false); err != nil || d.re != nil {
		return d, err
	}
	if p.Take("__") {
		d.any = true
		return d, nil
	}
	place := p.Place()
	if p.Word(starts) == "" {
		return nil, p.Failf("a label is expected, not %s", p.Rest())
	}
	p.Reset(place)
	word := p.Word(goes)
	d.labels = strings.Split(word, "|")
	if slices.Contains(d.labels, "") {
		return nil, p.FailAt(place, "a label is missing beside | in %q", word)
	}
	return d, nil
}

// starts and goes report whether a rune may stand at the beginning of an identifier, and in it.
func starts(r rune) bool { return goes(r) && !strings.ContainsRune("0123456789_|{};", r) }
func goes(r rune) bool   { return r > ' ' && !strings.ContainsRune("(/@!#%&)=?[]><~.,$:", r) }

// description = label { "#" number "%" name } [ "=" name ] | "~" name [ "=" name ] | "=" name .
func (p *parser) description() (*node, error) {
	switch {
	case p.Take("~"):
		return p.link()
	case p.Sees("=") && !p.Sees("=="):
		p.Take("=")
		name, err := p.reference()
		return &node{Name: name}, err
	}
	d, err := p.label()
	if err != nil {
		return nil, err
	}
	n := &node{Name: match.NoName}
	if !d.any || d.negated {
		n.Test = d.test
	}
	for p.Take("#") {
		if err := p.group(d, n); err != nil {
			return nil, err
		}
	}
	return n, p.naming(n)
}

// naming reads the name that a node gets.
func (p *parser) naming(n *node) error {
	if p.Sees("==") || !p.Take("=") {
		return nil
	}
	place := p.Place()
	name := p.Word(goes)
	switch {
	case name == "":
		return p.Failf("a name is expected, not %s", p.Rest())
	case p.negated:
		return p.FailAt(place, "what stands under ! cannot have a name")
	case slices.Contains(p.known, name):
		return p.FailAt(place, "%q is the name of another node already; refer to it by =%s", name, name)
	case slices.Contains(p.groups, name):
		return p.FailAt(place, "%q is the name of a group already", name)
	}
	p.known = append(p.known, name)
	n.Name = p.nodes.Number(name)
	p.named[n.Name] = n
	return nil
}

// reference reads a name that was given before.
func (p *parser) reference() (int, error) {
	place := p.Place()
	name := p.Word(goes)
	if !slices.Contains(p.known, name) {
		return 0, p.FailAt(place, "no node before this one has the name %q", name)
	}
	return p.nodes.Number(name), nil
}

// link reads what follows "~": the name of a node whose label this one has, too. The label is a group of both.
func (p *parser) link() (*node, error) {
	number, err := p.reference()
	if err != nil {
		return nil, err
	}
	label := match.Group[*Tree]{Name: p.groups.Number("~" + p.nodes[number]), Text: (&description{}).group(0)}
	n := &node{Name: match.NoName, Groups: []match.Group[*Tree]{label}}
	if named := p.named[number]; !slices.ContainsFunc(named.Groups, func(g match.Group[*Tree]) bool { return g.Name == label.Name }) {
		named.Groups = append(named.Groups, label)
	}
	return n, p.naming(n)
}

// group reads what follows "#": the number of a group, and its name.
func (p *parser) group(d *description, n *node) error {
	place := p.Place()
	digits := p.Word(func(r rune) bool { return r >= '0' && r <= '9' })
	if err := p.Expect("%"); err != nil {
		return err
	}
	const most = 1000
	number, groups := 0, 0
	for _, c := range digits {
		number = min(number*10+int(c-'0'), most)
	}
	if d.re != nil {
		groups = d.re.NumSubexp()
	}
	name := p.Word(goes)
	switch {
	case digits == "" || number > groups:
		return p.FailAt(place, "there is no group %s in the regular expression", digits)
	case name == "":
		return p.Failf("a name is expected, not %s", p.Rest())
	case slices.Contains(p.nodes, name):
		return p.FailAt(place, "%q is the name of a node already", name)
	case d.negated:
		return p.FailAt(place, "a group has no value under !")
	}
	n.Groups = append(n.Groups, match.Group[*Tree]{Name: p.groups.Number(name), Text: d.group(number)})
	return nil
}

// group returns what a group of the regular expression matches in a label.
func (d *description) group(number int) func(t *Tree) func(node int) (string, bool) {
	return func(t *Tree) func(node int) (string, bool) {
		return func(node int) (string, bool) {
			label := t.Nodes[node].Label
			if d.basic {
				label = Basic(label)
			}
			if d.re == nil {
				return label, true
			}
			m := d.re.FindStringSubmatch(label)
			if m == nil {
				return "", false
			}
			return m[number], true
		}
	}
}
