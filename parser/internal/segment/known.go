package segment

import (
	"strconv"
	"strings"

	"parser/conll"
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
