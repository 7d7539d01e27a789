// Package features turns configurations into features by templates that are
// text. A template is a line of atoms, and an atom is a node and what is asked
// of it:
//
//	S0 S1 …  the stack from its top      w  form            d       label of its arc
//	N0 N1 …  the buffer from its front   l  lemma           vl, vr  left, right valency
//	P0 P1 …  the words before the buffer p  UPOS            sl, sr  set of left, right labels
//	h        its head                    t  XPOS            x2, x3  last 2, 3 letters
//	l, r     its outermost left, right   m  FEATS           m:Case  value of one feature
//	         dependent; l2, r2 the next  g  tag: XPOS or UPOS, see Data.Tag
//	n  form in lower case, digits as 0   b2, b3  first 2, 3 letters
//	c  shape: Xx of Paris, x-d of a-10   a  has a digit, a hyphen, an upper case letter
//
// and dist(S0,N0) is the distance between two nodes, bias a constant. S0lw is the form of the
// leftmost dependent of the stack's top, S0l its own lemma. The atoms are those
// of Zhang & Nivre (2011), Table 1 and 2, with lemma and morphology added.
//
// In constituency systems a node can be a bracket. It has no form, tag, or
// distance to other nodes, but
//
//	I0 I1 …  the stack from its top, where that is a word or a closed bracket
//	O0 O1 …  the open brackets, the innermost first
//	f, e     its first, last word so far d       its category
//	l, l2    its first, second child     vl      number of its children
//	r, r2    its last, last but one      k       whether it is a word, open, closed
//
// so that dist(O0f,N0) is the length of the innermost open bracket so far. In tagging
// N0 is the word to tag and P0d, P1d are the tags of the words before it; for a tagger
// that works backwards, these and all of P0, P1, … are the words behind it.
package features

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// attribute is what an atom asks of a node, in the letters of the package comment. Word
// attributes do not change while a sentence is parsed; the others depend on the configuration.
type attribute string

// Attributes of no node.
const (
	distance attribute = "dist"
	bias     attribute = "bias"
)

// ofTree are the attributes that depend on the configuration.
var ofTree = []attribute{
	asksBias: bias, asksLabel: "d", asksLeftValency: "vl", asksRightValency: "vr",
	asksLeftLabels: "sl", asksRightLabels: "sr", asksKind: "k", asksDistance: distance,
}

// The places of ofTree.
const (
	asksBias = iota
	asksLabel
	asksLeftValency
	asksRightValency
	asksLeftLabels
	asksRightLabels
	asksKind
	asksDistance
)

// ofNode is what can stand behind a node.
var ofNode = regexp.MustCompile(`^([wlptgmncadk]|[vs][lr]|[xb][1-9]|m:[^=|,()]+)$`)

// bases are the letters that a node can begin with.
const bases = "SNPIO"

// address names a node: an item of the stack or the buffer, then steps.
type address struct {
	base  byte // one of bases
	index int
	steps string // from there, a letter each: L and R stand for l2 and r2
}

// atom is an attribute of one node, or the distance of two, or the bias.
type atom struct {
	node address
	to   address // of distance only
	attr attribute
}

// ErrTemplate is the cause of all errors in templates.
var ErrTemplate = errors.New("malformed feature template")

// maxIndex bounds the look into stack and buffer, maxSteps the way from there.
const maxIndex, maxSteps = 9, 9

// spelling writes steps out.
var spelling = strings.NewReplacer("L", "l2", "R", "r2")

func (a address) String() string {
	return fmt.Sprintf("%c%d%s", a.base, a.index, spelling.Replace(a.steps))
}

func (a atom) String() string {
	switch a.attr {
	case bias:
		return string(bias)
	case distance:
		return fmt.Sprintf("dist(%v,%v)", a.node, a.to)
	}
	return a.node.String() + string(a.attr)
}

// parseAtom reads one atom.
func parseAtom(text string) (atom, error) {
	if text == string(bias) {
		return atom{attr: bias}, nil
	}
	if inner, ok := strings.CutPrefix(text, "dist("); ok {
		nothing := func(rest string) bool { return rest == "" }
		inner, closed := strings.CutSuffix(inner, ")")
		from, to, two := strings.Cut(inner, ",")
		a, _, errFrom := parseNode(from, nothing)
		b, _, errTo := parseNode(to, nothing)
		if !closed || !two || errFrom != nil || errTo != nil {
			return atom{}, fmt.Errorf("%w: not dist(node,node)", ErrTemplate)
		}
		return atom{node: a, to: b, attr: distance}, nil
	}
	node, rest, err := parseNode(text, ofNode.MatchString)
	return atom{node: node, attr: attribute(rest)}, err
}

// parseNode reads a node up to where it ends, and returns the rest.
func parseNode(text string, ends func(rest string) bool) (node address, rest string, err error) {
	if len(text) < 2 || strings.IndexByte(bases, text[0]) < 0 || text[1] < '0' || text[1] > '0'+maxIndex {
		return node, "", fmt.Errorf("%w: it does not begin with a node S0…S9 or N0…N9 (or P0, I0, O0, …)", ErrTemplate)
	}
	node, rest = address{base: text[0], index: int(text[1] - '0')}, text[2:]
	for n := 0; !ends(rest); n++ {
		switch {
		case rest == "" || !strings.Contains("lrhfe", rest[:1]):
			return node, "", fmt.Errorf("%w: %.40q is no attribute and does not begin with a step", ErrTemplate, rest)
		case n == maxSteps:
			return node, "", fmt.Errorf("%w: more than %d steps", ErrTemplate, maxSteps)
		case strings.HasPrefix(rest, "l2"), strings.HasPrefix(rest, "r2"):
			node.steps, rest = node.steps+strings.ToUpper(rest[:1]), rest[2:]
		default:
			node.steps, rest = node.steps+rest[:1], rest[1:]
		}
	}
	return node, rest, nil
}
