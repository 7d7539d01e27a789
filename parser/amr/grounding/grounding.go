// Package grounding makes the dependency trees of the texts that graphs of meaning are of.
package grounding

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"parser/conll"
	"parser/parser"
	"parser/parser/text"
)

// Trees returns the words of each text with tags, lemmas and heads by a parser of dependencies
// that can cut raw text into words ([parser.ErrNoSegmenter] otherwise). A text is one sentence of
// the result: if the parser finds several in it, they follow each other, each with a root of its
// own; but since most texts are one, only a final mark ends one, and no point behind a single
// letter: "what are i. b. m.'s prices" is one sentence. Each text is read by itself, so the result
// does not depend on the others, nor on the number of workers.
func Trees(ctx context.Context, p *parser.Parser, texts []string, workers int) ([]*conll.Sentence, error) {
	var all []*conll.Sentence
	ends := make([]int, len(texts)) // of each text, in all
	for i, t := range texts {
		sentences, err := cut(p, t, fmt.Sprintf("text %d", i+1))
		if err != nil {
			return nil, err
		}
		all = append(all, sentences...)
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

// cut returns the sentences of a text, without trees. The name stands in errors.
func cut(p *parser.Parser, t, name string) (sentences []*conll.Sentence, err error) {
	r, err := p.Text(strings.NewReader(t), name, text.Options{})
	if err != nil {
		return nil, err
	}
	for s, err := range r.All() {
		if err != nil {
			return nil, err
		}
		if last := len(sentences) - 1; last >= 0 && !ended(sentences[last].Words) {
			sentences[last].Words = append(sentences[last].Words, s.Words...)
			continue
		}
		sentences = append(sentences, &conll.Sentence{Words: s.Words})
	}
	return sentences, nil
}

// join makes one sentence of the words of several.
func join(sentences []*conll.Sentence) *conll.Sentence {
	joined := &conll.Sentence{}
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

var (
	mark         = regexp.MustCompile(`[.!?…;:。！？][ "'”’»)\]]*$`)
	abbreviation = regexp.MustCompile(`(^| )\pL ?\.$`)
)

// ended reports whether words end with a mark that ends a sentence.
func ended(words []conll.Word) bool {
	tail := ""
	for _, w := range words[max(0, len(words)-5):] {
		tail += " " + w.Form
	}
	return mark.MatchString(tail) && !abbreviation.MatchString(tail)
}
