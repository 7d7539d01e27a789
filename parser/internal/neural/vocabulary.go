package neural

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/model/npz"
	"parser/parser/internal/index"
	"parser/parser/internal/neural/ambiguity"
	"parser/parser/internal/neural/vectors"
	"parser/parser/internal/score"
)

// Rows of every table of embeddings that stand for no value of a column.
const (
	unknownRow = iota // a value that is not in the vocabulary
	rootRow           // the position before the first word
	endRow            // the position after the last word
	firstRow          // of the values
)

// column is one of the things that the network can know of a word.
type column struct {
	name   string
	least  int // occurrences in training that a value needs
	wide   int // which of Size.Embeddings is the width of its embeddings
	text   func(w *conll.Word) string
	values func(text string, yield func(kind byte, value string)) // of the text
	first  bool                                                   // the first known value stands for all
	given  func(score.Resources) ([]value, error)                 // all values, of a resource that may be absent; nil for other columns
}

// Columns that have names in this package, in the order of rows. Those from UPOS to FEATS can be predicted.
const (
	formColumn = iota
	lemmaColumn
	uposColumn
	xposColumn
	featsColumn
	affixesColumn
	trigramsColumn
	treebankColumn
	vectorsColumn
	listedColumn
)

// columns are what the network can know of a word, each with a table of embeddings, which are added up if a word has
// several values. A new column is a row at the end.
var columns = [...]column{
	formColumn:     {name: "form", least: 2, text: form, values: func(text string, yield func(byte, string)) { yield(0, normal(text)) }},
	lemmaColumn:    {name: "lemma", least: 2, wide: 1, text: func(w *conll.Word) string { return w.Lemma }, values: whole},
	uposColumn:     {name: "upos", least: 1, wide: 2, text: func(w *conll.Word) string { return w.UPOS }, values: whole},
	xposColumn:     {name: "xpos", least: 1, wide: 3, text: func(w *conll.Word) string { return w.XPOS }, values: whole},
	featsColumn:    {name: "feats", least: 1, wide: 4, text: func(w *conll.Word) string { return w.Feats }, values: features},
	affixesColumn:  {name: "affixes", least: 3, wide: 5, text: form, values: affixes},
	trigramsColumn: {name: "trigrams", least: 3, wide: 5, text: form, values: trigrams},
	treebankColumn: {name: "treebank", least: 1, wide: 2, text: score.Treebank, values: whole},
	vectorsColumn:  {name: "vectors", least: math.MaxInt, text: form, values: spellings, first: true, given: wordsOfVectors},
	listedColumn:   {name: "listed", least: math.MaxInt, wide: 2, text: form, values: func(string, func(byte, string)) {}},
}

func form(w *conll.Word) string { return w.Form }

func whole(text string, yield func(kind byte, value string)) { yield(0, text) }

func features(text string, yield func(kind byte, value string)) {
	for feature := range strings.SplitSeq(text, "|") {
		if conll.Filled(feature) {
			yield(0, feature)
		}
	}
}

// normal returns the form under which an embedding is found: in lower case, with 0 for each digit.
func normal(form string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return '0'
		}
		return r
	}, strings.ToLower(form))
}

// affixes yields the last 1 to 4 and the first 1 to 3 letters of a form, and its case.
func affixes(form string, yield func(kind byte, value string)) {
	end := len(form)
	for n := byte(1); n <= 4 && end > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(form[:end])
		end -= size
		yield(n, form[end:])
	}
	start := 0
	for n := byte(1); n <= 3 && start < len(form); n++ {
		_, size := utf8.DecodeRuneInString(form[start:])
		start += size
		yield(4+n, form[:start])
	}
	const capital, upper, digit, mark = 1, 2, 4, 8
	shape := 0
	for i, r := range form {
		switch {
		case unicode.IsUpper(r) && i == 0:
			shape |= capital
		case unicode.IsUpper(r):
			shape |= upper
		case unicode.IsDigit(r):
			shape |= digit
		case !unicode.IsLetter(r):
			shape |= mark
		}
	}
	yield(shapeKind, shapes[shape:shape+1])
}

// shapeKind is the kind of the values that are not affixes, one of the letters of shapes.
const shapeKind, shapes = 8, "abcdefghijklmnop"

