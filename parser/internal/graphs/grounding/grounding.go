// Package grounding makes the dependency trees of the texts that graphs of meaning belong to.
package grounding

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/amr"
	"parser/parser/internal/engine"
	"parser/parser/internal/segment"
	"parser/parser/internal/structure"
	"parser/parser/text"
)

var (
	// ErrNoText is the cause if a graph does not have the text of its sentence.
	ErrNoText = errors.New("the graph has no text (# ::snt)")
	// ErrPairs is the cause if graphs and trees do not belong to the same sentences.
	ErrPairs = errors.New("graphs and trees are no pairs")
)

// Trees returns the words of each text with tags, lemmas and heads by a dependency parser that can
// cut raw text into words ([engine.ErrNoSegmenter] otherwise). A text becomes one sentence: if the
// parser finds several in it, they follow each other, each with its own root. Since most texts are
// one sentence, only a final mark ends one, and a point after a single letter does not: "what are
// i. b. m.'s prices" is one sentence. Each text is read by itself, so the result does not depend on
// the others, nor on the number of workers.
func Trees(ctx context.Context, p *engine.Parser, texts []string, workers int) ([]*conll.Sentence, error) {
	all := make([]*Text, len(texts))
	for i, text := range texts {
		all[i] = &Text{Text: text, File: "text", Line: i + 1}
	}
	return textfile.ReadAll(Reader(ctx, p, textfile.Each(all), Ahead, workers))
}

// Text is the text of a sentence.
type Text struct {
	Text, ID string
	File     string // its file, for errors
	Line     int
}

// TextOf returns the text of a graph. The error is a *conll.Error with ErrNoText.
func TextOf(g *amr.Graph) (*Text, error) {
	t := &Text{File: g.File, Line: g.Line}
	t.ID, _ = g.Get("id")
	var ok bool
	if t.Text, ok = g.Get("snt"); !ok {
		return nil, &conll.Error{File: g.File, Line: g.Line, SentID: t.ID, Err: ErrNoText}
	}
	return t, nil
}

// Line returns the next line of a file that is not blank, trimmed. A *conll.Error says that it is
// not UTF-8 or longer than segment.MaxSentence.
func Line(f *textfile.Reader) (*Text, error) {
	for {
		line, err := f.Line(segment.MaxSentence)
		t := &Text{Text: strings.TrimSpace(string(line)), File: f.Name, Line: f.Lines}
		switch {
		case err != nil:
			return nil, err
		case !utf8.Valid(line):
			return nil, &conll.Error{File: f.Name, Line: f.Lines, Err: fmt.Errorf("%w: %s", conll.ErrEncoding, f.Misfit(line))}
		case len(line) > segment.MaxSentence:
			return nil, &conll.Error{File: f.Name, Line: f.Lines, Err: fmt.Errorf("%w: a line of more than %d bytes", conll.ErrTooLong, segment.MaxSentence)}
		case t.Text != "":
			return t, nil
		}
	}
}

// Ahead is a suitable number of texts to read before their trees are made.
const Ahead = 512

// aheadWords is the number of words that ends reading ahead, so that memory is bounded.
const aheadWords = 1 << 14

// Reader is Trees for the texts that next returns; it reads at most ahead of them before it makes
// their trees. A sentence has the name and the text as its comments. An error of next, or a
// *conll.Error about a text, is returned once, after the texts before it.
func Reader(ctx context.Context, p *engine.Parser, next func() (*Text, error), ahead, workers int) func() (*conll.Sentence, error) {
	var (
		ready  []*conll.Sentence
		failed error
	)
	return func() (*conll.Sentence, error) {
		if len(ready) == 0 && failed == nil {
			var parts [][]*conll.Sentence // of each text
			var all []*conll.Sentence
			for words := 0; len(parts) < ahead && words < aheadWords && failed == nil; {
				var t *Text
				var own []*conll.Sentence
				if t, failed = next(); failed == nil {
					own, failed = cut(p, t)
				}
				if failed == nil {
					parts, all = append(parts, own), append(all, own...)
					for _, s := range own {
						words += s.Len()
					}
					ready = append(ready, &conll.Sentence{ID: t.ID, File: t.File, Line: t.Line, Extras: []conll.Extra{{Text: "# text = " + t.Text}}})
				}
			}
			if err := p.ParseAll(ctx, all, workers); err != nil {
				ready = nil
				return nil, err
			}
			for i, own := range parts {
				join(ready[i], own)
			}
		}
		if len(ready) == 0 {
			err := failed
			if err != io.EOF {
				failed = nil
			}
			return nil, err
		}
		s := ready[0]
		ready = ready[1:]
		return s, nil
	}
}

