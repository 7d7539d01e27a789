// Package features turns configurations into features by templates, which are text. A template is a
// line of atoms, and an atom is a node and one of its attributes:
//
//	S0 S1 …  the stack from its top      w  form            d       label of its arc
//	N0 N1 …  the buffer from its front   l  lemma           vl, vr  left, right valency
//	P0 P1 …  the words before the buffer p  UPOS            sl, sr  set of left, right labels
//	h        its head                    t  XPOS            x2, x3  last 2, 3 letters
//	l, r     its outermost left, right   m  FEATS           m:Case  value of one feature
//	         dependent; l2, r2 the next  g  tag: XPOS or UPOS, see Data.Tag
//	n  form in lower case, digits as 0   b2, b3  first 2, 3 letters
//	c  shape: Xx of Paris, x-d of a-10   a  has a digit, a hyphen, an upper case letter
//	b, n  the word before, after it
//
// and dist(S0,N0) is the distance between two nodes, bias a constant; a1 a2 … are the last action, a
// move with its label, the one before it, and so on. S0lw is the form of the
// leftmost dependent of the stack's top, S0l its own lemma. The atoms are those of Zhang & Nivre
// (2011), Tables 1 and 2, plus lemma and morphology.
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
// so that dist(O0f,N0) is the length of the innermost open bracket so far. In tagging N0 is the
// word to tag and P0d, P1d are the tags of the words before it; for a tagger that works backwards,
// these and all of P0, P1, … are the words after it.
//
// In graphs, whose nodes are words or were inserted, σ is the stack and β the buffer, so that S0 is
// the current node s and N0 its child b. There are
//
//	K  the candidate of a search             h      its head in the tree
//	C  each child of S0 but N0               l, l2  its first, second child
//	D  each child of K                       r, r2  its last, last but one
//	x  the word last deleted below it        m      the word whose place it took
//
//	d       label of its arc: the role or, until it has one, that of the dependency tree
//	o       label of its word in the dependency tree
//	y       its concept, once settled        k      word or inserted, and whether that is settled
//	vl, vr  number of children before it, after it; sl, sr  the set of their roles
//
// An inserted node has the concept for its form and lemma, and the tags of the word that it was
// inserted for. A template is left out if the node N0, K, C or D that it begins with does not
// exist; one with C or D gives a feature for each, up to 16. Besides dist, two nodes have
//
//	gap(S0,N0)     how many words N0 is after S0, or before
//	kin(K,S0)      how many arcs of the tree lead up from K, and then down to S0
//	path:l(S0,N0)  the way from word to word in the dependency tree by what is asked of each
//	               word that it leads to: w, l, p, t, g, n, or o for the labels of its arcs
//
// and the state as a whole has ask (the phase, what is searched, whether there is N0), turn (how
// many candidates the search has asked about before), and left (how many are left).
//
// Words have more attributes, mainly for graphs: e (a kind of number, a month, a weekday,
// capitals), u (ends in er, est, begins with un, in, il, anti), h1, h2 (parts of a form with
// hyphens).
package features

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"parser/conll/textfile"
)

// attribute is what an atom asks about a node, in the letters of the package comment. Word
// attributes do not change while a sentence is parsed; the others depend on the configuration.
type attribute string

const path = "path:" // begins what is asked about two nodes, and then about words

// ofTree are the attributes that depend on the configuration.
var ofTree = []attribute{
	asksBias: "bias", asksLabel: "d", asksLeftValency: "vl", asksRightValency: "vr",
	asksLeftLabels: "sl", asksRightLabels: "sr", asksKind: "k", asksDistance: "dist",
	asksConcept: "y", asksOrigin: "o", asksState: "ask", asksTurn: "turn", asksLeft: "left",
	asksGap: "gap", asksKin: "kin",
	asksAction: "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9",
}

