package features

import (
	"fmt"
	"slices"
	"strings"
)

// line is a line of templates: one, or with wild cards all products of the atoms that its fields stand for.
type line struct {
	number int
	fields []field
}

// field is an atom or, of a wild card, the atoms that it stands for.
type field struct {
	text  string
	wild  bool
	atoms []atom
}

func (l line) wild() bool { return slices.ContainsFunc(l.fields, func(f field) bool { return f.wild }) }

func parseLine(number int, text string) (line, error) {
	l := line{number: number}
	for _, text := range strings.Fields(text) {
		f := field{text: text, wild: strings.HasSuffix(text, "*")}
		if !f.wild {
			a, err := parseAtom(text)
			if err != nil {
				return l, fmt.Errorf("line %d: %.40q: %w", number, text, err)
			}
			f.atoms = []atom{a}
		}
		l.fields = append(l.fields, f)
	}
	return l, nil
}

// template returns the template of a line without wild cards.
func (l line) template() (t []atom) {
	for _, f := range l.fields {
		t = append(t, f.atoms...)
	}
	return t
}

// stands returns those of the atoms that a wild card stands for: S0* for those of the node S0, a* for the last actions, and
// * for all.
func (f field) stands(single []atom) (of []atom) {
	node := strings.TrimSuffix(f.text, "*")
	for _, a := range single {
		switch {
		case node == "",
			node == "a" && a.attr.ofHistory(),
			len(a.nodes()) == 1 && a.node.String() == node:
			of = append(of, a)
		}
	}
	return of
}

// maxTemplates bounds what wild cards make.
const maxTemplates = 10_000

// products returns the templates of a line with wild cards: one atom for each field, without those that have an atom twice.
func (l line) products(single []atom) ([][]atom, error) {
	all := [][]atom{nil}
	for _, f := range l.fields {
		atoms := f.atoms
		if f.wild {
			if atoms = f.stands(single); len(atoms) == 0 {
				return nil, fmt.Errorf("line %d: %q: %w: no line has such an atom alone", l.number, f.text, ErrTemplate)
			}
		}
		var longer [][]atom
		for _, t := range all {
			for _, a := range atoms {
				if !slices.Contains(t, a) {
					longer = append(longer, append(slices.Clone(t), a))
				}
			}
		}
		if all = longer; len(all) > maxTemplates {
			return nil, fmt.Errorf("line %d: %w: more than %d templates", l.number, ErrTemplate, maxTemplates)
		}
	}
	return all, nil
}

// unordered prints a template without regard to the order of its atoms.
func unordered(template []atom) string {
	words := strings.Fields(print(template))
	slices.Sort(words)
	return strings.Join(words, " ")
}
