package structure

import (
	"slices"

	"parser/conll"
)

// What words may need besides columns: a head, and either of the two tags.
const (
	Head = "head"
	Tag  = "tag"
)

// Needs returns what words must have for the structure to be made of them by a scorer that reads some columns.
func (s *Structure) Needs(columns []string) []string {
	tags := slices.DeleteFunc(slices.Clone(columns), func(column string) bool { return !IsTag(column) })
	switch {
	case s.Tagger: // it takes words as they are
		return nil
	case s.WritesTags:
		return []string{Tag}
	case s.NeedsHeads:
		return append(tags, Head)
	}
	return tags
}

// IsTag reports whether a column, or what words need, is a tag.
func IsTag(column string) bool { return column == "upos" || column == "xpos" || column == Tag }

// Lacking returns the words that lack a column, or something else that they need. Words without FEATS count only if no
// word has any.
func Lacking(what string, words []conll.Word) (places []int) {
	for i := range words {
		w := &words[i]
		has := false
		switch what {
		case Head:
			has = w.Head != conll.NoHead
		case Tag:
			has = conll.Filled(w.UPOS) || conll.Filled(w.XPOS)
		default:
			has = conll.Filled(*Column(w, what))
		}
		if !has {
			places = append(places, i)
		} else if what == feats {
			return nil
		}
	}
	return places
}