// The indices in ofTree.
const (
	asksBias = iota
	asksLabel
	asksLeftValency
	asksRightValency
	asksLeftLabels
	asksRightLabels
	asksKind
	asksDistance
	asksConcept
	asksOrigin
	asksState
	asksTurn
	asksLeft
	asksGap
	asksKin
	asksAction                         // the last one; those before it have the numbers after it
	asksPath   = asksAction + maxIndex // and larger values; see path
)

// ofNode matches an attribute that may follow a node, ofTwo one that may precede two nodes.
var ofNode = textfile.Pattern(`^([wlptgmncadkyoeu]|[vs][lr]|[xb][1-9]|h[12]|m:[^=|,()]+)$`)
var ofTwo = textfile.Pattern(`^(dist|gap|kin|path:[wlptgno])$`)

// Letters that a node can begin with; singles have no number.
const bases, singles = "SNPIOKCD", "KCD"

// address names a node: an item of the stack or the buffer, then steps.
type address struct {
	base  byte // one of bases
	index int
	steps string // from there, one letter each: L and R stand for l2 and r2
}

// atom is an attribute of one node, or the distance of two, or the bias.
type atom struct {
	node address
	to   address // for distances only
	attr attribute
}

// ErrTemplate is the cause of all errors in templates.
var ErrTemplate = errors.New("malformed feature template")

// maxIndex bounds how deep stack and buffer are examined, maxSteps the way from there.
const maxIndex, maxSteps = 9, 9

var spelling = strings.NewReplacer("L", "l2", "R", "r2")

func (a address) String() string {
	if strings.IndexByte(singles, a.base) >= 0 {
		return string(a.base) + spelling.Replace(a.steps)
	}
	return fmt.Sprintf("%c%d%s", a.base, a.index, spelling.Replace(a.steps))
}

func (a atom) String() string {
	switch {
	case a.attr.ofNone():
		return string(a.attr)
	case a.attr.ofTwo():
		return fmt.Sprintf("%s(%v,%v)", a.attr, a.node, a.to)
	}
	return a.node.String() + string(a.attr)
}

func (a attribute) ofNone() bool {
	return slices.Contains([]attribute{"bias", "ask", "turn", "left"}, a) || a.ofHistory()
}

// ofHistory reports whether a is a1 … a9.
func (a attribute) ofHistory() bool { return slices.Index(ofTree, a) >= asksAction }

func (a attribute) ofTwo() bool { return ofTwo().MatchString(string(a)) }

func parseAtom(text string) (atom, error) {
	if attribute(text).ofNone() {
		return atom{attr: attribute(text)}, nil
	}
	if name, inner, ok := strings.Cut(text, "("); ok && attribute(name).ofTwo() {
		nothing := func(rest string) bool { return rest == "" }
		inner, closed := strings.CutSuffix(inner, ")")
		from, to, two := strings.Cut(inner, ",")
		a, _, errFrom := parseNode(from, nothing)
		b, _, errTo := parseNode(to, nothing)
		if !closed || !two || errFrom != nil || errTo != nil {
			return atom{}, fmt.Errorf("%w: not %s(node,node)", ErrTemplate, name)
		}
		return atom{node: a, to: b, attr: attribute(name)}, nil
	}
	node, rest, err := parseNode(text, ofNode().MatchString)
	return atom{node: node, attr: attribute(rest)}, err
}

func parseNode(text string, ends func(rest string) bool) (node address, rest string, err error) {
	switch {
	case text != "" && strings.IndexByte(singles, text[0]) >= 0:
		node, rest = address{base: text[0]}, text[1:]
	case len(text) < 2 || strings.IndexByte(bases, text[0]) < 0 || text[1] < '0' || text[1] > '0'+maxIndex:
		return node, "", fmt.Errorf("%w: it does not begin with a node S0…S9 or N0…N9 (or P0, I0, O0, …)", ErrTemplate)
	default:
		node, rest = address{base: text[0], index: int(text[1] - '0')}, text[2:]
	}
	for n := 0; !ends(rest); n++ {
		switch {
		case rest == "" || !strings.Contains("lrhfexmbn", rest[:1]):
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
