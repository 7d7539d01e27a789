package lemma

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// change is what an edge of a form, its beginning or end, becomes in the lemma.
type change struct{ from, to string }

// edges are the changes of words at one edge, which are compared by their letters there.
type edges struct {
	words   []string
	own     []int32 // the change of each, by its place among the changes
	changes []change
	all     []int32   // of them, in the order of the first words that have them
	usual   []float64 // the share of each among all words
	longest int       // letters that are compared
	ends    bool      // words are compared from their ends

	parts map[rune]*part // of the words, by their letter at the edge; those that were looked for
	guard sync.Mutex     // of parts
}

// part has the words with a letter at the edge, from the edge on and in order, and their changes.
type part struct {
	words   []string
	changes []int32
}

// newEdges returns the changes of words at their beginnings or at their ends.
func newEdges(words []string, of []change, longest int, ends bool) *edges {
	e := &edges{words: words, own: make([]int32, len(words)), longest: longest, ends: ends, parts: map[rune]*part{}}
	places, first := map[change]int32{}, []string{}
	compare := strings.Compare
	if ends {
		compare = compareBackwards
	}
	for i, word := range words {
		place, met := places[of[i]]
		if !met {
			place = int32(len(e.changes))
			places[of[i]], e.changes, e.usual, first = place, append(e.changes, of[i]), append(e.usual, unseen), append(first, word)
		}
		if e.own[i] = place; compare(word, first[place]) < 0 {
			first[place] = word
		}
	}
	for c := range e.changes {
		e.all = append(e.all, int32(c))
	}
	slices.SortFunc(e.all, func(a, b int32) int { return cmp.Or(compare(first[a], first[b]), e.changes[a].compare(e.changes[b])) })
	e.weigh(e.usual, make([]int32, len(e.changes)), e.own)
	return e
}

func (c change) compare(other change) int {
	return cmp.Or(strings.Compare(c.from, other.from), strings.Compare(c.to, other.to))
}

// compareBackwards compares the reversed words.
func compareBackwards(a, b string) int {
	for a != "" && b != "" {
		x, n := utf8.DecodeLastRuneInString(a)
		y, m := utf8.DecodeLastRuneInString(b)
		if x != y {
			return cmp.Compare(x, y)
		}
		a, b = a[:len(a)-n], b[:len(b)-m]
	}
	return cmp.Compare(len(a), len(b))
}

// part returns the words with a letter at the edge, which are looked for when the first one is met.
func (e *edges) part(letter rune) *part {
	e.guard.Lock()
	defer e.guard.Unlock()
	if p := e.parts[letter]; p != nil {
		return p
	}
	type own struct {
		word   string
		change int32
	}
	at := utf8.DecodeRuneInString
	if e.ends {
		at = utf8.DecodeLastRuneInString
	}
	var found []own
	for i, word := range e.words {
		if r, size := at(word); r == letter && size > 0 {
			if e.ends {
				word = reversed(word)
			}
			found = append(found, own{word, e.own[i]})
		}
	}
	slices.SortFunc(found, func(a, b own) int {
		return cmp.Or(strings.Compare(a.word, b.word), e.changes[a.change].compare(e.changes[b.change]))
	})
	p := &part{make([]string, len(found)), make([]int32, len(found))}
	for i, f := range found {
		p.words[i], p.changes[i] = f.word, f.change
	}
	e.parts[letter] = p
	return p
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
	first, size := utf8.DecodeRuneInString(word)
	p := e.part(first)
	words, changes := p.words, p.changes
	for k := 1; k <= e.longest && len(words) > 0 && size > 0; k++ {
		if here := e.weigh(of, counts, changes); k <= letters {
			met = here
		}
		_, n := utf8.DecodeRuneInString(word[size:])
		if size += n; n == 0 {
			break
		}
		from, to := within(words, word[:size])
		words, changes = words[from:to], changes[from:to]
	}
	found := make([]share, len(met))
	for i, c := range met {
		found[i] = share{e.changes[c], of[c]}
	}
	return found
}

// weigh sets the share of each change among words that have these changes, given that among more words, and returns which
// there are. counts has room for a number of each change, which is 0.
func (e *edges) weigh(of []float64, counts, changes []int32) (met []int32) {
	for _, c := range changes {
		if counts[c]++; counts[c] == 1 {
			met = append(met, c)
		}
	}
	n, back := float64(len(changes)), float64(len(met))/2
	for c := range of {
		of[c] = (float64(counts[c]) + float64(back*of[c])) / (n + back)
	}
	for _, c := range met {
		counts[c] = 0
	}
	return met
}

// within returns where the words are that begin with these letters.
func within(words []string, letters string) (from, to int) {
	from, _ = slices.BinarySearch(words, letters)
	n, _ := slices.BinarySearchFunc(words[from:], letters, func(w, letters string) int {
		if strings.HasPrefix(w, letters) {
			return -1
		}
		return 1
	})
	return from, from + n
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