// spellings yields the spellings under which to look for the vector of a form.
func spellings(form string, yield func(kind byte, value string)) {
	for _, word := range vectors.Spellings(form) {
		yield(0, word)
	}
}

// trigrams are in lower case, with marks at both ends of the form (Bojanowski et al. 2017).
func trigrams(form string, yield func(kind byte, value string)) {
	text := "<" + strings.ToLower(form) + ">"
	for start := range text {
		end := start
		for range 3 {
			if end == len(text) {
				return
			}
			_, size := utf8.DecodeRuneInString(text[end:])
			end += size
		}
		yield(0, text[start:end])
	}
}

// value is what a row of a table stands for.
type value struct {
	kind byte // of affix; 0 in other columns
	text string
}

// vocabulary numbers the values of a column, from firstRow.
type vocabulary struct {
	column int
	values []value
	counts []int32 // how often each occurs in training; none in a loaded model
	places index.Index
	// classes have the values of each word, if these are tags in lists; otherwise nil.
	classes *ambiguity.Classes
}

// vocabularies numbers the values of the columns to read, unless they are empty: after the values in the vocabularies
// of a network to begin with, if there is one, those of sentences that occur often enough, the frequent ones first, and
// then those of silver trees that occur as often as in the raw text of a [Language] model, since errors of parsers are
// rare.
func vocabularies(l *score.TrainingSet, reads func(column int) bool, from *network, enough func(column int) int) []*vocabulary {
	var all []*vocabulary
	silver := countsOf(l.SilverOnes(), reads)
	counted := countsOf(slices.Values(l.GoldOnes()), reads)
	for k := range columns {
		if !reads(k) {
			continue
		}
		v := from.vocabulary(k)
		if v == nil && !counted[k].filled {
			continue
		}
		v = cmp.Or(v, &vocabulary{column: k}).with(counted[k].All, enough(k))
		if len(silver[k].All) > 0 {
			least := DefaultLanguageSettings("").LeastForm
			if k == affixesColumn || k == trigramsColumn {
				least = DefaultLanguageSettings("").LeastPart
			}
			v = v.with(silver[k].All, least)
		}
		all = append(all, v)
	}
	return all
}

// given returns the vocabularies of columns whose values resources give. Their counts are those in the sentences.
func given(l *score.TrainingSet, size Size) (all []*vocabulary, err error) {
	for k, c := range columns {
		if c.given == nil {
			continue
		}
		values, err := c.given(l.Resources)
		switch {
		case err != nil:
			return nil, err
		case values == nil:
			continue
		case size.width(k) == 0:
			return nil, fmt.Errorf("%w: they become as wide as embeddings of %ss, which have no width", ErrVectors, columns[c.wide].name)
		}
		v := &vocabulary{column: k, values: values, counts: make([]int32, len(values))}
		v.index()
		var rows []int32
		for words := range l.All() {
			for i := range words {
				if rows = v.appendRows(rows[:0], &words[i]); rows[0] >= firstRow {
					v.counts[rows[0]-firstRow]++
				}
			}
		}
		all = append(all, v)
	}
	return all, nil
}

// counted has counts of the values of a column, and says whether it is filled.
type counted struct {
	*Counts[value]
	filled bool
}

// mostValues is how many values of a column are counted at a time; of more than that, which only much raw text has, the
// rarest are forgotten.
const mostValues = 1 << 20

// countsOf counts the values of the columns that are read.
func countsOf(sentences iter.Seq[[]conll.Word], reads func(column int) bool) (all [len(columns)]counted) {
	for k := range all {
		all[k].Counts = NewCounts[value](mostValues)
	}
	for words := range sentences {
		for k := range columns {
			if !reads(k) {
				continue
			}
			c := &all[k]
			for i := range words {
				columns[k].values(columns[k].text(&words[i]), func(kind byte, text string) {
					c.Add(value{kind, text}, 1)
					c.filled = c.filled || conll.Filled(text)
				})
			}
		}
	}
	return all
}

