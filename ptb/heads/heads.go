// Package heads turns constituents into dependencies by rules that find the head among the children of a constituent.
//
//	rules, err := heads.Load("yamada")
//	d := heads.Convert(tree, rules, heads.Penn2Malt)
package heads

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"parser/conll/textfile"
	"parser/ptb"
)

//go:embed rules/*.txt
var ruleFiles embed.FS

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
// except punctuation (see [ptb.Punctuation]). The first rule that finds a child counts; if none does, the head is the
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

// Names returns the names of the rules that [Load] knows.
func Names() []string { return []string{"yamada", "collins", "left", "right"} }

// Load returns the rules with a given name: yamada (Yamada & Matsumoto 2003) and collins
// (Collins 1999) for English; left and right for any language, the first and the last child that is
// not punctuation. Any other name is that of a file.
func Load(name string) (*Rules, error) {
	text, err := ruleFiles.ReadFile("rules/" + name + ".txt")
	if !slices.Contains(Names(), name) {
		text, err = textfile.Settings(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w: %q is neither a name (%s) nor a file", ErrHeads, name, strings.Join(Names(), ", "))
	case err != nil:
		return nil, err
	}
	return parse(string(text), name)
}

// parse reads rules. Errors contain the name; each is a [*ptb.Error] with ErrHeads.
func parse(text, name string) (*Rules, error) {
	r := &Rules{of: map[string][]headRule{}}
	for i, line := range strings.Split(strings.TrimPrefix(text, textfile.ByteOrderMark), "\n") {
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, &ptb.Error{File: name, Line: i + 1, Err: fmt.Errorf("%w: %w", ErrHeads, err)}
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

// Head returns the index of the head child of t, which must have children.
func (r *Rules) Head(t *ptb.Tree) int {
	rules, ok := r.of[ptb.Category(t.Label)]
	if !ok {
		rules = r.of[anyLabel]
	}
	head := -1
	for i := 0; head < 0 && i < len(rules); i++ {
		head = rules[i].find(t.Children)
	}
	head = max(head, 0)
	if head > 0 && slices.Contains(r.conjunctions, ptb.Category(t.Children[head-1].Label)) {
		for i := head - 2; i >= 0; i-- {
			if !punctuation(t.Children[i]) {
				return i
			}
		}
	}
	return head
}

// find returns the index of the child that the rule asks for, or -1.
func (h headRule) find(children []*ptb.Tree) int {
	for _, tier := range h.tiers {
		for i := range children {
			if h.last {
				i = len(children) - 1 - i
			}
			if tier == nil && !punctuation(children[i]) || slices.Contains(tier, ptb.Category(children[i].Label)) {
				return i
			}
		}
	}
	return -1
}

// punctuation reports whether t is a leaf that is a punctuation mark.
func punctuation(t *ptb.Tree) bool { return t.Leaf() && ptb.Punctuation(t.Label) }
