package segment

import (
	"strconv"
	"strings"

	"parser/conll"
)

// around are the lengths in units of the known words around the places after some units: the longest one that ends there,
// that begins there, and that spans it.
type around struct{ ends, begins, spans int }

// String returns what FEATS say.
func (a around) String() string {
	return "E=" + strconv.Itoa(a.ends) + "|B=" + strconv.Itoa(a.begins) + "|X=" + strconv.Itoa(a.spans)
}

// knownAround finds the known words in a text. Each unit begins and ends at two places of it.
func (r *Rules) knownAround(text string, places [][2]int) []around {
	all := make([]around, len(places))
	for i := range places {
		for n := 2; n <= longestWord && i+n <= len(places); n++ {
			if !r.known[text[places[i][0]:places[i+n-1][1]]] {
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
func (r *Rules) describeKnown(words []conll.Word, text string, units []unit) {
	places, from := make([][2]int, len(units)), 0
	for i := range units {
		places[i] = [2]int{from, from + len(units[i].form)}
		from = places[i][1]
	}
	known := r.knownAround(text, places)
	for i := range units {
		if !r.isSingle(units[i].form, classOf(first(units[i].form))) {
			continue
		}
		w := &words[i]
		w.Feats, w.Lemma = known[i].String(), units[i].form
		if i+1 < len(units) {
			w.Lemma += units[i+1].form
		}
	}
}

// describeSpaced says the same for each syllable, where known words have blanks between theirs.
func (r *Rules) describeSpaced(words []conll.Word, units []unit) {
	var text strings.Builder
	places := make([][2]int, len(units))
	for i := range units {
		from := text.Len()
		text.WriteString(strings.ToLower(units[i].form))
		places[i] = [2]int{from, text.Len()}
		text.WriteString(units[i].blank)
	}
	known := r.knownAround(text.String(), places)
	for i := range units {
		if classOf(first(units[i].form)) != letterClass {
			continue
		}
		w := &words[i]
		w.Feats = strings.Replace(w.Feats, "|", "|"+known[i].String()+"|", 1)
		w.Lemma = strings.ToLower(units[i].form)
		if blank := units[i].blank; (blank == "" || blank == " ") && i+1 < len(units) && classOf(first(units[i+1].form)) == letterClass {
			w.Lemma += blank + strings.ToLower(units[i+1].form)
		}
	}
}
