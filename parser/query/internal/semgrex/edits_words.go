package semgrex

import (
	"slices"
	"strconv"
	"strings"
)

// aboutWords reads the value of an argument of edits that add words.
func (p *editParser) aboutWords(e *edit, name string) error {
	place := p.Place()
	value, err := p.value("a value")
	if err != nil {
		return err
	}
	switch name {
	case "position":
		sign := value[:1]
		if sign != "-" && sign != "+" {
			return p.FailAt(place, "a position is - or +, the beginning or the end, or -NAME or +NAME, before or after a node; not %q", value)
		}
		if e.position = sign; len(value) > 1 {
			e.position += "beside"
			if e.beside = slices.Index(p.names.Nodes, value[1:]); e.beside < 0 {
				return p.FailAt(place, "the pattern has no node with the name %q", value[1:])
			}
		}
	case "regex":
		r, err := compile(value)
		if err != nil {
			return p.FailAt(place, "%v", err)
		}
		if r.NumSubexp() == 0 {
			return p.FailAt(place, "a group in parentheses is expected, which is the piece")
		}
		e.regexes = append(e.regexes, r)
	case "exact":
		e.exact = append(e.exact, value)
	case "headIndex":
		if e.headIndex, err = strconv.Atoi(value); err != nil || e.headIndex < 0 {
			return p.FailAt(place, "the place of a piece is a number from 0, not %q", value)
		}
	case "name":
		e.newNames = map[int]int{}
		for part := range strings.SplitSeq(value, ",") {
			number, name, ok := strings.Cut(part, "=")
			at, err := strconv.Atoi(number)
			if !ok || err != nil || at < 0 || name == "" {
				return p.FailAt(place, "names of pieces are expected, as in 0=first,1=second, not %q", value)
			}
			if slices.Contains(p.names.Nodes, name) {
				return p.FailAt(place, "the name %q is taken", name)
			}
			e.newNames[at] = len(p.names.Nodes)
			p.names.Nodes = append(p.names.Nodes, name)
		}
	}
	return nil
}

// checkPieces refuses to cut a word into less than two pieces, and a head or a name that is not one of them.
func (p *editParser) checkPieces(e *edit, place int) error {
	n := len(e.regexes) + len(e.exact)
	switch {
	case len(e.regexes) > 0 && len(e.exact) > 0:
		return p.FailAt(place, "-regex and -exact cannot be used with each other")
	case n < 2:
		return p.FailAt(place, "splitWord needs at least two -regex or two -exact")
	case e.headIndex >= n:
		return p.FailAt(place, "there are %d pieces, from 0: -headIndex %d is too high", n, e.headIndex)
	}
	for at := range e.newNames {
		if at >= n {
			return p.FailAt(place, "there are %d pieces, from 0: -name %d is too high", n, at)
		}
	}
	return nil
}
