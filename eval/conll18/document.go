package conll18

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
	"parser/eval"
)

// noParent is the parent of a root.
const noParent = -1

// span is a stretch of a document's characters, in bytes.
type span struct{ start, end int }

// document is a file as the CoNLL 2018 measures see it.
type document struct {
	text      string // the forms of all tokens, without blanks
	tokens    []span
	sentences []span
	words     []word
}

// word is a syntactic word.
type word struct {
	span // of its token
	*conll.Word
	sentence  *conll.Sentence
	index     int    // in the sentence
	multiword bool   // the token has other words, or at least a range line
	form      string // without blanks if the word is a token
	feats     string // universal features, sorted
	relation  string // DEPREL without subtype
	content   bool   // by its relation
	parent    int    // index of the head's word in the document, or noParent
	functions []int  // children that are function words, from left to right
}

// loader builds a document.
type loader struct {
	document
	characters strings.Builder
	feats      map[string]string // cache of universalFeats
}

func loadDocument(sentences []*conll.Sentence) (*document, error) {
	l := &loader{feats: map[string]string{}}
	for _, s := range sentences {
		if err := l.sentence(s); err != nil {
			return nil, err
		}
	}
	l.text = l.characters.String()
	return &l.document, nil
}

func (l *loader) sentence(s *conll.Sentence) error {
	if err := s.CheckTree(true); err != nil {
		return err
	}
	ranges, err := multiwordRanges(s)
	if err != nil {
		return err
	}
	first, start := len(l.words), l.characters.Len()
	for i := 0; i < s.Len(); {
		token := tokenRange{i, i + 1, s.Words[i].Form}
		multiword := len(ranges) > 0 && ranges[0].first == i
		if multiword {
			token, ranges = ranges[0], ranges[1:]
		}
		if err := l.token(s, token, multiword); err != nil {
			return err
		}
		i = token.end
	}
	l.sentences = append(l.sentences, span{start, l.characters.Len()})
	for i := first; i < len(l.words); i++ {
		w := &l.words[i]
		if w.parent = first + w.Head - 1; w.Head == 0 {
			w.parent = noParent
		} else if slices.Contains(functionRelations, w.relation) {
			head := &l.words[w.parent]
			head.functions = append(head.functions, i)
		}
	}
	return nil
}

// token adds a token and its words. Those of a multiword token may be of any form,
// even with blanks: only the token's characters count.
func (l *loader) token(s *conll.Sentence, r tokenRange, multiword bool) error {
	form := strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Zs, c) {
			return -1
		}
		return c
	}, r.form)
	if form == "" {
		return eval.ErrorAt(s, r.first, ErrForm)
	}
	token := span{l.characters.Len(), l.characters.Len() + len(form)}
	l.characters.WriteString(form)
	l.tokens = append(l.tokens, token)
	for i := r.first; i < r.end; i++ {
		w := word{span: token, Word: &s.Words[i], sentence: s, index: i, multiword: multiword, form: form}
		if multiword {
			w.form = w.Form
		}
		w.relation, _, _ = strings.Cut(w.Deprel, ":")
		w.content = slices.Contains(contentRelations, w.relation)
		feats, ok := l.feats[w.Feats]
		if !ok {
			feats = universalFeats(w.Feats)
			l.feats[w.Feats] = feats
		}
		w.feats = feats
		l.words = append(l.words, w)
	}
	return nil
}

// tokenRange is a token that stands for the words first to end-1.
type tokenRange struct {
	first, end int
	form       string
}

// multiwordRanges reads the range lines of a sentence, in order.
func multiwordRanges(s *conll.Sentence) ([]tokenRange, error) {
	var ranges []tokenRange
	covered := 0
	for _, e := range s.Extras {
		id, rest, _ := strings.Cut(e.Text, "\t")
		from, to, isRange := strings.Cut(id, "-")
		if !isRange || strings.HasPrefix(id, "#") {
			continue
		}
		form, _, _ := strings.Cut(rest, "\t")
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		r := tokenRange{first - 1, last, form}
		if err1 != nil || err2 != nil || r.first != e.Before || r.first < covered || r.end <= r.first || r.end > s.Len() {
			return nil, eval.ErrorAt(s, e.Before, fmt.Errorf("%w %s", conll.ErrRange, id))
		}
		covered = r.end
		ranges = append(ranges, r)
	}
	return ranges, nil
}

// universalFeats keeps the universal features of a FEATS column and sorts them.
func universalFeats(feats string) string {
	kept := slices.DeleteFunc(strings.Split(feats, "|"), func(f string) bool {
		name, _, _ := strings.Cut(f, "=")
		return !slices.Contains(universalFeatures, name)
	})
	slices.Sort(kept)
	return strings.Join(kept, "|")
}

// differingCharacters is how much an ErrCharacters shows of both sides.
const differingCharacters = 20

// sameCharacters refuses documents that are not about the same text.
func sameCharacters(gold, system *document) error {
	g, s := gold.text, system.text
	for g != "" {
		_, n := utf8.DecodeRuneInString(g)
		if !strings.HasPrefix(s, g[:n]) {
			break
		}
		g, s = g[n:], s[n:]
	}
	if g == "" && s == "" {
		return nil
	}
	place := "an empty file"
	if w := system.at(len(system.text) - len(s)); w != nil {
		place = eval.Place(w.sentence, w.index)
	}
	cause := fmt.Errorf("%w: the next are %.*q, but %.*q at %s", ErrCharacters, differingCharacters, g, differingCharacters, s, place)
	if w := gold.at(len(gold.text) - len(g)); w != nil {
		return eval.ErrorAt(w.sentence, w.index, cause)
	}
	return cause
}

// at returns the word to which byte i of the text belongs, or the last one if the
// text ends before; nil if there are none.
func (d *document) at(i int) *word {
	if len(d.words) == 0 {
		return nil
	}
	n := sort.Search(len(d.words)-1, func(n int) bool { return d.words[n].end > i })
	return &d.words[n]
}
