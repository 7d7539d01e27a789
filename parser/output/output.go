// Package output writes parses in the formats that people ask for.
//
//	w, err := output.Sentences(conll.NewWriter(os.Stdout), "json") // or conllu, conllx, horizontal; "" as they were read
//	err = w.Write(s)
//	err = w.Flush()
package output

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/amr"
	"parser/ptb"
)

// The formats. Penn brackets are of trees only, and what trees are written in unless another
// format is named; so is PENMAN notation of graphs; CoNLL is of sentences only.
const (
	CoNLLU     = "conllu"
	CoNLLX     = "conllx"
	JSON       = "json"       // an object a line
	Brackets   = "brackets"   // a tree a line
	Penman     = "penman"     // graphs, over several lines
	Horizontal = "horizontal" // a sentence a line, with a blank between tokens
)

// Formats lists the formats.
func Formats() []string { return []string{CoNLLU, CoNLLX, JSON, Brackets, Penman, Horizontal} }

// Extension returns what the names of files in a format end in.
func Extension(format string) string {
	return map[string]string{CoNLLU: ".conllu", CoNLLX: ".conll", JSON: ".json", Brackets: ".mrg", Penman: ".amr", Horizontal: ".txt"}[format]
}

// Writer writes sentences or trees. The first error of the stream stays.
type Writer[T any] interface {
	Write(T) error
	Flush() error
}

// CheckSentences returns an error if sentences cannot be written in a format.
func CheckSentences(format string) error {
	formats := []string{CoNLLU, CoNLLX, JSON, Horizontal}
	if format == "" || slices.Contains(formats, format) {
		return nil
	}
	return fmt.Errorf("dependencies cannot be written in the format %q (have %s)", format, strings.Join(formats, ", "))
}

// CheckTrees returns an error if trees cannot be written in a format.
func CheckTrees(format string) error {
	if slices.Contains([]string{"", Brackets, JSON, Horizontal}, format) {
		return nil
	}
	return fmt.Errorf("constituents cannot be written in the format %q (have %s, %s, %s); dependencies are made of them by: parser convert", format, Brackets, JSON, Horizontal)
}

// CheckGraphs returns an error if graphs cannot be written in a format.
func CheckGraphs(format string) error {
	if slices.Contains([]string{"", Penman, JSON}, format) {
		return nil
	}
	return fmt.Errorf("graphs cannot be written in the format %q (have %s, %s)", format, Penman, JSON)
}

// Sentences returns a writer of sentences in a format that CheckSentences lets pass, or as they
// were read, by w itself, for "".
func Sentences(w *conll.Writer, format string) (Writer[*conll.Sentence], error) {
	switch format {
	case "":
		return w, nil
	case CoNLLU:
		return &rewriter{w, conll.FormatU}, nil
	case CoNLLX:
		return &rewriter{w, conll.FormatX}, nil
	case JSON:
		return lines[*conll.Sentence]{w.Writer, jsonOfSentence}, nil
	case Horizontal:
		return lines[*conll.Sentence]{w.Writer, horizontal}, nil
	}
	return nil, CheckSentences(format)
}

// Trees returns a writer of trees in a format that CheckTrees lets pass.
func Trees(w *ptb.Writer, format string) (Writer[*ptb.Tree], error) {
	switch format {
	case "", Brackets:
		return w, nil
	case JSON:
		return lines[*ptb.Tree]{w.Writer, jsonOfTree}, nil
	case Horizontal:
		return lines[*ptb.Tree]{w.Writer, func(t *ptb.Tree) (string, error) {
			var forms []string
			for _, leaf := range t.Leaves() {
				forms = append(forms, solid(ptb.Unescape(leaf.Word)))
			}
			return strings.Join(forms, " "), nil
		}}, nil
	}
	return nil, CheckTrees(format)
}

// Graphs returns a writer of graphs in a format that CheckGraphs lets pass. What cannot be read
// again is not written, but an error of [amr.Graph.Check].
func Graphs(w io.Writer, format string) (Writer[*amr.Graph], error) {
	switch out := textfile.NewWriter(w); format {
	case "", Penman:
		return lines[*amr.Graph]{out, func(g *amr.Graph) (string, error) {
			var b strings.Builder
			err := amr.Write(&b, g)
			return strings.TrimSuffix(b.String(), "\n"), err
		}}, nil
	case JSON:
		return lines[*amr.Graph]{out, jsonOfGraph}, nil
	}
	return nil, CheckGraphs(format)
}

// lines writes each item as a line, or as several.
type lines[T any] struct {
	*textfile.Writer
	line func(T) (string, error)
}

func (l lines[T]) Write(item T) error {
	line, err := l.line(item)
	if err != nil {
		return err
	}
	return l.Writer.Write([]byte(line + "\n"))
}

// horizontal returns the tokens of a sentence.
func horizontal(s *conll.Sentence) (string, error) {
	tokens, err := s.Tokens()
	var forms []string
	for _, t := range tokens {
		forms = append(forms, solid(t.Form))
	}
	return strings.Join(forms, " "), err
}

// solid returns a form in which blanks do not break, as UDPipe writes it.
func solid(form string) string { return strings.ReplaceAll(form, " ", "\u00a0") }

// rewriter writes sentences in one of the two CoNLL formats.
type rewriter struct {
	*conll.Writer
	format conll.Format
}

// Write writes a sentence. What the other format has no place for is left out: comments, ranges,
// empty nodes, DEPS and MISC in CoNLL-X; PHEAD and PDEPREL in CoNLL-U.
func (r *rewriter) Write(s *conll.Sentence) error {
	if s.Format != r.format {
		s = &conll.Sentence{Words: slices.Clone(s.Words), Format: r.format, ID: s.ID, File: s.File, Line: s.Line}
		for i := range s.Words {
			s.Words[i].Deps, s.Words[i].Misc = "_", "_"
		}
	}
	return r.Writer.Write(s)
}
