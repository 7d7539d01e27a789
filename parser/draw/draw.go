// Package draw draws dependencies, constituents and graphs of meaning: as SVG and HTML, as text,
// for LaTeX and for Graphviz.
//
//	p := draw.Sentence(s)                                   // or draw.Tree(t), draw.Graph(g)
//	err := p.SVG(os.Stdout, draw.Options{Width: 1000})      // or Text, TikZ, DOT
//	p, err = draw.CompareSentences(gold, system)            // or draw.CompareTrees, draw.CompareGraphs
//	err = draw.HTML(os.Stdout, "Title", []*draw.Picture{p}, draw.Options{})
//
// A [Picture] need be no tree: words may have several heads or none, heads may make cycles,
// trees may be a forest with words outside of it, as in the middle of a parse. Where a
// renderer's fonts matter they are not known here: the width of text is estimated, with room
// to spare.
package draw

import (
	"errors"
	"fmt"
)

// Picture is what is drawn of a sentence: arcs over its words, trees over them, or a graph
// below them.
type Picture struct {
	Title string
	Words []Word
	Arcs  []Arc
	Trees []*Node // from left to right
	// Below holds the trees that are drawn below the words, upside down: those of the
	// system where a picture compares.
	Below []*Node
	// Vertices and Edges are those of a graph. The first vertex is its root.
	Vertices []Vertex
	Edges    []Edge
	// Tokens holds the multiword tokens in order, drawn as brackets under the words.
	Tokens []Token
	// Compares says that marks tell gold from system, which is then explained.
	Compares bool
	// Names are those of two parses that are compared where neither is gold; else "".
	Names [2]string
}

// Word is a word with its part of speech.
type Word struct {
	Form, Tag string
	State     State
}

// Arc is a dependency. Words count from 1, and Head 0 is ROOT.
type Arc struct {
	Head, Dep int
	Label     string
	Mark      Mark
	Since     int // step of a trace since which it is there; 0 is not said
}

// Node is a constituent, or a leaf: the part of speech of a word.
type Node struct {
	Label    string
	Children []*Node
	Word     int // of a leaf, from 1
	Mark     Mark
	Open     bool // a constituent that is not finished
	Since    int  // step of a trace since which it is there; 0 is not said
}

// Token is a stretch of text that stands for the words First to Last, from 1.
type Token struct {
	First, Last int
	Form        string
}

// Mark says what is special about an arc or a node.
type Mark uint8

// The marks.
const (
	Same       Mark = iota // nothing: in both trees of a comparison
	GoldOnly               // missing in the system's tree
	SystemOnly             // wrong
	New                    // made by the last move of a trace
)

// State says where a parser that is at work has a word.
type State uint8

// The states.
const (
	Plain State = iota // not said
	OnStack
	InBuffer
	Done
)

// Options say how to draw. The zero value draws a sentence in one row.
type Options struct {
	// Width is that of the picture, in pixels, or in columns of text; longer sentences go on
	// in further rows, and wider trees are drawn from the side. 0 is any width. An arc whose
	// ends are in different rows is drawn in these, each with the word at the other end; rows
	// in between show nothing of it. What cannot be broken may still be wider: a word, a
	// multiword token, a deep tree from the side.
	Width int
	// Compact leaves out tags of words under arcs, and most of the space.
	Compact bool
	// Fragment makes an SVG that is part of a page with the rules of CSS: without a style of
	// its own.
	Fragment bool
}

// MaxWords is how many words, and as many arcs to each other and ten times as many nodes, a
// picture may have.
const MaxWords = 10_000

// Causes of errors about pictures; test for them with errors.Is.
var (
	// ErrTooLarge is the cause of errors about pictures that are too large to be of use.
	ErrTooLarge = errors.New("too large to be drawn")
	// ErrPicture is the cause of errors about pictures that contradict themselves, as by an arc
	// to a word which they do not have.
	ErrPicture = errors.New("no picture")
	// ErrDiffers is the cause of errors about sentences that cannot be compared.
	ErrDiffers = errors.New("sentences of different words")
)

// check returns an error if the picture cannot be drawn.
func (p *Picture) check() error {
	n := len(p.Words)
	if n > MaxWords || len(p.Arcs) > 2*MaxWords || len(p.Tokens) > MaxWords {
		return fmt.Errorf("%w: %d words, %d arcs (at most %d words)", ErrTooLarge, n, len(p.Arcs), MaxWords)
	}
	for i, w := range p.Words {
		if w.State > Done {
			return fmt.Errorf("%w: word %d is in state %d", ErrPicture, i+1, w.State)
		}
	}
	for _, a := range p.Arcs {
		if a.Mark > New {
			return fmt.Errorf("%w: an arc has mark %d", ErrPicture, a.Mark)
		}
		if a.Head < 0 || a.Head > n || a.Dep < 1 || a.Dep > n || a.Head == a.Dep {
			return fmt.Errorf("%w: an arc from %d to %d among %d words", ErrPicture, a.Head, a.Dep, n)
		}
	}
	if err := p.checkGraph(); err != nil {
		return err
	}
	end := 0
	for _, t := range p.Tokens {
		if t.First <= end || t.Last > n || t.First > t.Last {
			return fmt.Errorf("%w: a token from %d to %d among %d words, after one to %d", ErrPicture, t.First, t.Last, n, end)
		}
		end = t.Last
	}
	nodes := 0
	for _, side := range [][]*Node{p.Trees, p.Below} {
		for left := append([]*Node(nil), side...); len(left) > 0; {
			node := left[len(left)-1]
			if node == nil || node.Mark > New {
				return fmt.Errorf("%w: a node is nil, or of an unknown mark", ErrPicture)
			}
			left = append(left[:len(left)-1], node.Children...)
			if nodes++; nodes > 10*MaxWords || len(left) > 10*MaxWords {
				return fmt.Errorf("%w: more than %d nodes", ErrTooLarge, 10*MaxWords)
			}
			if node.Word < 0 || node.Word > n || node.Word > 0 && len(node.Children) > 0 {
				return fmt.Errorf("%w: a leaf of word %d among %d words", ErrPicture, node.Word, n)
			}
		}
	}
	return nil
}
