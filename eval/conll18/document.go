package conll18

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

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
	words     []udWord
	origin    []*conll.Sentence
}

// udWord is a syntactic word.
type udWord struct {
	span // of its token
	*conll.Word
	multiword bool   // the token has other words, or at least a range line
	form      string // without blanks if the word is a token
	feats     string // universal features, sorted
	relation  string // DEPREL without subtype
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
	l.origin = sentences
	l.words = make([]udWord, 0, countWords(sentences))
	for _, s := range sentences {
		if err := l.sentence(s); err != nil {
			return nil, err
		}
	}
	l.text = l.characters.String()
	return &l.document, nil
}

func countWords(sentences []*conll.Sentence) int {
	n := 0
	for _, s := range sentences {
		n += s.Len()
	}
	return n
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
		if len(ranges) > 0 && ranges[0].first == i {
			err, i = l.multiword(s, ranges[0]), ranges[0].end
			ranges = ranges[1:]
		} else {
			err, i = l.single(s, i), i+1
		}
		if err != nil {
			return err
		}
	}
	l.sentences = append(l.sentences, span{start, l.characters.Len()})
	l.link(first)
	return nil
}

// single adds a token that is one word.
func (l *loader) single(s *conll.Sentence, i int) error {
	form := withoutBlanks(s.Words[i].Form)
	token, err := l.token(s, i, form)
	l.word(&s.Words[i], udWord{span: token, form: form})
	return err
}

// multiword adds a token and its words, which may be of any form, even with
// blanks: only the token's characters count.
func (l *loader) multiword(s *conll.Sentence, r multiwordRange) error {
	token, err := l.token(s, r.first, withoutBlanks(r.form))
	for i := r.first; i < r.end; i++ {
		l.word(&s.Words[i], udWord{span: token, form: s.Words[i].Form, multiword: true})
	}
	return err
}

func (l *loader) token(s *conll.Sentence, i int, form string) (span, error) {
	if form == "" {
		return span{}, eval.ErrorAt(s, i, ErrForm)
	}
	start := l.characters.Len()
	l.characters.WriteString(form)
	token := span{start, l.characters.Len()}
	l.tokens = append(l.tokens, token)
	return token, nil
}

// word fills in what follows from the columns.
func (l *loader) word(from *conll.Word, w udWord) {
	w.Word = from
	w.relation, _, _ = strings.Cut(from.Deprel, ":")
	feats, ok := l.feats[from.Feats]
	if !ok {
		feats = universalFeats(from.Feats)
		l.feats[from.Feats] = feats
	}
	w.feats = feats
	l.words = append(l.words, w)
}

// link connects the words from first on with their heads in the same sentence.
func (l *loader) link(first int) {
	for i := first; i < len(l.words); i++ {
		w := &l.words[i]
		w.parent = noParent
		if w.Head == 0 {
			continue
		}
		w.parent = first + w.Head - 1
		if functionRelations[w.relation] {
			head := &l.words[w.parent]
			head.functions = append(head.functions, i)
		}
	}
}

// multiwordRange is a token that stands for the words first to end-1.
type multiwordRange struct {
	first, end int
	form       string
}

// multiwordRanges reads the range lines of a sentence, in order.
func multiwordRanges(s *conll.Sentence) ([]multiwordRange, error) {
	var ranges []multiwordRange
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
		r := multiwordRange{first - 1, last, form}
		if err1 != nil || err2 != nil || r.first != e.Before || r.first < covered || r.end <= r.first || r.end > s.Len() {
			return nil, eval.ErrorAt(s, e.Before, fmt.Errorf("%w %s", conll.ErrRange, id))
		}
		covered = r.end
		ranges = append(ranges, r)
	}
	return ranges, nil
}

// withoutBlanks removes the characters of category Zs.
func withoutBlanks(form string) string {
	return strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Zs, c) {
			return -1
		}
		return c
	}, form)
}

// universalFeats keeps the universal features of a FEATS column and sorts them.
func universalFeats(feats string) string {
	kept := slices.DeleteFunc(strings.Split(feats, "|"), func(f string) bool {
		name, _, _ := strings.Cut(f, "=")
		return !universalFeatures[name]
	})
	slices.Sort(kept)
	return strings.Join(kept, "|")
}
