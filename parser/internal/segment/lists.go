package segment

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"parser/parser/internal/lookup"
	"parser/parser/internal/segment/wordset"
)

// AddList adds a list of words, such as a dictionary, which stands beside the known words of the treebank and of other lists:
// a tagger is told of each by itself which of its words end, begin and lie around a place, and learns how far to believe it
// (Zhang, Liu & Fu 2018, "Neural Networks Incorporating Dictionaries for Chinese Word Segmentation"). Words are kept as the
// treebank would write them, if they are of several units. It returns how many these are; without any, or in a treebank whose
// words have blanks between them, it adds nothing.
func (r *Rules) AddList(words iter.Seq[string]) int {
	if len(r.known) == 0 {
		return 0
	}
	s := wordset.New(func(yield func(string) bool) {
		var pieces []string
		for word := range words {
			if word = r.script.Convert(lookup.Form(word)); r.blanks {
				word = strings.ToLower(word)
			}
			pieces = pieces[:0]
			for part := range strings.SplitSeq(word, " ") {
				pieces = r.cut(pieces, part)
			}
			if n := len(pieces); n > 1 && n <= longestWord && !yield(word) {
				return
			}
		}
	})
	if s.Len() > 0 {
		r.Lists, r.Revision = append(r.Lists, s), withLists
	}
	return s.Len()
}

// mostLists is how many lists there can be: as many digits as there are to call them.
const mostLists = 9

// checkLists returns an error if there are too many lists, or one is empty.
func (r *Rules) checkLists() error {
	if len(r.Lists) > mostLists {
		return fmt.Errorf("%w: %d lists of words", errRules, len(r.Lists))
	}
	for _, list := range r.Lists {
		if list == nil || list.Len() == 0 {
			return fmt.Errorf("%w: an empty list of words", errRules)
		}
	}
	return nil
}

// listTemplates returns the templates for what FEATS say about known words, once more for each list.
func (r *Rules) listTemplates() string {
	var b strings.Builder
	for i := range r.Lists {
		n := listName(i)
		b.WriteString(strings.NewReplacer(":E", ":E"+n, ":B", ":B"+n, ":X", ":X"+n).Replace(knownTemplates))
	}
	return b.String()
}

// listName stands after the names of features of a list.
func listName(i int) string { return strconv.Itoa(i + 1) }
