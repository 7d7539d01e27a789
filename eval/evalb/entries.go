package evalb

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"parser/eval"
	"parser/ptb"
)

// Entry is one side of a sentence: its trees and their place, as file:line.
type Entry struct {
	Trees []*ptb.Tree
	Place string
}

// Entries returns, for each sentence, its entry in the gold file and in the file of each system. If no tree has several
// lines, lines are paired, as in EVALB: a blank line is a sentence without a parse, and several trees on a line are one
// sentence. Otherwise trees are paired. The texts are whole files, since only the last line tells which it is.
//
// The causes of errors are eval.ErrSentenceCount and those of package ptb.
func Entries(names []string, texts [][]byte) (sentences [][]Entry, byLine bool, err error) {
	var files [][]Entry
	for _, byLine = range []bool{true, false} {
		if files, err = entries(names, texts, byLine); !errors.Is(err, ptb.ErrUnbalanced) {
			break
		}
	}
	if err != nil {
		return nil, false, err
	}
	shortest := len(slices.MinFunc(files, func(x, y []Entry) int { return len(x) - len(y) }))
	for i, list := range files {
		for len(list) > shortest && len(list[len(list)-1].Trees) == 0 { // blank lines at the end
			list = list[:len(list)-1]
		}
		if files[i] = list; len(list) != len(files[0]) {
			return nil, false, fmt.Errorf("%w: %d in %s, %d in %s", eval.ErrSentenceCount, len(files[0]), names[0], len(list), names[i])
		}
	}
	if len(files[0]) == 0 {
		return nil, false, fmt.Errorf("%s: no trees", names[0])
	}
	sentences = make([][]Entry, len(files[0]))
	for _, list := range files {
		for n, e := range list {
			sentences[n] = append(sentences[n], e)
		}
	}
	return sentences, byLine, nil
}

func entries(names []string, texts [][]byte, byLine bool) ([][]Entry, error) {
	files := make([][]Entry, len(texts))
	for i, text := range texts {
		r := ptb.NewReader(bytes.NewReader(text), names[i])
		r.Lines = byLine
		for t, err := range r.All() {
			if err != nil {
				return nil, err
			}
			e := Entry{[]*ptb.Tree{t}, fmt.Sprintf("%s:%d", names[i], r.Line())}
			// The reader puts the trees of a line under one node. A line "( (A …) (B …))" looks
			// the same, so its outermost bracket, which EVALB would score, is not scored.
			if byLine && t.Label == "" && len(t.Children) != 1 {
				e.Trees = t.Children
			}
			files[i] = append(files[i], e)
		}
	}
	return files, nil
}

// UnifyRoot makes TOP the outermost bracket of every tree, and reports whether any tree had another one.
func (e Entry) UnifyRoot() (other bool) {
	for i, t := range e.Trees {
		e.Trees[i] = ptb.Steps{Root: true}.Apply(t)
		other = other || !e.Trees[i].Equal(t) && !slices.ContainsFunc(e.Trees[i].Children, t.Equal)
	}
	return other
}
