package semgrex

import (
	"slices"
	"strings"

	"parser/parser/query/internal/match"
)

// description = [ "!" ] "{" [ demand { ";" demand } ] "}" [ "=" name ] .
func (p *parser) description() (*node, error) {
	d := description{negated: p.Take("!")}
	if d.negated && p.Sees("[") {
		return nil, p.Failf("! is not supported before [")
	}
	if !p.Take("{") {
		return nil, p.expected("a node such as {}")
	}
	n := &node{Name: match.NoName}
	for !p.Take("}") {
		if err := p.demand(&d, n); err != nil {
			return nil, err
		}
		if !p.Take(";") && !p.Sees("}") {
			return nil, p.Failf("\";\" or \"}\" is expected, not %s%s", p.Rest(), signs)
		}
	}
	if !d.isEmpty() {
		n.Test = d.test
	}
	if !p.Sees("==") && p.Take("=") {
		name, err := p.name(p.nodes)
		if err != nil {
			return nil, err
		}
		n.Name = p.nodes.Number(name)
	}
	return n, nil
}

const signs = "; values with signs stand between slashes"

func (d *description) isEmpty() bool { return len(d.demands) == 0 && !d.root && !d.empty && !d.negated }

// demand = "$" | "#" | attribute ( ":" | "!:" | "?:" ) value | attribute ":" "{" entry { ";" entry } "}" .
func (p *parser) demand(d *description, n *node) error {
	switch {
	case p.Take("$"):
		d.root = true
		return nil
	case p.Take("#"):
		d.empty = true
		return nil
	}
	place := p.Place()
	name := p.Word(letter)
	of := attributes[name]
	switch {
	case name == "":
		return p.Failf("an attribute is expected, not %s", p.Rest())
	case of == nil:
		return p.FailAt(place, "there is no attribute %q, but %s", name, strings.Join(Attributes(), ", "))
	}
	if !isMap(name) {
		return p.compared(d, n, of)
	}
	place = p.Place()
	p.Take(":")
	if !p.Sees("{") {
		return p.FailAt(place, "%s has names and values: write %s:{Name:Value}", name, name)
	}
	for p.Take("{"); ; {
		if p.Sees("/") {
			return p.Failf("regular expressions are not supported as names of features")
		}
		key := p.Word(letter)
		if key == "" {
			return p.Failf("the name of a feature is expected, not %s", p.Rest())
		}
		if err := p.compared(d, n, entry(of, key)); err != nil {
			return err
		}
		if !p.Take(";") {
			return p.Expect("}")
		}
	}
}

// compared = ( ":" | "!:" | "?:" ) value { "#" number "%" name } .
func (p *parser) compared(d *description, n *node, of func(n *Node) (string, bool)) (err error) {
	c := demand{of: of}
	switch p.Longest([]string{":", "!:", "?:"}) {
	case "!:":
		c.negated = true
	case "?:":
		c.maybe = true
	case "":
		return p.Failf("\":\" is expected, not %s", p.Rest())
	}
	if c.value.re, err = p.Regexp(true); err != nil {
		return err
	}
	if c.value.re == nil {
		if c.value.text = p.Word(letter); c.value.text == "" {
			return p.Failf("a value is expected, not %s%s", p.Rest(), signs)
		}
		c.value.any = c.value.text == "__"
	}
	d.demands = append(d.demands, c)
	for p.Take("#") {
		if err := p.group(d, n, c); err != nil {
			return err
		}
	}
	return nil
}

// group reads what follows "#": the number of a group, and its name.
func (p *parser) group(d *description, n *node, c demand) error {
	place := p.Place()
	text := p.Word(func(r rune) bool { return r >= '0' && r <= '9' })
	if err := p.Expect("%"); err != nil {
		return err
	}
	number, most := 0, 0
	for _, digit := range text {
		number = min(number*10+int(digit-'0'), mostSteps)
	}
	if c.value.re != nil {
		most = c.value.re.NumSubexp()
	}
	switch {
	case text == "" || number > most:
		return p.FailAt(place, "there is no group %s in the regular expression", text)
	case c.negated || c.maybe || d.negated || p.negated:
		return p.FailAt(place, "a group has no value under ! or ?")
	}
	name, err := p.name(p.groups)
	if err != nil {
		return err
	}
	n.Groups = append(n.Groups, match.Group[*Graph]{Name: p.groups.Number(name), Text: group(c, number)})
	return nil
}

// Attributes returns the names of attributes, in order.
func Attributes() (names []string) {
	for name := range attributes {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Attribute returns the function that gives an attribute of a node, with its name or, of one entry of a map, as in
// feats.Number; nil if there is no such attribute.
func Attribute(name string) func(n *Node) (string, bool) {
	if of, key, ok := strings.Cut(name, "."); ok && isMap(of) && key != "" {
		return entry(attributes[of], key)
	}
	return attributes[name]
}
