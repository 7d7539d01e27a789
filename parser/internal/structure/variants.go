package structure

import (
	"slices"
	"strings"
	"unicode"

	"parser/conll"
	"parser/parser/internal/lookup/spelling"
	"parser/parser/treebank"
)

// variants are how the copies of Varied are written, by the last digit of the number of the sentence.
var variants = []func(words []conll.Word) []conll.Word{
	0: unmarked, 2: respelled(spelling.Typeset), 4: respelled(spelling.Lower), 6: respelled(spelling.Upper), 8: respelled(spelling.Single), 9: nil,
}

// Varied returns the data with copies of some sentences as people also write them: a tenth without the mark at their
// end, a tenth in lower case, a tenth in capitals, and a fifth with the quotes and apostrophes of printers, as far as
// they have any, half of these with single quotes. The copies are of a Source of their own.
func (s *Structure) Varied(d treebank.Data) treebank.Data {
	if s.Variants == nil {
		return d
	}
	gold := d.Gold()
	varied := gold
	if gold.From == nil {
		varied.Sources, varied.From = []treebank.Source{{Share: 1}}, make([]int, gold.Len())
	}
	varied.Sentences, varied.From, varied.Sources = slices.Clone(varied.Sentences), slices.Clone(varied.From), slices.Clone(varied.Sources)
	twins := map[int]int{} // the source of the copies of each source
	for i, sentence := range gold.Sentences {
		write := s.Variants[i%len(s.Variants)]
		if write == nil {
			continue
		}
		words := write(sentence.Words)
		if words == nil {
			continue
		}
		from := varied.From[i]
		if _, made := twins[from]; !made {
			twin := varied.Sources[from]
			twin.Variant = true
			twins[from], varied.Sources = len(varied.Sources), append(varied.Sources, twin)
		}
		twin := &conll.Sentence{Words: words, Format: sentence.Format, File: sentence.File, Line: sentence.Line}
		for _, other := range sentence.Others {
			if words := write(other.Words); words != nil { // else something depends on the mark there
				twin.Others = append(twin.Others, &conll.Sentence{Words: words, Format: other.Format, File: other.File, Line: other.Line})
			}
		}
		varied.Sentences = append(varied.Sentences, twin)
		varied.From = append(varied.From, twins[from])
	}
	varied.Sentences = append(varied.Sentences, d.Sentences[gold.Len():]...)
	if d.From != nil {
		varied.From = append(varied.From, d.From[gold.Len():]...)
	}
	return varied
}

// unmarked returns a copy of words without the mark at their end, nil if it has no mark or something depends on that.
func unmarked(words []conll.Word) []conll.Word {
	last := len(words) - 1
	if last < 1 || strings.ContainsFunc(words[last].Form, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) ||
		slices.ContainsFunc(words, func(w conll.Word) bool { return w.Head == last+1 }) {
		return nil
	}
	return slices.Clone(words[:last])
}

// respelled returns a function that returns a copy of words in another spelling, nil if it is the same.
func respelled(way spelling.Way) func([]conll.Word) []conll.Word {
	return func(words []conll.Word) []conll.Word {
		other := slices.Clone(words)
		if way(other); slices.EqualFunc(words, other, func(a, b conll.Word) bool { return a.Form == b.Form }) {
			return nil
		}
		return other
	}
}

// holds says what kind of gold there is.
func holds(d *treebank.Data) Result {
	switch {
	case len(d.Graphs) > 0:
		return Graph
	case len(d.Trees) > 0:
		return Tree
	}
	return Columns
}
