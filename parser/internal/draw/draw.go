// Package draw makes pictures of dependencies, constituents and graphs of meaning, and compares two analyses in one
// picture. Package [parser/parser/internal/draw/formats] writes pictures as SVG, HTML, text, LaTeX and for Graphviz.
//
//	p := draw.Sentence(s)                            // or draw.Tree(t), draw.Graph(g), draw.Of(item)
//	p, err := draw.CompareSentences(gold, system)    // or draw.CompareTrees, draw.CompareGraphs
//	err = formats.Write(os.Stdout, formats.SVG, draw.Options{Width: 1000}, p)
//
// A [Picture] does not have to be a tree: words may have several heads or no head, heads may form
// cycles, and trees may be a forest that leaves words out, as in the middle of a parse.
package draw

import (
	"errors"
	"iter"
	"slices"
	"strconv"
)

// Picture is the picture of a sentence. A picture with vertices is drawn as a graph, one with
// trees as trees over the words, and any other as arcs over the words.
type Picture struct {
	Title string
	Text  string // as the words are written in a text; "" if that is not known
	Words []Word
	Arcs  []Arc
	Trees []*Node // from left to right
	Below []*Node // drawn upside down below the words: the system's in a comparison

	Vertices []Vertex // of a graph; the first is its root
	Edges    []Edge
	Tokens   []Token   // multiword tokens in order, drawn as brackets under the words
	Compares bool      // marks distinguish gold from system, which the picture then explains
	Names    [2]string // of the two parses compared if neither is gold; "" otherwise
}

// ID returns the ID of a word, which counts from 1; that of ROOT is 0.
func (p *Picture) ID(word int) string {
	if word > 0 && p.Words[word-1].ID != "" {
		return p.Words[word-1].ID
	}
	return strconv.Itoa(word)
}

// Word is a word with its part of speech, or an empty node.
type Word struct {
	Form, Tag string
	State     State
	Mark      Mark   // Same or Found
	ID        string // as column 1 has it; "" is the word's number in the picture
	Empty     bool   // an empty node of an enhanced graph
}

// Arc is a dependency. Words count from 1, and Head 0 is ROOT.
type Arc struct {
	Head, Dep int
	Label     string
	Layer     Layer
	Mark      Mark
	Since     int // the step of a trace that made it; 0 is unknown
}

// Layer says which layers of a sentence have an arc. Arcs of the enhanced layer only are drawn below the words.
type Layer uint8

const (
	AllLayers Layer = iota // of a sentence that may have one layer only
	BasicOnly
	EnhancedOnly
)

// Node is a constituent, or a leaf: the part of speech of a word.
type Node struct {
	Label    string
	Children []*Node
	Word     int // of a leaf, from 1
	Mark     Mark
	Open     bool // an unfinished constituent
	Since    int  // the step of a trace that made it; 0 is unknown
}

// Nodes yields the nodes of trees, from left to right, and each before its children.
func Nodes(trees []*Node) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		left := slices.Clone(trees)
		slices.Reverse(left)
		for len(left) > 0 {
			n := left[len(left)-1]
			if !yield(n) {
				return
			}
			left = left[:len(left)-1]
			for _, child := range slices.Backward(n.Children) {
				left = append(left, child)
			}
		}
	}
}

// Token is a multiword token: the written form of the words First to Last, which count from 1.
type Token struct {
	First, Last int
	Form        string
}

// Vertex is a node of a graph: a variable with its concept, or a constant.
type Vertex struct {
	Label    string // concept, or text of the constant
	Var      string // the variable, or another short name; shown small
	Constant bool
	Instead  string // the system's concept, if a comparison finds a different one; "" otherwise
	Mark     Mark
	State    State
	Since    int // the step of a trace that made it; 0 is unknown
}

// Edge joins two vertices, which count from 1. From 0 is TOP: such an edge marks a root.
type Edge struct {
	From, To int
	Role     string
	Again    bool // a re-entrancy: the vertex that it leads to belongs to another edge
	Mark     Mark
	Since    int // the step of a trace that made it; 0 is unknown
}

// Mark says what is special about a word, an arc, a node, a vertex or an edge.
type Mark uint8

const (
	Same       Mark = iota // nothing special; in both analyses of a comparison
	GoldOnly               // missing in the system's analysis
	SystemOnly             // wrong
	New                    // made by the last move of a trace
	Found                  // by a pattern
)

// State says where a running parser has a word or a vertex.
type State uint8

const (
	Plain State = iota // unknown
	OnStack
	InBuffer
	Done
)

// Options say how to draw. The zero value draws a sentence in one row.
type Options struct {
	// Width is the width of the picture in pixels, or in columns of text; 0 is unlimited. Longer sentences continue in
	// further rows, and wider trees and graphs are drawn from the side. An arc between words of different rows is drawn
	// in both, each time with the word at its other end; rows in between do not show it. What cannot be broken may
	// still be wider: a word, a multiword token, a deep tree from the side.
	Width    int
	Title    string // of an HTML page
	Compact  bool   // without the tags of words under arcs, the variables of graphs, and most of the space
	Fragment bool   // an SVG without a style of its own, for a page that has formats.CSS
}

var (
	// ErrTooLarge is the cause of errors about pictures that are too large to be useful.
	ErrTooLarge = errors.New("too large to be drawn")
	// ErrPicture is the cause of errors about pictures that contradict themselves, for example
	// by an arc to a word that they do not have.
	ErrPicture = errors.New("invalid picture")
	// ErrDiffers is the cause of errors about sentences that cannot be compared.
	ErrDiffers = errors.New("sentences of different words")
)
