package ptb

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"parser/conll/textfile"
)

//go:embed heads/*.txt
var headFiles embed.FS

// ErrHeads is the cause of errors about head rules.
var ErrHeads = errors.New("bad head rules")

const (
	anyLabel     = "*" // stands for the labels without rules of their own
	coordination = "@coordination"
)

// Rules find the head among the children of a constituent. They are text:
//
//	# comment
//	@coordination CC
//	NP|NX  last POS|NN|NNS JJR CD; last
//	PP     first IN TO; first
//	*      first
//
// A line has a label, or several joined by "|", and its rules separated by ";". The rule "first A
// B|C D" asks for the first child that is an A, else for the first that is a B or a C, else for the
// first that is a D; "last" searches from the other end. A rule without categories takes any child
// except [Punctuation]. The first rule that finds a child counts; if none does, the head is the
// first child that is not punctuation, or just the first. Categories are compared without function
// tags. The label "*" stands for all labels without a line.
//
// With "@coordination", if the child before the head has one of the listed categories, the head is
// the nearest child before that one that is not punctuation, if any.
type Rules struct {
	of           map[string][]headRule
	conjunctions []string
}

// headRule is one search.
type headRule struct {
	last  bool
	tiers [][]string // categories in order of preference; nil is any child but punctuation
}

// RuleNames returns the names of the rules that [LoadRules] knows.
func RuleNames() []string { return []string{"yamada", "collins", "left", "right"} }

// LoadRules returns the rules with a given name: yamada (Yamada & Matsumoto 2003) and collins
// (Collins 1999) for English; left and right for any language, the first and the last child that is
// not punctuation. Any other name is that of a file.
func LoadRules(name string) (*Rules, error) {
	text, err := headFiles.ReadFile("heads/" + name + ".txt")
	if !slices.Contains(RuleNames(), name) {
		text, err = textfile.Settings(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %q is neither a name (%s) nor a file", ErrHeads, name, strings.Join(RuleNames(), ", "))
	case err != nil:
		return nil, err
	}
	return ParseRules(string(text), name)
}

// ParseRules reads rules. Errors contain the name; each is an [*Error] with ErrHeads.
func ParseRules(text, name string) (*Rules, error) {
	r := &Rules{of: map[string][]headRule{}}
	for i, line := range strings.Split(strings.TrimPrefix(text, textfile.ByteOrderMark), "\n") {
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, &Error{File: name, Line: i + 1, Err: fmt.Errorf("%w: %w", ErrHeads, err)}
		}
	}
	if r.of[anyLabel] == nil {
		r.of[anyLabel] = []headRule{anyChild}
	}
	return r, nil
}

// anyChild is tried after all other rules.
var anyChild = headRule{tiers: [][]string{nil}}

// line reads one line.
func (r *Rules) line(line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	labels, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	if labels == coordination {
		r.conjunctions = append(r.conjunctions, strings.Fields(rest)...)
		return nil
	}
	var rules []headRule
	for part := range strings.SplitSeq(rest, ";") {
		words := strings.Fields(part)
		if len(words) == 0 || words[0] != "first" && words[0] != "last" {
			return fmt.Errorf("%q should begin with first or last", strings.TrimSpace(part))
		}
		rule := headRule{last: words[0] == "last"}
		for _, tier := range words[1:] {
			categories := strings.Split(tier, "|")
			if slices.Contains(categories, "") {
				return fmt.Errorf("empty category in %q", tier)
			}
			rule.tiers = append(rule.tiers, categories)
		}
		if rule.tiers == nil {
			rule.tiers = anyChild.tiers
		}
		rules = append(rules, rule)
	}
	for label := range strings.SplitSeq(labels, "|") {
		if _, again := r.of[label]; again || label == "" {
			return fmt.Errorf("label %q is empty or has rules already", label)
		}
		r.of[label] = append(rules, anyChild)
	}
	return nil
}

// Head returns the index of t's head child; t must have children.
func (r *Rules) Head(t *Tree) int {
	rules, ok := r.of[Category(t.Label)]
	if !ok {
		rules = r.of[anyLabel]
	}
	head := -1
	for i := 0; head < 0 && i < len(rules); i++ {
		head = rules[i].find(t.Children)
	}
	head = max(head, 0)
	if head > 0 && slices.Contains(r.conjunctions, Category(t.Children[head-1].Label)) {
		for i := head - 2; i >= 0; i-- {
			if !punctuation(t.Children[i]) {
				return i
			}
		}
	}
	return head
}

// find returns the index of the child that the rule asks for, or -1.
func (h headRule) find(children []*Tree) int {
	for _, tier := range h.tiers {
		for i := range children {
			if h.last {
				i = len(children) - 1 - i
			}
			if tier == nil && !punctuation(children[i]) || slices.Contains(tier, Category(children[i].Label)) {
				return i
			}
		}
	}
	return -1
}

