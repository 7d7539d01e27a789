package lookup

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Marks are the marks of a treebank: characters other than letters and digits. The most frequent ones are first.
type Marks struct {
	Words  []string // those that are words of their own, also of several characters, as "..."
	Inside []string `json:",omitempty"` // and those inside words, with wide letters and digits and the style of emoji
}

// longestMark is the number of characters of the longest mark that can stand for another.
const longestMark = 3

// MarksOf returns the marks among the words of a treebank. Of those that occur equally often the one that comes first is
// first, so that the words of a vocabulary can have their order.
func MarksOf(words iter.Seq[string]) *Marks {
	own, inside := counts{}, counts{}
	for word := range words {
		if isAlphanumeric(word) {
			continue
		}
		marks, all := 0, 0
		for _, c := range word {
			if all++; isMark(c) {
				marks++
			}
		}
		if marks == all && all <= longestMark {
			own.add(word)
		}
		for _, c := range word {
			if all > 1 && isMark(c) || c >= utf8.RuneSelf && (isWide(c) || c == emojiStyle) {
				inside.add(string(c))
			}
		}
	}
	return &Marks{own.ranked(), inside.ranked()}
}

// And returns these marks, followed by others.
func (m *Marks) And(others *Marks) *Marks {
	both := func(own, others []string) []string {
		return slices.Concat(own, slices.DeleteFunc(slices.Clone(others), func(mark string) bool { return slices.Contains(own, mark) }))
	}
	return &Marks{both(m.Words, others.Words), both(m.Inside, others.Inside)}
}

// In returns those of the marks that others are, too.
func (m *Marks) In(others *Marks) *Marks {
	both := func(own, others []string) []string {
		return slices.DeleteFunc(slices.Clone(own), func(mark string) bool { return !slices.Contains(others, mark) })
	}
	return &Marks{both(m.Words, others.Words), both(m.Inside, others.Inside)}
}

// counts are how often something occurs, and when it came first.
type counts map[string]*struct{ n, first int }

func (c counts) add(key string) {
	if c[key] == nil {
		c[key] = &struct{ n, first int }{0, len(c)}
	}
	c[key].n++
}

func (c counts) ranked() []string {
	return slices.SortedFunc(maps.Keys(c), func(a, b string) int {
		return cmp.Or(cmp.Compare(c[b].n, c[a].n), cmp.Compare(c[a].first, c[b].first))
	})
}

func isAlphanumeric(word string) bool {
	for i := range len(word) {
		if c := word[i] | 0x20; (c < 'a' || c > 'z') && (word[i] < '0' || word[i] > '9') {
			return false
		}
	}
	return true
}

// isMark reports whether a character is a mark; some letters are used as apostrophes only.
func isMark(c rune) bool {
	return unicode.IsPunct(c) || unicode.IsSymbol(c) || c == '\u02bc' || c == '\u02b9'
}

// pair is an opening and a closing mark.
type pair struct{ open, close string }

// pairs are the marks that enclose words, as languages use them: double quotation marks, single ones, and brackets.
var pairs = [...][]pair{
	doubleQuotes: {
		{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"„", "”"}, {"”", "”"}, {"«", "»"}, {"»", "«"}, {"»", "»"}, {"「", "」"}, {"『", "』"},
		{"``", "''"}, {"〝", "〟"}, {"＂", "＂"},
	},
	singleQuotes: {{"‘", "’"}, {"‚", "‘"}, {"‚", "’"}, {"’", "’"}, {"'", "'"}, {"‹", "›"}, {"›", "‹"}},
	brackets:     {{"(", ")"}, {"（", "）"}, {"[", "]"}, {"［", "］"}, {"{", "}"}, {"〔", "〕"}, {"【", "】"}, {"〈", "〉"}, {"《", "》"}},
}

// The sorts of pairs.
const (
	doubleQuotes = iota
	singleQuotes
	brackets
)

// instead says which sorts of pairs a mark can be looked up as, best first.
var instead = [...][]int{
	doubleQuotes: {doubleQuotes, singleQuotes, brackets},
	singleQuotes: {singleQuotes, doubleQuotes, brackets},
	brackets:     {brackets, doubleQuotes, singleQuotes},
}

// sortOf returns the sort of a mark that encloses words.
func sortOf(mark string) int {
	switch {
	case strings.Contains("‘’‚‛'‹›＇", mark):
		return singleQuotes
	case isQuote(mark) || mark == "¿" || mark == "¡":
		return doubleQuotes
	}
	return brackets
}

// isQuote reports whether a mark is a quotation mark.
func isQuote(mark string) bool {
	c, size := utf8.DecodeRuneInString(mark)
	return size == len(mark) && unicode.Is(unicode.Quotation_Mark, c)
}

// Straight returns a text with the straight quotation marks of typewriters, which are more common in treebanks than curly
// ones.
func Straight(text string) string {
	const first = '\xe2' // first byte of all curly ones
	if strings.IndexByte(text, first) < 0 {
		return text
	}
	return straight.Replace(text)
}

var straight = strings.NewReplacer("‘", "'", "’", "'", "“", `"`, "”", `"`)

// side says where a mark stands.
type side uint8

const (
	noSide side = iota
	opening
	closing
	either // of a quotation mark, since languages differ
)

// sideOf returns the side of a mark that encloses words.
func sideOf(mark string) side {
	c, size := utf8.DecodeRuneInString(mark)
	switch {
	case size < len(mark):
		return noSide
	case c == '¿' || c == '¡' || unicode.Is(unicode.Ps, c):
		return opening
	case unicode.Is(unicode.Pe, c):
		return closing
	case isQuote(mark):
		return either
	case unicode.Is(unicode.Pi, c):
		return opening
	case unicode.Is(unicode.Pf, c):
		return closing
	}
	return noSide
}

// classes are other marks that are used alike. One that a treebank lacks is looked up as the first of the classes in
// which it is, and there as the first that the treebank has.
var classes = [][]string{
	{"%", "％", "٪", "﹪", "‰", "‱"},
	{"/", "／", "⁄", "∕", "|", `\`},
	{"&", "＆"},
	{"+", "＋"},
	{"#", "＃", "№"},
	{"…", "...", "..", "‥", "⋯"},
	{".", "。", "．", "｡", "։", "।", "۔", "።", "။", "።"},
	{"?", "？", "՞", "؟", "⁇", "‽", "⁈", "⁉", "﹖"},
	{"!", "！", "՜", "‼", "﹗"},
	{".", "。", "։", "।", "!", "！", "?", "？", "…", "...", "‥", "⋯", "．", "｡", "۔", "።", "။", "՞", "؟", "⁇", "‽", "⁈", "⁉", "՜", "‼"},
	{";", "；", "؛", "﹔"},
	{":", "：", "︰", "﹕", "∶"},
	{",", "，", "،", "、", "､", "՝", "﹐", "﹑", ";", "；", "؛", "﹔", ":", "：", "︰", "﹕", "∶"},
	{"-", "–", "—", "--", "―", "‐", "‑", "‒", "−", "－", "﹣", "⸺", "---", "─", "~", "～", "〜"},
	{"*", "•", "·", "∙", "‣", "◦", "●", "○", "■", "□", "▪", "▫", "◆", "◇", "►", "▶", "➢", "✓", "※", "★", "☆", "＊", "-", "–"},
}

// inner are marks inside words that are used alike: apostrophes and hyphens.
var inner = [][]rune{
	{'\'', '’', '\u02bc', '＇', '\u02b9', '‘', '´', '`', '′', '՚', '‛'},
	{'-', '‐', '‑', '‒', '–', '−', '－', '֊'},
}
