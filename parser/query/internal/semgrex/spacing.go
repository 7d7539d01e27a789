package semgrex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"parser/conll"
)

// spaces are where the text has blanks after the words are numbered anew: SpaceAfter of words, and of the lines of multiword
// tokens, that change.
type spaces struct {
	after map[int]bool // by the last word of a token
}

// spacing finds out where blanks are to be. Between two tokens that were apart there is one if there was one on the way, unless
// a punctuation mark had none before it. A word that is added has blanks around it, but takes the place of what a mark stood at.
func (r *shape) spacing() (*spaces, error) {
	tokens, err := r.s.Tokens()
	if err != nil {
		return nil, err
	}
	sp := &spaces{map[int]bool{}}
	kept := 0                  // the last word of the token before, by its new number
	way, glued := false, false // since the token before: a blank, and none right before
	for _, t := range tokens {
		first, end := 0, 0 // of what is left of the token
		for w := t.First; w < t.End; w++ {
			if n := r.number[r.nodeOf[w+1]]; n > 0 {
				if first == 0 {
					first = n
				}
				end = max(end, n)
			}
		}
		for end > 0 && end < len(r.words) && r.samePieces(end-1, end) {
			end++ // pieces that were added
		}
		for first > 1 && r.samePieces(first-2, first-1) {
			first--
		}
		if kept > 0 && first > kept {
			sp.between(r, kept, first, way, glued)
		}
		if end > 0 {
			kept, way = end, false
		}
		glued = !t.SpaceAfter()
		way = way || !glued
	}
	if kept > 0 {
		sp.after[kept] = !glued
	}
	return sp, nil
}

// samePieces reports whether two words, from 0, are pieces of one.
func (r *shape) samePieces(a, b int) bool {
	whole := r.g.Nodes[r.words[a]].split
	return whole != nil && whole == r.g.Nodes[r.words[b]].split
}

// between decides on the blanks between two tokens, and around words that were added between them.
func (sp *spaces) between(r *shape, before, next int, way, glued bool) {
	isMark := r.g.Nodes[r.words[next-1]].Word.UPOS == "PUNCT"
	blank := way && !(glued && isMark)
	for n := before; n < next-1; n++ { // added ones
		sp.after[n] = n > before || blank || isMark
	}
	sp.after[next-1] = blank || next-1 > before && !isMark
}

// write sets SpaceAfter of tokens, and the text.
func (sp *spaces) write(r *shape) {
	tokens, err := r.s.Tokens()
	if err != nil {
		return // which is found by what checks the sentence
	}
	ranges := map[int]int{} // the extras with multiword tokens, by their last words
	for i, x := range r.s.Extras {
		if _, to, ok := strings.Cut(strings.SplitN(x.Text, "\t", 2)[0], "-"); ok && !strings.HasPrefix(x.Text, "#") {
			last, _ := strconv.Atoi(to)
			ranges[last] = i
		}
	}
	text := ""
	for _, t := range tokens {
		blank, known := sp.after[t.End]
		node := &r.g.Nodes[r.words[t.End-1]]
		if _, own := conll.MiscValue(t.Misc, "SpaceAfter"); !known || own && node.added != nil {
			blank = t.SpaceAfter()
		}
		if blank != t.SpaceAfter() {
			if i, ok := ranges[t.End]; ok && t.Multiword {
				columns := strings.Split(r.s.Extras[i].Text, "\t")
				columns[len(columns)-1] = withSpace(columns[len(columns)-1], blank)
				r.s.Extras[i].Text = strings.Join(columns, "\t")
			} else {
				w := &r.s.Words[t.End-1]
				w.Misc = withSpace(w.Misc, blank)
			}
		}
		if text += t.Form; blank {
			text += " "
		}
	}
	for i, x := range r.s.Extras {
		if strings.HasPrefix(x.Text, textComment) {
			r.s.Extras[i].Text = textComment + strings.TrimRight(text, " ")
		}
	}
}

const textComment = "# text = "

// withSpace returns MISC that says whether a blank follows.
func withSpace(misc string, blank bool) string {
	misc = withoutMisc(misc, "SpaceAfter")
	switch {
	case blank:
		return misc
	case !conll.Filled(misc):
		return "SpaceAfter=No"
	}
	return misc + "|SpaceAfter=No"
}

// withoutMisc returns MISC without attributes.
func withoutMisc(misc string, names ...string) string {
	pairs := slices.DeleteFunc(strings.Split(misc, "|"), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return slices.Contains(names, name)
	})
	if len(pairs) == 0 {
		return "_"
	}
	return strings.Join(pairs, "|")
}

// ofText are the attributes of MISC that are about a token in the text.
var ofText = []string{"SpaceAfter", "SpacesAfter", "SpacesBefore", "TokenRange"}

// onlyText returns what MISC says about a token in the text.
func onlyText(misc string) string {
	pairs := slices.DeleteFunc(strings.Split(misc, "|"), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		return !slices.Contains(ofText, name)
	})
	if len(pairs) == 0 {
		return "_"
	}
	return strings.Join(pairs, "|")
}

// tokenRange returns what TokenRange says.
func tokenRange(misc string) (start, end int, ok bool) {
	value, _ := conll.MiscValue(misc, "TokenRange")
	a, b, _ := strings.Cut(value, ":")
	start, err1 := strconv.Atoi(a)
	end, err2 := strconv.Atoi(b)
	return start, end, err1 == nil && err2 == nil
}

// withRange returns MISC with a TokenRange.
func withRange(misc string, start, end int) string {
	misc = withoutMisc(misc, "TokenRange")
	value := fmt.Sprintf("TokenRange=%d:%d", start, end)
	if !conll.Filled(misc) {
		return value
	}
	return misc + "|" + value
}

// unitOf returns what counts the units of a text where a form has this many: characters, bytes or units of UTF-16; nil if nothing
// of these fits.
func unitOf(form string, units int) func(string) int {
	bytes, wide := func(s string) int { return len(s) }, func(s string) int { return len(utf16.Encode([]rune(s))) }
	for _, count := range []func(string) int{utf8.RuneCountInString, bytes, wide} {
		if count(form) == units {
			return count
		}
	}
	return nil
}
