package ptb

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"parser/conll/textfile"
)

//go:embed heads/*.txt
var headFiles embed.FS

// ErrHeads is the cause of errors about head rules.
var ErrHeads = errors.New("bad head rules")

const (
	anyLabel     = "*" // stands for the labels that have no rules of their own
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
// A line has a label, or several joined by "|", and its rules with ";" between.
// The rule "first A B|C D" asks for the first child that is an A, else for the
// first that is a B or a C, else for the first that is a D; "last" searches from
// the other end. A rule without categories takes any child but [Punctuation]. The
// first rule that finds something counts; if none does, the head is the first
// child that is no punctuation, or just the first. Categories are compared
// without function tags. The label "*" stands for all that have no line.
//
// With "@coordination", where the child before the head is of one of the
// categories that follow, the head is the nearest child before that one that is
// no punctuation, if any.
type Rules struct {
	of           map[string][]headRule
	conjunctions []string
}

// headRule is one search.
type headRule struct {
	last  bool
	tiers [][]string // categories in order of preference; none: any but punctuation
}

// RuleNames returns the names of the rules that [LoadRules] knows.
func RuleNames() []string { return []string{"yamada", "collins", "left", "right"} }

// LoadRules returns the rules of a name: yamada (Yamada & Matsumoto 2003) and
// collins (Collins 1999) for English; left and right for any language, the first
// and the last child that is no punctuation. Any other name is that of a file.
func LoadRules(name string) (*Rules, error) {
	if slices.Contains(RuleNames(), name) {
		text, err := headFiles.ReadFile("heads/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		return ParseRules(string(text), name)
	}
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %q is neither a name (%s) nor a file", ErrHeads, name, strings.Join(RuleNames(), ", "))
	}
	if err != nil {
		return nil, err
	}
	return ParseRules(string(text), name)
}

// ParseRules reads rules. The name stands in errors, which are an [*Error] with
// ErrHeads.
func ParseRules(text, name string) (*Rules, error) {
	r := &Rules{of: map[string][]headRule{}}
	for i, line := range strings.Split(strings.TrimPrefix(text, textfile.ByteOrderMark), "\n") {
		if err := r.line(strings.TrimSpace(line)); err != nil {
			return nil, &Error{File: name, Line: i + 1, Err: fmt.Errorf("%w: %w", ErrHeads, err)}
		}
	}
	return r, nil
}

// line reads one line.
func (r *Rules) line(line string) error {
	if line == "" || line[0] == '#' {
		return nil
	}
	label, rest, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	if label == coordination {
		r.conjunctions = append(r.conjunctions, strings.Fields(rest)...)
		return nil
	}
	rules, err := parseHeadRules(rest)
	if err != nil {
		return err
	}
	for _, label := range strings.Split(label, "|") {
		if _, again := r.of[label]; again || label == "" {
			return fmt.Errorf("label %q is empty or has rules already", label)
		}
		r.of[label] = rules
	}
	return nil
}

// parseHeadRules reads the rules of a label.
func parseHeadRules(text string) ([]headRule, error) {
	var rules []headRule
	for _, part := range strings.Split(text, ";") {
		words := strings.Fields(part)
		if len(words) == 0 || words[0] != "first" && words[0] != "last" {
			return nil, fmt.Errorf("%q should begin with first or last", strings.TrimSpace(part))
		}
		rule := headRule{last: words[0] == "last"}
		for _, tier := range words[1:] {
			categories := strings.Split(tier, "|")
			if slices.Contains(categories, "") {
				return nil, fmt.Errorf("empty category in %q", tier)
			}
			rule.tiers = append(rule.tiers, categories)
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// Head returns the index of t's head child; t must have children.
func (r *Rules) Head(t *Tree) int {
	rules, ok := r.of[Category(t.Label)]
	if !ok {
		rules = r.of[anyLabel]
	}
	for _, rule := range rules {
		if i := rule.find(t.Children); i >= 0 {
			return r.coordinated(t.Children, i)
		}
	}
	return r.coordinated(t.Children, max(0, headRule{}.find(t.Children)))
}

// find returns the child that the rule asks for, or -1.
func (h headRule) find(children []*Tree) int {
	tiers := h.tiers
	if len(tiers) == 0 {
		tiers = [][]string{nil}
	}
	for _, tier := range tiers {
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

// coordinated returns the head by the rule for coordination, where head is it by
// the others.
func (r *Rules) coordinated(children []*Tree, head int) int {
	if head == 0 || !slices.Contains(r.conjunctions, Category(children[head-1].Label)) {
		return head
	}
	for i := head - 2; i >= 0; i-- {
		if !punctuation(children[i]) {
			return i
		}
	}
	return head
}

// punctuation reports whether t is a leaf that is a punctuation mark.
func punctuation(t *Tree) bool { return t.Leaf() && Punctuation(t.Label) }
