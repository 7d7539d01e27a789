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
	"strings"
)

// attribute is what an atom asks of a node. Word attributes do not change while
// a sentence is parsed; the others depend on the configuration.
type attribute string

const (
	form          attribute = "w"
	lemma         attribute = "l"
	upos          attribute = "p"
	xpos          attribute = "t"
	tag           attribute = "g"
	feats         attribute = "m"
	feature       attribute = "m:" // followed by the feature's name
	suffix        attribute = "x"  // followed by the number of letters
	prefix        attribute = "b"  // followed by the number of letters
	lowered       attribute = "n"
	shape         attribute = "c"
	characters    attribute = "a"
	arcLabel      attribute = "d"
	leftValency   attribute = "vl"
	rightValency  attribute = "vr"
	leftLabelSet  attribute = "sl"
	rightLabelSet attribute = "sr"
	nodeState     attribute = "k"
	distance      attribute = "dist"
	bias          attribute = "bias"
)

// step leads from a node to another.
type step string

const (
	toHead   step = "h"
	toLeft   step = "l"
	toRight  step = "r"
	toLeft2  step = "l2"
	toRight2 step = "r2"
	toFirst  step = "f"
	toLast   step = "e"
)

// bases are the letters that a node can begin with.
const bases = "SNPIO"

// address names a node: an item of the stack or the buffer, then steps.
type address struct {
	base  byte // one of bases
	index int
	steps string // steps run together, as written; each is told by its letters
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

func (a address) String() string { return fmt.Sprintf("%c%d%s", a.base, a.index, a.steps) }

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
		return parseDistance(text, strings.TrimSuffix(inner, ")"))
	}
	node, rest, err := parseBase(text)
	for steps := 0; err == nil && !isAttribute(rest); steps++ {
		rest, err = node.walk(rest, steps)
	}
	return atom{node: node, attr: attribute(rest)}, err
}

func parseDistance(text, inner string) (atom, error) {
	from, to, ok := strings.Cut(inner, ",")
	a, errFrom := parseNode(from)
	b, errTo := parseNode(to)
	if !ok || !strings.HasSuffix(text, ")") || errFrom != nil || errTo != nil {
		return atom{}, fmt.Errorf("%w: not dist(node,node)", ErrTemplate)
	}
	return atom{node: a, to: b, attr: distance}, nil
}

// parseNode reads a node with nothing behind it.
func parseNode(text string) (address, error) {
	node, rest, err := parseBase(text)
	for steps := 0; err == nil && rest != ""; steps++ {
		rest, err = node.walk(rest, steps)
	}
	return node, err
}

// walk goes one step on, the one that text begins with, and returns the rest.
func (a *address) walk(text string, steps int) (string, error) {
	s := leadingStep(text)
	switch {
	case s == "":
		return "", fmt.Errorf("%w: %.40q is no attribute and does not begin with a step", ErrTemplate, text)
	case steps == maxSteps:
		return "", fmt.Errorf("%w: more than %d steps", ErrTemplate, maxSteps)
	}
	a.steps += string(s)
	return text[len(s):], nil
}

func parseBase(text string) (address, string, error) {
	if len(text) < 2 || strings.IndexByte(bases, text[0]) < 0 || text[1] < '0' || text[1] > '0'+maxIndex {
		return address{}, "", fmt.Errorf("%w: it does not begin with a node S0…S9 or N0…N9 (or P0, I0, O0, …)", ErrTemplate)
	}
	return address{base: text[0], index: int(text[1] - '0')}, text[2:], nil
}

func isAttribute(text string) bool {
	switch a := attribute(text); a {
	case form, lemma, upos, xpos, tag, feats, arcLabel, leftValency, rightValency, leftLabelSet, rightLabelSet, nodeState, lowered, shape, characters:
		return true
	default:
		return isFeature(text) || isAffix(text)
	}
}

func isFeature(text string) bool {
	name, ok := strings.CutPrefix(text, string(feature))
	return ok && name != "" && !strings.ContainsAny(name, "=|,()")
}

// isAffix reports whether text names a suffix or a prefix.
func isAffix(text string) bool {
	return len(text) == 2 && strings.Contains(string(suffix+prefix), text[:1]) && text[1] >= '1' && text[1] <= '9'
}

// leadingStep returns the longest step that text begins with, or "".
func leadingStep(text string) step {
	for _, s := range []step{toLeft2, toRight2, toHead, toLeft, toRight, toFirst, toLast} {
		if strings.HasPrefix(text, string(s)) {
			return s
		}
	}
	return ""
}

// ofWord reports whether the attribute depends on the word alone.
func (a attribute) ofWord() bool {
	switch a {
	case arcLabel, leftValency, rightValency, leftLabelSet, rightLabelSet, nodeState, distance, bias:
		return false
	}
	return true
}