// with returns a vocabulary that has, after the values of v, others that occur often enough, the frequent ones first.
// Its counts are of both: those of v, if it has counts, and the new ones.
func (v *vocabulary) with(counts map[value]int, least int) *vocabulary {
	all := &vocabulary{column: v.column, values: slices.Clone(v.values), classes: v.classes}
	for x, n := range counts {
		if n >= least && v.row(x.kind, x.text) < 0 {
			all.values = append(all.values, x)
		}
	}
	slices.SortFunc(all.values[len(v.values):], func(x, y value) int {
		return cmp.Or(cmp.Compare(counts[y], counts[x]), cmp.Compare(x.kind, y.kind), cmp.Compare(x.text, y.text))
	})
	for i, x := range all.values {
		n := counts[x]
		if i < len(v.counts) {
			n += int(v.counts[i])
		}
		all.counts = append(all.counts, int32(min(n, math.MaxInt32)))
	}
	all.index()
	return all
}

func (v *vocabulary) index() {
	v.places = index.New(len(v.values))
	for i, x := range slices.Backward(v.values) { // so that of equal ones the last is found
		v.places.Add(x.hash(), i, func(j int) bool { return v.values[j] == x })
	}
}

func (x *value) hash() uint64 { return index.Hash(x.text) ^ uint64(x.kind) }

// row returns that of a value; it is negative if the value is not in the vocabulary.
func (v *vocabulary) row(kind byte, text string) int32 {
	x := value{kind, text}
	place := v.places.Find(x.hash(), func(i int) bool { return v.values[i] == x })
	if place < 0 {
		return -1
	}
	return int32(firstRow + place)
}

// size returns the number of rows of the table.
func (v *vocabulary) size() int { return firstRow + len(v.values) }

func (v *vocabulary) name() string { return columns[v.column].name }

// appendRows appends the rows of a word. Of several values the unknown ones are left out.
func (v *vocabulary) appendRows(dst []int32, w *conll.Word) []int32 {
	if v.classes != nil {
		return v.appendClass(dst, w.Form)
	}
	start := len(dst)
	columns[v.column].values(columns[v.column].text(w), func(kind byte, text string) {
		if row := v.row(kind, text); row >= 0 {
			dst = append(dst, row)
		}
	})
	switch {
	case len(dst) == start:
		dst = append(dst, unknownRow)
	case columns[v.column].first:
		dst = dst[:start+1]
	}
	return dst
}

// Forms implements score.Lexical: forms in lower case, with 0 for each digit.
func (n *network) Forms() iter.Seq[string] {
	return func(yield func(string) bool) {
		v := n.vocabulary(formColumn)
		if v == nil {
			return
		}
		for _, x := range v.values {
			if !yield(x.text) {
				return
			}
		}
	}
}

// entry holds a line for each value, which begins with a digit for its kind.
func (v *vocabulary) entry(prefix string) npz.Entry {
	var text strings.Builder
	for _, x := range v.values {
		fmt.Fprintf(&text, "%d%s\n", x.kind, x.text)
	}
	return npz.Text(prefix+"vocabulary/"+v.name(), text.String())
}

// loadVocabularies reads those of columns, which must have embeddings of some width.
func loadVocabularies(arrays *npz.Arrays, prefix string, names []string, size *Size) ([]*vocabulary, error) {
	var all []*vocabulary
	for _, name := range names {
		k := slices.IndexFunc(columns[:], func(c column) bool { return c.name == name })
		switch {
		case k < 0:
			return nil, fmt.Errorf("%w: no column %q", npz.ErrFile, name)
		case size.width(k) == 0:
			return nil, fmt.Errorf("%w: no embeddings of %s", npz.ErrFile, name)
		}
		text, err := npz.Array[byte](arrays, prefix+"vocabulary/"+name)
		if err != nil {
			return nil, err
		}
		v := &vocabulary{column: k, values: make([]value, 0, bytes.Count(text, []byte("\n")))}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if line == "" || line[0] < '0' || line[0] > '9' {
				return nil, fmt.Errorf("%w: vocabulary of %s: line %q", npz.ErrFile, name, line)
			}
			v.values = append(v.values, value{line[0] - '0', line[1:]})
		}
		v.index()
		if k == listedColumn {
			if err := v.loadClasses(arrays, prefix); err != nil {
				return nil, err
			}
		}
		all = append(all, v)
	}
	return all, nil
}
