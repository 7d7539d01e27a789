package features

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"parser/transition"
)

// Set is a list of templates.
type Set struct{ templates [][]atom }

//go:embed sets/*.txt
var sets embed.FS

// Names lists the sets that Named knows.
func Names() []string { return []string{"default", "l2s", "l2s-bigram", "l2s-unigram", "zn11"} }

// Named returns one of the sets that come with the program, in the variant for a transition system
// or for that without SWAP or repairs if there is one; head-offset, whose arcs join S0 with S1 or N0, has that of
// arc-hybrid. The sets are l2s (Chang et al. 2015, Table 1), its parts l2s-unigram and l2s-bigram, which
// has unigrams and bigrams (Table 5), zn11 (Zhang & Nivre 2011, Tables 1 and 2), default (ours).
// Constituency systems, tagging and graphs only have the default set, and "tag.lemma" selects the
// one for tagging lemmas.
func Named(name, system string) (*Set, error) {
	if !slices.Contains(Names(), name) {
		return nil, fmt.Errorf("%w: no set %q (have %v)", ErrTemplate, name, Names())
	}
	file, part, _ := strings.Cut(name, "-")
	if system = strings.TrimSuffix(strings.TrimSuffix(system, "-swap"), "-nonmonotonic"); system == (transition.HeadOffset{}).Name() {
		system = transition.ArcHybrid{}.Name()
	}
	text, err := sets.ReadFile("sets/" + file + "." + system + ".txt")
	if errors.Is(err, fs.ErrNotExist) {
		// Constituency systems, tagging and graphs, whose configurations have other parts, have
		// only a default set of their own.
		if _, own := fs.Stat(sets, "sets/default."+system+".txt"); own != nil {
			text, err = sets.ReadFile("sets/" + file + ".txt")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: set %s has no variant for %q", ErrTemplate, file, system)
	}
	set, err := Parse(string(text))
	if atoms := map[string]int{"unigram": 1, "bigram": 2}[part]; err == nil && atoms > 0 {
		set.templates = slices.DeleteFunc(set.templates, func(t []atom) bool { return len(t) > atoms })
	}
	return set, err
}

// Parse reads templates, one a line, atoms separated by blanks. Text after "#" is a comment. Errors
// name the line; repeated templates are an error.
//
// A wild card stands for each atom that is a template by itself, a line with nothing else: S0* for those of the node S0
// (not of its dependents), a* for the last actions, * for all. A line with wild cards stands for all products, as the
// options -q and --cubic of Vowpal Wabbit do, so that "S0* N0*" is all of S0 with all of N0. Products with an atom
// twice, and those that another line has in any order, are left out. The set has the products themselves.
func Parse(text string) (*Set, error) {
	var lines []line
	var single []atom
	seen, has := map[string]int{}, map[string]bool{}
	for i, text := range strings.Split(text, "\n") {
		text, _, _ = strings.Cut(text, "#")
		l, err := parseLine(i+1, text)
		if err != nil {
			return nil, err
		}
		if len(l.fields) == 0 {
			continue
		}
		lines = append(lines, l)
		if l.wild() {
			continue
		}
		template := l.template()
		if twoChildren(template) {
			return nil, fmt.Errorf("line %d: %w: C and D in one template", l.number, ErrTemplate)
		}
		printed := print(template)
		if first, again := seen[printed]; again {
			return nil, fmt.Errorf("line %d: %w: %s stands in line %d already", l.number, ErrTemplate, printed, first)
		}
		seen[printed], has[unordered(template)] = l.number, true
		if len(template) == 1 {
			single = append(single, template[0])
		}
	}
	set := &Set{}
	for _, l := range lines {
		if !l.wild() {
			set.templates = append(set.templates, l.template())
			continue
		}
		products, err := l.products(single)
		if err != nil {
			return nil, err
		}
		for _, t := range products {
			if key := unordered(t); !has[key] && !twoChildren(t) {
				has[key] = true
				set.templates = append(set.templates, t)
			}
		}
		if len(set.templates) > maxTemplates {
			return nil, fmt.Errorf("line %d: %w: more than %d templates", l.number, ErrTemplate, maxTemplates)
		}
	}
	if len(set.templates) == 0 {
		return nil, fmt.Errorf("%w: no template at all", ErrTemplate)
	}
	return set, nil
}

// twoChildren reports whether a template has both C and D, each of which stands for several nodes.
func twoChildren(template []atom) bool {
	needs := needsOf(template)
	return needs>>ofChild&1 != 0 && needs>>ofGrandchild&1 != 0
}

func print(template []atom) string {
	words := make([]string, len(template))
	for i, a := range template {
		words[i] = a.String()
	}
	return strings.Join(words, " ")
}

// Len returns the number of templates.
func (s *Set) Len() int { return len(s.templates) }

// Columns returns the letters of the columns that the templates read, except the form, sorted: g
// tag, l lemma, m FEATS, p UPOS, t XPOS.
func (s *Set) Columns() string {
	var letters []string
	for _, a := range slices.Concat(s.templates...) {
		if column := a.attr.column(); column != "" && column != "w" {
			letters = append(letters, column)
		}
	}
	slices.Sort(letters)
	return strings.Join(slices.Compact(letters), "")
}

// String prints the templates in the form that Parse reads.
func (s *Set) String() string {
	var b strings.Builder
	for _, t := range s.templates {
		b.WriteString(print(t))
		b.WriteByte('\n')
	}
	return b.String()
}

// Data is what Adapt needs to know about the data.
type Data struct {
	Empty string // letters of the columns that are empty: l lemma, p UPOS, t XPOS, m FEATS
	Tag   byte   // the column that g stands for: 't' or 'p'
}

// substitutes names the column to read instead of an empty one.
var substitutes = map[attribute]attribute{"t": "p", "p": "t", "l": "w"}

// Adapt returns the set for the given data. The tag g becomes the column that it stands for. Where
// possible, another column is read instead of an empty one: UPOS and XPOS for each other, the form
// for the lemma. Templates over empty columns without a substitute are dropped, and templates that
// became equal are merged.
func (s *Set) Adapt(d Data) *Set {
	empty := func(a attribute) bool { return a.column() != "" && strings.Contains(d.Empty, a.column()) }
	adapted, seen := &Set{}, map[string]bool{}
templates:
	for _, template := range s.templates {
		var atoms []atom
		for _, a := range template {
			prefix, asked := a.attr.cut()
			if asked == "g" {
				asked = attribute(d.Tag)
			}
			if empty(asked) {
				other, ok := substitutes[asked]
				if !ok || empty(other) {
					continue templates
				}
				asked = other
			}
			a.attr = prefix + asked
			if !slices.Contains(atoms, a) {
				atoms = append(atoms, a)
			}
		}
		if !seen[print(atoms)] {
			seen[print(atoms)] = true
			adapted.templates = append(adapted.templates, atoms)
		}
	}
	return adapted
}

// cut splits an attribute of a path into path and what is asked about words; other attributes have
// no prefix.
func (a attribute) cut() (prefix, asked attribute) {
	if asked, ok := strings.CutPrefix(string(a), path); ok {
		return path, attribute(asked)
	}
	return "", a
}

// column returns the letter of the column that an attribute reads, or "".
func (a attribute) column() string {
	_, a = a.cut()
	switch {
	case slices.Contains(ofTree, a):
		return ""
	case strings.Contains("xbncaeuh", string(a[:1])): // spellings
		return "w"
	}
	return string(a[:1])
}

func (a attribute) ofWord() bool {
	prefix, _ := a.cut()
	return prefix == "" && a.column() != ""
}