// punctuation reports whether t is a leaf that is a punctuation mark.
func punctuation(t *Tree) bool { return t.Leaf() && Punctuation(t.Label) }

// Dependencies is a dependency tree over the words of a constituency tree.
type Dependencies struct {
	Leaves []*Tree  // the words
	Heads  []int    // of each word: the number of its head, from 1; 0 for the root
	Labels []string // of each word: the label of the dependency on its head
}

// Convert turns constituents into dependencies (Magerman 1995, Collins 1999): the rules choose one
// child of each constituent as its head, and the head words of the other children depend on the
// head word of that child. Empty elements are left out first. The dependencies are a projective
// tree with one root, labelled RootLabel; all others are labelled by label, which sees function
// tags. Without words there are no dependencies.
func Convert(t *Tree, rules *Rules, label Labeler) Dependencies {
	var d Dependencies
	t = Steps{Empties: true}.Apply(t)
	if t == nil {
		return d
	}
	root, _ := fold(t, func(n *Tree, words []int) (head int, keep bool) { // the numbers of head words
		if n.Leaf() {
			d.Leaves, d.Heads, d.Labels = append(d.Leaves, n), append(d.Heads, 0), append(d.Labels, "")
			return len(d.Leaves), true
		}
		at := rules.Head(n)
		for i, child := range n.Children {
			if i != at {
				d.Heads[words[i]-1], d.Labels[words[i]-1] = words[at], label(n, n.Children[at], child)
			}
		}
		return words[at], true
	})
	d.Labels[root-1] = RootLabel
	return d
}

// RootLabel is the label of the dependency of a sentence's head word.
const RootLabel = "ROOT"

// Labeler labels the dependency between the head words of two children of a constituent, mother: of
// head, which is its head child, and child, another one.
type Labeler func(mother, head, child *Tree) string

// Unlabelled labels all dependencies DEP.
func Unlabelled(mother, head, child *Tree) string { return "DEP" }

// Penn2Malt labels dependencies of English with the labels of Nivre's converter
// Penn2Malt (Nivre 2006, Inductive Dependency Parsing, chapter 5), whose
// source was never published. The first of these cases counts:
//
//	P     the child is a punctuation mark
//	SUB   it has the function tag SBJ: subject
//	PRD   it has the function tag PRD: predicative complement
//	SBAR  mother is an SBAR, the child an S, SQ or SINV: its clause, on the
//	      complementizer or wh-word
//	VC    the child is a VP, the head a verb: verb chain, on the auxiliary
//	OBJ   mother is a VP, the child an NP or WHNP without a tag of adverbials
//	      (ADV, BNF, DIR, EXT, LOC, MNR, PRP, TMP, VOC): object
//	VMOD  mother is a VP or a clause: any other dependent of a verb
//	NMOD  mother is an NP, NX, NAC, NML or WHNP: dependent of a noun
//	AMOD  mother is an ADJP, ADVP, QP, WHADJP, WHADVP or JJP: of an adjective,
//	      adverb or number
//	PMOD  mother is a PP or WHPP: of a preposition
//	DEP   mother is anything else
//
// Coordination has no label of its own: the label of a conjunct or conjunction follows from mother,
// like all others.
func Penn2Malt(mother, head, child *Tree) string {
	switch {
	case punctuation(child):
		return "P"
	case hasFunction(child, "SBJ"):
		return "SUB"
	case hasFunction(child, "PRD"):
		return "PRD"
	}
	switch above, category := Category(mother.Label), Category(child.Label); above {
	case "VP", "S", "SQ", "SINV", "SBAR", "SBARQ":
		switch {
		case above == "SBAR" && slices.Contains([]string{"S", "SQ", "SINV"}, category):
			return "SBAR"
		case category == "VP" && head.Leaf():
			return "VC"
		case above == "VP" && (category == "NP" || category == "WHNP") &&
			!hasFunction(child, "ADV", "BNF", "DIR", "EXT", "LOC", "MNR", "PRP", "TMP", "VOC"):
			return "OBJ"
		}
		return "VMOD"
	case "NP", "NX", "NAC", "NML", "WHNP":
		return "NMOD"
	case "ADJP", "ADVP", "QP", "WHADJP", "WHADVP", "JJP":
		return "AMOD"
	case "PP", "WHPP":
		return "PMOD"
	}
	return "DEP"
}

// hasFunction reports whether a constituent has one of these function tags. A leaf never does: its
// label is a part-of-speech tag.
func hasFunction(t *Tree, tags ...string) bool {
	functions := strings.TrimPrefix(t.Label, Category(t.Label))
	return !t.Leaf() && slices.ContainsFunc(strings.FieldsFunc(functions, func(c rune) bool { return c == '-' || c == '=' }),
		func(function string) bool { return slices.Contains(tags, function) })
}
