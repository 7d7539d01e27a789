package ptb

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll/textfile"
)

// TopLabel is the label of the outermost node that [Steps].Root makes.
const TopLabel = "TOP"

// ErrSteps is the cause of an error about the names of steps.
var ErrSteps = errors.New("unknown step")

// Steps chooses what [Steps.Apply] does to trees before they are learned from or compared. The
// steps run in the order of the fields, since each makes work for the next: without its empty
// subject an S covers only a VP, and without functions an NP-PRD over an NP is an NP over an NP.
type Steps struct {
	// Empties removes empty elements (see [Empty]) and constituents without words, including those
	// that become so.
	Empties bool
	// Functions cuts constituents' labels at the first "-" or "=", as EVALB
	// does, unless that is the first character: NP-SBJ-1 and NP=2 are NP. Tags of
	// words stay.
	Functions bool
	// Root gives the tree an outermost node labelled TopLabel. It replaces an outermost node
	// labelled "", ROOT, TOP, S1 or VROOT; otherwise it goes above the tree.
	Root bool
	// XOverX merges two constituents with the same label and the same words.
	XOverX bool
}

// Usual returns all steps, which is what EVALB's users expect.
func Usual() Steps { return Steps{Empties: true, Functions: true, Root: true, XOverX: true} }

// StepNames returns the names that [ParseSteps] knows.
func StepNames() []string { return []string{"empties", "functions", "root", "x-over-x"} }

// all are the steps in the order of their names.
func (s *Steps) all() []*bool { return []*bool{&s.Empties, &s.Functions, &s.Root, &s.XOverX} }

// ParseSteps returns the steps of a list such as "empties,functions", of "all"
// or of "none". Otherwise the error is an ErrSteps.
func ParseSteps(list string) (s Steps, err error) {
	switch list {
	case "all":
		return Usual(), nil
	case "none":
		return s, nil
	}
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(StepNames(), name)
		if i < 0 {
			return Steps{}, fmt.Errorf("%w %q: there are %s, all, none", ErrSteps, name, strings.Join(StepNames(), ", "))
		}
		*s.all()[i] = true
	}
	return s, nil
}

// String returns the list that [ParseSteps] understands.
func (s Steps) String() string {
	var names []string
	for i, on := range s.all() {
		if *on {
			names = append(names, StepNames()[i])
		}
	}
	return cmp.Or(strings.Join(names, ","), "none")
}

// Apply returns a copy of t after the steps, or nil if nothing is left of it. Applying the steps
// again changes nothing.
func (s Steps) Apply(t *Tree) *Tree {
	var done []*Tree // copies of nodes whose parents are not finished
	var first []int  // of each open node: its first child in done
	t.Walk(func(*Tree) {
		first = append(first, len(done))
	}, func(n *Tree) {
		start := first[len(first)-1]
		first = first[:len(first)-1]
		made, keep := s.copied(n, done[start:])
		if done = done[:start]; keep {
			done = append(done, made)
		}
	})
	if len(done) == 0 {
		return nil
	}
	t = done[0]
	switch {
	case !s.Root:
		return t
	case !outermost(t):
		return &Tree{Label: TopLabel, Children: []*Tree{t}}
	}
	for len(t.Children) == 1 && outermost(t.Children[0]) {
		t = t.Children[0]
	}
	t.Label = TopLabel
	return t
}

// copied returns the copy of a node, given those of its children that were kept, and whether to keep it.
func (s Steps) copied(n *Tree, children []*Tree) (made *Tree, keep bool) {
	made = &Tree{Label: n.Label, Word: n.Word}
	if n.Leaf() {
		return made, !s.Empties || !Empty(n)
	}
	if s.Functions {
		made.Label = Category(n.Label)
	}
	if s.XOverX && len(children) == 1 && !children[0].Leaf() && children[0].Label == made.Label {
		return children[0], true
	}
	made.Children = append(made.Children, children...)
	return made, !s.Empties || len(children) > 0
}

// outermost reports whether [Steps].Root replaces this node by its own.
func outermost(t *Tree) bool {
	return !t.Leaf() && slices.Contains([]string{"", "ROOT", "TOP", "S1", "VROOT"}, Category(t.Label))
}

// Category returns a label without function tags and indices: what precedes the first "-" or "=",
// or the whole label if that is its first character, as in -LRB-.
func Category(label string) string {
	for i := range len(label) {
		if c := label[i]; c == '-' || c == '=' {
			if i > 0 {
				return label[:i]
			}
			break
		}
	}
	return label
}

// Empty reports whether a leaf is an empty element: one that stands in the tree but not in the
// text. By one rule for all treebanks, it is if
//
//   - its tag is -NONE-, as in the Penn Treebank;
//   - or its word is a trace: an asterisk, perhaps with a name and another asterisk, and an index
//     or a case, as in *T*-1, *con*, *-2, *pro*-D;
//   - or its word is an asterisk alone, unless its tag is that of symbols or punctuation (SYM,
//     LS, NFP, ":", …);
//   - or its word is 0 and its tag is that of a complementizer, a preposition or a wh-phrase (C,
//     P or with a W in front), which excludes numbers.
//
// In IcePaHC from 1830 on, 10,493 words are 0 and 14,552 begin with an asterisk. The rule takes all
// of them as empty except two 0 that are tagged as a comma and as a break of the text, and one
// "*-*" that is tagged as a full stop. In GUM, where 13 words are 0 and 3 are "*", it takes none.
func Empty(leaf *Tree) bool {
	switch word := leaf.Word; {
	case leaf.Label == "-NONE-":
		return true
	case word == "0":
		tag := Category(leaf.Label)
		return tag == "C" || tag == "P" || strings.HasPrefix(tag, "W")
	case word == "*":
		tag := Category(leaf.Label)
		return !Punctuation(tag) && tag != "SYM" && tag != "LS"
	default:
		return strings.HasPrefix(word, "*") && trace().MatchString(word)
	}
}

// trace is *name* or *, with an index or a case: one or more of -1, =2, -D.
var trace = textfile.Pattern(`^\*(?:[A-Za-z?]+\*(?:[-=][-=0-9A-Za-z]*[0-9A-Za-z])?|\*?[-=][-=0-9A-Za-z]*[0-9A-Za-z])$`)

// Punctuation reports whether a tag is one of punctuation: without letters and digits, except those
// of currency, $ and #; the names of brackets; HYPH and NFP of later Penn treebanks; PUNCT and
// similar tags.
func Punctuation(tag string) bool {
	switch tag {
	case "$", "#", "":
		return false
	case "-LRB-", "-RRB-", "-LSB-", "-RSB-", "-LCB-", "-RCB-", "HYPH", "NFP", "PUNCT", "PUNC", "PONCT", "PU":
		return true
	}
	return !strings.ContainsFunc(tag, func(c rune) bool { return c >= utf8.RuneSelf || unicode.IsLetter(c) || unicode.IsDigit(c) })
}
