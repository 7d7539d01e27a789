package lemma

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// change is what an edge of a form, its beginning or end, becomes in the lemma.
type change struct{ from, to string }

// edge is a word, from the edge on, and its change.
type edge struct {
	word string
	change
}

// edges are the changes of words at one edge, which are compared by their letters there.
type edges struct {
	words   []string // in order
	of      []int32  // the change of each
	changes []change
	all     []int32   // of them
	usual   []float64 // the share of each among all words
	longest int       // letters that are compared
}

func newEdges(all []edge, longest int) *edges {
	slices.SortFunc(all, func(a, b edge) int {
		return cmp.Or(strings.Compare(a.word, b.word), strings.Compare(a.from, b.from), strings.Compare(a.to, b.to))
	})
	e, places := &edges{longest: longest}, map[change]int32{}
	for _, a := range all {
		place, met := places[a.change]
		if !met {
			place = int32(len(e.changes))
			places[a.change], e.changes, e.usual = place, append(e.changes, a.change), append(e.usual, unseen)
		}
		e.words, e.of = append(e.words, a.word), append(e.of, place)
	}
	e.all = e.weigh(e.usual, make([]int32, len(e.changes)), 0, len(e.words))
	return e
}

// share is a change and its share.
type share struct {
	change
	of float64
}

// unseen is the share of a change that no word has.
const unseen = 0.0005

// shares returns changes and their shares: those of words that begin with a number of letters of a word, or with as many of
// these as some word does. Where n words have the first k letters, and d different changes, that of c of them has the share
//
//	p_k = (c + p_{k−1}·d/2) / (n + d/2)
//
// which backs off to fewer letters like that of Witten & Bell (1991), with half their weight.
func (e *edges) shares(word string, letters int) []share {
	of, counts, met := slices.Clone(e.usual), make([]int32, len(e.changes)), e.all
	from, to, size := 0, len(e.words), 0
	for k := 1; k <= e.longest && size < len(word); k++ {
		_, n := utf8.DecodeRuneInString(word[size:])
		size += n
		if from, to = e.within(from, to, word[:size]); from == to {
			break
		}
		if here := e.weigh(of, counts, from, to); k <= letters {
			met = here
		}
	}
	found := make([]share, len(met))
	for i, c := range met {
		found[i] = share{e.changes[c], of[c]}
	}
	return found
}

// weigh sets the share of each change among the words from one place on up to another, given that among more words, and
// returns the changes of these words. counts has room for a number of each change, which is 0.
func (e *edges) weigh(of []float64, counts []int32, from, to int) (met []int32) {
	for _, c := range e.of[from:to] {
		if counts[c]++; counts[c] == 1 {
			met = append(met, c)
		}
	}
	n, back := float64(to-from), float64(len(met))/2
	for c := range of {
		of[c] = (float64(counts[c]) + float64(back*of[c])) / (n + back)
	}
	for _, c := range met {
		counts[c] = 0
	}
	return met
}

// within returns where, from one place on up to another, the words are that begin with these letters.
func (e *edges) within(from, to int, letters string) (int, int) {
	words := e.words[from:to]
	first, _ := slices.BinarySearch(words, letters)
	n, _ := slices.BinarySearchFunc(words[first:], letters, func(w, letters string) int {
		if strings.HasPrefix(w, letters) {
			return -1
		}
		return 1
	})
	return from + first, from + first + n
}

// changesOf returns a form in lower case, and how a script changes its beginning and its end. It is false for a script that
// has the lemma itself.
func changesOf(script, form string) (low string, first, last change, ok bool) {
	if len(script) < 2 || script[0] == absolute || !utf8.ValidString(form) {
		return "", first, last, false
	}
	low = strings.ToLower(form)
	if script[2:] == string(bar) { // as most often
		return low, first, last, true
	}
	runes, edit := []rune(low), []rune(strings.ToLower(unescaper.Replace(script[2:])))
	split, before, after, ok := parted(edit)
	between := len(runes) - before - after
	if !ok || between < 0 {
		return "", first, last, false
	}
	first = change{string(runes[:before]), string(carriedOut(nil, runes[:before], edit[:split]))}
	last = change{string(runes[before+between:]), string(carriedOut(nil, runes[before+between:], edit[split+1:]))}
	return low, first, last, true
}
