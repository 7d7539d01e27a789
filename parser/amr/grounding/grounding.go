// Package grounding makes the dependency trees of the texts that graphs of meaning are of.
package grounding

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
)

// Trees returns the words of each text with tags, lemmas and heads by a parser of dependencies
// that can cut raw text into words ([parser.ErrNoSegmenter] otherwise). A text is one sentence of
// the result: if the parser finds several in it, they follow each other, each with a root of its
// own. Each is read by itself, so the result does not depend on the other texts, nor on the
// number of workers.
func Trees(ctx context.Context, p *parser.Parser, texts []string, workers int) ([]*conll.Sentence, error) {
	var all []*conll.Sentence
	ends := make([]int, len(texts)) // of each text, in all
	for i, t := range texts {
		r, err := p.Text(strings.NewReader(t), fmt.Sprintf("text %d", i+1), text.Options{})
		if err != nil {
			return nil, err
		}
		for {
			s, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		}
		ends[i] = len(all)
	}
	if err := p.ParseAll(ctx, all, workers); err != nil {
		return nil, err
	}
	joined, start := make([]*conll.Sentence, len(texts)), 0
	for i, end := range ends {
		joined[i] = join(all[start:end])
		start = end
	}
	return joined, nil
}

// join makes one sentence of the words of several.
func join(sentences []*conll.Sentence) *conll.Sentence {
	joined := &conll.Sentence{Format: conll.FormatU}
	for _, s := range sentences {
		before := joined.Len()
		for _, w := range s.Words {
			if w.Head > 0 {
				w.Head += before
			}
			joined.Words = append(joined.Words, w)
		}
	}
	return joined
}