func cut(p *engine.Parser, t *Text) (sentences []*conll.Sentence, err error) {
	r, err := p.Text(strings.NewReader(t.Text), t.File, text.Options{})
	if err != nil {
		return nil, err
	}
	words := 0
	for s, err := range r.All() {
		if err != nil {
			err = cmp.Or(errors.Unwrap(err), err)
		} else if words += s.Len(); words > structure.MaxGraphWords {
			err = engine.ErrGraphWords
		}
		if err != nil {
			return nil, &conll.Error{File: t.File, Line: t.Line, SentID: t.ID, Err: err}
		}
		if last := len(sentences) - 1; last >= 0 && !ended(sentences[last].Words) {
			sentences[last].Words = append(sentences[last].Words, s.Words...)
			continue
		}
		sentences = append(sentences, &conll.Sentence{Words: s.Words})
	}
	return sentences, nil
}

// join appends the words of several sentences to those of one.
func join(joined *conll.Sentence, sentences []*conll.Sentence) {
	for _, s := range sentences {
		before := joined.Len()
		for _, w := range s.Words {
			if w.Head > 0 {
				w.Head += before
			}
			joined.Words = append(joined.Words, w)
		}
	}
}

var (
	mark         = textfile.Pattern(`[.!?…;:。！？][ "'”’»)\]]*$`)
	abbreviation = textfile.Pattern(`(^| )\pL ?\.$`)
)

// ended reports whether words end with a mark that ends a sentence.
func ended(words []conll.Word) bool {
	tail := ""
	for _, w := range words[max(0, len(words)-5):] {
		tail += " " + w.Form
	}
	return mark().MatchString(tail) && !abbreviation().MatchString(tail)
}

// Texts returns the text of each graph. The error is an ErrNoText and names the graph.
func Texts(graphs []*amr.Graph) ([]string, error) {
	texts := make([]string, len(graphs))
	for i, g := range graphs {
		t, err := TextOf(g)
		if err != nil {
			return nil, err
		}
		texts[i] = t.Text
	}
	return texts, nil
}

// CheckPairs returns an ErrPairs unless there are as many graphs as trees: it names the first pair
// whose letters differ, or else the first graph or tree without a partner. For heads that are not a
// tree it returns their error ([conll.Sentence.CheckTree]), and for a sentence that is too long a
// engine.ErrGraphWords.
func CheckPairs(graphs []*amr.Graph, trees []*conll.Sentence) error {
	both := min(len(graphs), len(trees))
	if len(graphs) != len(trees) {
		wrong := func(format string, args ...any) error {
			return fmt.Errorf("%w: %s and %s; %s", ErrPairs, layout.Count(len(graphs), "graph"), layout.Count(len(trees), "tree"), fmt.Sprintf(format, args...))
		}
		for i, g := range graphs[:both] {
			if text, ok := g.Get("snt"); ok && letters(text) != letters(trees[i].Joined()) {
				return wrong("at %s:%d the graph is of %q, at %s:%d the tree of %q", g.File, g.Line, text, trees[i].File, trees[i].Line, trees[i].Joined())
			}
		}
		if len(trees) > both {
			return wrong("the tree at %s:%d has no graph", trees[both].File, trees[both].Line)
		}
		return wrong("the graph at %s:%d has no tree", graphs[both].File, graphs[both].Line)
	}
	for _, s := range trees {
		if err := s.CheckTree(false); err != nil {
			return err
		}
		if s.Len() > structure.MaxGraphWords {
			return &conll.Error{File: s.File, Line: s.Line, SentID: s.ID, Err: engine.ErrGraphWords}
		}
	}
	return nil
}

// letters returns the part of a text that does not depend on how it is cut into words.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
}
