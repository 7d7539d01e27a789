package text

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/clipperhouse/uax29/v2/words"

	"parser/conll"
)

// Rules are what was counted in a treebank: how to cut text into units, words of scripts without
// blanks, and how to split multiword tokens. They are stored as JSON.
type Rules struct {
	// Single are the kinds of runs, scripts, Digits or Marks, whose units are single
	// characters (grapheme clusters), since tokens end inside longer runs.
	Single []string `json:",omitempty"`
	// Cuts are where tokens can end inside units of other kinds, in lower case: "every|day".
	Cuts []string `json:",omitempty"`
	// Words are the known words of several characters of single kinds.
	Words []string `json:",omitempty"`
	// Spaces says that a space can be inside a token, as in "34 470".
	Spaces bool `json:",omitempty"`
	// Multiword says how to split tokens of several words.
	Multiword Splits `json:",omitzero"`

	single  []*unicode.RangeTable
	singles struct{ digits, marks bool }
	cuts    map[string][]int // bytes of the lower case
	known   map[string]bool
}

// Kinds of runs that are no script.
const (
	Digits = "digits"
	Marks  = "marks" // the same one again and again, as "..."
)

//go:embed templates/units.txt
var unitTemplates string

//go:embed templates/known.txt
var knownTemplates string

// Templates returns templates for a linear tagger of units.
func (r *Rules) Templates() string {
	if len(r.Words) > 0 {
		return unitTemplates + knownTemplates
	}
	return unitTemplates
}

// ErrRules is the cause when stored rules are none that Learn makes.
var ErrRules = errors.New("bad rules for text")

// UnmarshalJSON implements json.Unmarshaler. The error can be an ErrRules.
func (r *Rules) UnmarshalJSON(text []byte) error {
	type plain Rules
	if err := json.Unmarshal(text, (*plain)(r)); err != nil {
		return err
	}
	for _, cut := range r.Cuts {
		if slices.Contains(strings.Split(cut, cutMark), "") {
			return fmt.Errorf("%w: cut %q", ErrRules, cut)
		}
	}
	for ending, split := range r.Multiword {
		if strings.ContainsFunc(strings.ReplaceAll(split, " ", ""), unicode.IsSpace) {
			return fmt.Errorf("%w: %q is split into %q", ErrRules, ending, split)
		}
	}
	r.prepare()
	return nil
}

// prepare makes ready what the exported fields say.
func (r *Rules) prepare() {
	r.single, r.cuts, r.known = nil, map[string][]int{}, map[string]bool{}
	r.singles.digits, r.singles.marks = slices.Contains(r.Single, Digits), slices.Contains(r.Single, Marks)
	for _, name := range r.Single {
		if table := unicode.Scripts[name]; table != nil {
			r.single = append(r.single, table)
		}
	}
	for _, cut := range r.Cuts {
		var places []int
		for i, part := range strings.Split(cut, cutMark) {
			if i > 0 {
				places = append(places, len(part)+places[i-1])
			} else {
				places = append(places, len(part))
			}
		}
		r.cuts[strings.ReplaceAll(cut, cutMark, "")] = places[:len(places)-1]
	}
	for _, word := range r.Words {
		r.known[word] = true
	}
}

// cutMark stands in Cuts where a token can end; it is no letter or digit.
const cutMark = "|"

// longestCut is the length of the longest unit that Cuts are looked up for.
const longestCut = 32

// class is what makes a run of a cluster and its neighbours.
type class uint8

const (
	markClass class = iota
	letterClass
	digitClass
)

func classOf(c rune) class {
	switch {
	case unicode.IsLetter(c) || unicode.IsMark(c):
		return letterClass
	case unicode.IsNumber(c):
		return digitClass
	}
	return markClass
}

// cut appends the units of a text without blanks to dst.
func (r *Rules) cut(dst []string, text string) []string {
	begin, first, mark := 0, len(dst), "" // where the last piece begins, and the cluster that it repeats
	at := 0
	for word := words.FromString(text); word.Next(); {
		start := at
		at += len(word.Value())
		if plain(word.Value()) {
			dst, mark = r.run(dst, word.Value(), letterClass), ""
			continue
		}
		last := markClass
		runStart := start
		flush := func(end int) {
			if runStart < end {
				dst = r.run(dst, text[runStart:end], last)
			}
			runStart = end
		}
		for cluster := graphemes.FromString(word.Value()); cluster.Next(); {
			value := cluster.Value()
			place := start + cluster.Start()
			c, _ := utf8.DecodeRuneInString(value)
			kind := classOf(c)
			if kind != last || kind == markClass {
				flush(place)
			}
			last = kind
			if kind != markClass {
				mark = ""
				continue
			}
			runStart = place + len(value)
			if value == mark && len(dst) > first && !r.singles.marks {
				dst[len(dst)-1] = text[begin : place+len(value)]
				continue
			}
			begin, mark = place, value
			dst = append(dst, value)
		}
		flush(at)
	}
	return dst
}

// plain reports whether a text is of ASCII letters only.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// run appends a run of letters or digits, cut as it has to be.
func (r *Rules) run(dst []string, run string, kind class) []string {
	if r.isSingle(run, kind) {
		for cluster := graphemes.FromString(run); cluster.Next(); {
			dst = append(dst, cluster.Value())
		}
		return dst
	}
	if len(r.cuts) > 0 && len(run) <= longestCut {
		lower := strings.ToLower(run)
		if places := r.cuts[lower]; places != nil && len(lower) == len(run) {
			from := 0
			for _, place := range places {
				dst, from = append(dst, run[from:place]), place
			}
			return append(dst, run[from:])
		}
	}
	return append(dst, run)
}

