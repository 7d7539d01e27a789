package segment

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"parser/conll"
	"parser/parser/internal/lookup"
	"parser/parser/internal/wordset"
)

// around are the lengths in units of the known words around the places after some units: the longest one that ends there,
// that begins there, and that spans it.
type around struct{ ends, begins, spans int }

// feats returns what FEATS say, of the known words that have a name.
func (a around) feats(name string) string {
	return "E" + name + "=" + strconv.Itoa(a.ends) + "|B" + name + "=" + strconv.Itoa(a.begins) + "|X" + name + "=" + strconv.Itoa(a.spans)
}

// knownAround says for each unit of a text, written as spell does, which words of the treebank are around the place after it,
// and which of each list.
func (r *Rules) knownAround(units []unit, spell func(string) string) []string {
	var b strings.Builder
	places := make([][2]int, len(units)) // where each begins and ends
	for i := range units {
		from := b.Len()
		b.WriteString(spell(units[i].form))
		places[i] = [2]int{from, b.Len()}
		b.WriteString(units[i].blank)
	}
	text, all := b.String(), make([]string, len(units))
	for i, a := range wordsAround(text, places, func(word string) bool { return r.known[word] }) {
		all[i] = a.feats("")
	}
	for k, list := range r.Lists {
		for i, a := range wordsAround(text, places, list.Has) {
			all[i] += "|" + a.feats(listName(k))
		}
	}
	return all
}

// wordsAround finds the known words in a text of units, which are at these places.
func wordsAround(text string, places [][2]int, known func(word string) bool) []around {
	all := make([]around, len(places))
	for i := range places {
		for n := 2; n <= longestWord && i+n <= len(places); n++ {
			if !known(text[places[i][0]:places[i+n-1][1]]) {
				continue
			}
			all[i+n-1].ends = max(all[i+n-1].ends, n)
			if i > 0 {
				all[i-1].begins = n
			}
			for k := i; k < i+n-1; k++ {
				all[k].spans = max(all[k].spans, n)
			}
		}
	}
	return all
}

// describeKnown says for each unit of scripts without blanks which known words are around the place after it.
func (r *Rules) describeKnown(words []conll.Word, units []unit) {
	known := r.knownAround(units, func(form string) string { return form })
	for i := range units {
		if !r.isSingle(units[i].form, classOf(first(units[i].form))) {
			continue
		}
		w := &words[i]
		w.Feats, w.Lemma = known[i], units[i].form
		if i+1 < len(units) {
			w.Lemma += units[i+1].form
		}
	}
}

// describeSpaced says the same for each syllable, where known words have blanks between theirs.
func (r *Rules) describeSpaced(words []conll.Word, units []unit) {
	known := r.knownAround(units, strings.ToLower)
	for i := range units {
		if classOf(first(units[i].form)) != letterClass {
			continue
		}
		w := &words[i]
		w.Feats = strings.Replace(w.Feats, "|", "|"+known[i]+"|", 1)
		w.Lemma = strings.ToLower(units[i].form)
		if blank := units[i].blank; (blank == "" || blank == " ") && i+1 < len(units) && classOf(first(units[i+1].form)) == letterClass {
			w.Lemma += blank + strings.ToLower(units[i+1].form)
		}
	}
}

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
		r.Lists, r.Revision = append(r.Lists, s), max(r.Revision, withLists)
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