// isSingle reports whether a run is of a kind whose units are single characters.
func (r *Rules) isSingle(run string, kind class) bool {
	if kind == digitClass {
		return r.singles.digits
	}
	c, _ := utf8.DecodeRuneInString(run)
	return len(r.single) > 0 && unicode.In(c, r.single...)
}

// kindOf names the kind of a unit.
func kindOf(form string) string {
	c, _ := utf8.DecodeRuneInString(form)
	switch classOf(c) {
	case digitClass:
		return Digits
	case markClass:
		return Marks
	}
	for _, name := range scripts {
		if unicode.Is(unicode.Scripts[name], c) {
			return name
		}
	}
	return Marks
}

// scripts are the names of all scripts.
var scripts = slices.Sorted(maps.Keys(unicode.Scripts))

// Learn counts in the sentences of a treebank. An error says what is wrong with one of them.
func Learn(sentences []*conll.Sentence) (*Rules, error) {
	r := &Rules{}
	r.prepare()
	documents, err := documentsOf(sentences)
	if err != nil {
		return nil, err
	}
	type count struct{ cut, all int }
	// Kinds of runs that tokens end inside; those that Unicode cuts into characters are so, too, if
	// there are tokens of several.
	const often = 100 // one in so many is too often
	kinds := map[string]*count{}
	before, open := "", false // the kind of the unit before, whose token is not complete
	if err := r.inside(documents, func(form string, ends []int, ended bool) {
		kind := kindOf(form)
		if kinds[kind] == nil {
			kinds[kind] = &count{}
		}
		several := utf8.RuneCountInString(form) > 1
		if open && kind == before && kind != Marks {
			kinds[kind].cut++
		}
		if several && len(ends) > 0 {
			kinds[kind].cut++
		}
		if several || open && kind == before {
			kinds[kind].all++
		}
		before, open = kind, !ended
	}); err != nil {
		return nil, err
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		if n := kinds[kind]; n.cut*often > n.all {
			r.Single = append(r.Single, kind)
		}
	}
	r.prepare()
	// Units of other kinds that tokens end inside, half of the time or more.
	cuts, all := map[string]*count{}, map[string]int{}
	if err := r.inside(documents, func(form string, ends []int, _ bool) {
		lower := strings.ToLower(form)
		if all[lower]++; len(ends) == 0 || len(lower) != len(form) || len(form) > longestCut || classOf(rune(lower[0])) == markClass && lower[0] < utf8.RuneSelf {
			return
		}
		from, marked := 0, ""
		for _, end := range ends {
			marked, from = marked+lower[from:end]+cutMark, end
		}
		marked += lower[from:]
		if cuts[marked] == nil {
			cuts[marked] = &count{}
		}
		cuts[marked].cut++
	}); err != nil {
		return nil, err
	}
	for _, cut := range slices.Sorted(maps.Keys(cuts)) {
		if 2*cuts[cut].cut >= all[strings.ReplaceAll(cut, cutMark, "")] {
			r.Cuts = append(r.Cuts, cut)
		}
	}
	r.learnWords(documents)
	r.learnSpaces(documents)
	if r.Multiword, err = learnSplits(sentences); err != nil {
		return nil, err
	}
	r.prepare()
	return r, nil
}

// inside calls yield with each unit, the ends of tokens inside it, and whether one ends behind it.
func (r *Rules) inside(documents []document, yield func(form string, ends []int, ended bool)) error {
	var ends []int
	for i := range documents {
		d, at := &documents[i], 0
		units, err := d.units(r)
		if err != nil {
			return err
		}
		place := len(d.lead)
		for _, u := range units {
			ends = ends[:0]
			end := place + len(u.form)
			for at < len(d.tokens) && d.tokens[at].end < end {
				ends = append(ends, d.tokens[at].end-place)
				at++
			}
			ended := at < len(d.tokens) && d.tokens[at].end == end
			if ended {
				at++
			}
			yield(u.form, ends, ended)
			place = end + len(u.blank)
		}
	}
	return nil
}

// A word that was seen once is not known: so the rate of unknown words in the treebank is that
// of a new text (Good 1953), and a tagger does not learn that all words are known.
const leastSeen = 2

// longestWord is the length of the longest known word, in units.
const longestWord = 8

// learnWords finds the known words: tokens of several units of single kinds.
func (r *Rules) learnWords(documents []document) {
	seen := map[string]int{}
	if len(r.single) > 0 {
		var pieces []string
		for i := range documents {
			d := &documents[i]
			for _, t := range d.tokens {
				form := d.text[t.start:t.end]
				c, _ := utf8.DecodeRuneInString(form)
				if !unicode.In(c, r.single...) {
					continue
				}
				if pieces = r.cut(pieces[:0], form); 1 < len(pieces) && len(pieces) <= longestWord {
					seen[form]++
				}
			}
		}
	}
	for _, word := range slices.Sorted(maps.Keys(seen)) {
		if seen[word] >= leastSeen {
			r.Words = append(r.Words, word)
		}
	}
}

// learnSpaces finds out whether tokens with spaces are more than mistakes: one in ten thousand.
func (r *Rules) learnSpaces(documents []document) {
	spaces, all := 0, 0
	for i := range documents {
		for _, t := range documents[i].tokens {
			if strings.Contains(documents[i].text[t.start:t.end], " ") {
				spaces++
			}
		}
		all += len(documents[i].tokens)
	}
	r.Spaces = spaces*10_000 > all
}
