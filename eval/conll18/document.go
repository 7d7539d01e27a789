package conll18

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"parser/conll"
)

// The lists of Universal Dependencies v2 in the CoNLL 2018 measures; read only.
var (
	// contentRelations mark the words that CLAS, MLAS and BLEX score.
	contentRelations = strings.Fields(`nsubj obj iobj csubj ccomp xcomp obl vocative expl
		dislocated advcl advmod discourse nmod appos nummod acl amod conj fixed
		flat compound list parataxis orphan goeswith reparandum root dep`)
	// functionRelations mark the children that MLAS compares.
	functionRelations = strings.Fields(`aux cop mark det clf case cc`)
	// universalFeatures are the features that UFeats compares.
	universalFeatures = strings.Fields(`PronType NumType Poss Reflex Foreign Abbr Gender
		Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice
		Evident Polarity Person Polite`)
)

// span is a stretch of a document's characters, in bytes.
type span struct{ start, end int }

type document struct {
	text      strings.Builder // the forms of all tokens, without blanks
	tokens    []span
	sentences []span
	words     []*word
}

type word struct {
	span // of its token
	*conll.Word
	sentence  *conll.Sentence
	index     int     // in the sentence
	multiword bool    // the token has several words, or at least a range line
	form      string  // without blanks if the word is a token
	feats     string  // universal features, sorted
	relation  string  // DEPREL without subtype
	content   bool    // by its relation
	parent    *word   // nil of a root
	functions []*word // children that are function words, from left to right
	partner   *word   // the word of the other document that it is aligned with, or nil
	edges     []edge  // of the enhanced graph, if they are read
}

// edge is an enhanced edge to a word.
type edge struct {
	Edge
	head *word // nil for the root
}

// load reads sentences, with the edges of their enhanced graphs unless edgesOf is nil.
func load(sentences []*conll.Sentence, edgesOf func(*conll.Sentence) ([][]Edge, error)) (*document, error) {
	d := &document{}
	for _, s := range sentences {
		if err := s.CheckTree(true); err != nil {
			return nil, err
		}
		tokens, err := s.Tokens()
		if err != nil {
			return nil, err
		}
		edges := make([][]Edge, s.Len())
		if edgesOf != nil {
			if edges, err = edgesOf(s); err != nil {
				return nil, err
			}
		}
		start, words := d.text.Len(), make([]word, s.Len())
		for _, t := range tokens {
			form := strings.Map(func(c rune) rune {
				if unicode.Is(unicode.Zs, c) {
					return -1
				}
				return c
			}, t.Form)
			if form == "" {
				return nil, s.ErrorAt(t.First, errForm)
			}
			characters := span{d.text.Len(), d.text.Len() + len(form)}
			d.text.WriteString(form)
			d.tokens = append(d.tokens, characters)
			for i := t.First; i < t.End; i++ {
				w := &words[i]
				*w = word{span: characters, Word: &s.Words[i], sentence: s, index: i, multiword: t.Multiword, form: form, functions: w.functions}
				if t.Multiword { // of any form, even with blanks: only the token's characters count
					w.form = w.Form
				}
				w.feats = universalFeats(w.Feats)
				w.relation, _, _ = strings.Cut(w.Deprel, ":")
				w.content = slices.Contains(contentRelations, w.relation)
				if w.Head > 0 {
					w.parent = &words[w.Head-1]
					if slices.Contains(functionRelations, w.relation) {
						w.parent.functions = append(w.parent.functions, w)
					}
				}
				for _, e := range edges[i] {
					arc := edge{Edge: e}
					if e.Head > 0 {
						arc.head = &words[e.Head-1]
					}
					w.edges = append(w.edges, arc)
				}
				d.words = append(d.words, w)
			}
		}
		d.sentences = append(d.sentences, span{start, d.text.Len()})
	}
	return d, nil
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

// differingCharacters is the number of characters of both sides that errors show.
const differingCharacters = 20

func sameCharacters(gold, system *document) error {
	g, s, same := gold.text.String(), system.text.String(), 0
	if g == s {
		return nil
	}
	for same < min(len(g), len(s)) && g[same] == s[same] {
		same++
	}
	for same < len(g) && !utf8.RuneStart(g[same]) {
		same--
	}
	place := "an empty file"
	if w := system.at(same); w != nil {
		place = w.sentence.Place(w.index)
	}
	cause := fmt.Errorf("%w: the next are %.*q, but %.*q at %s",
		errCharacters, differingCharacters, g[same:], differingCharacters, s[same:], place)
	if w := gold.at(same); w != nil {
		return w.sentence.ErrorAt(w.index, cause)
	}
	return cause
}

// at returns the word that byte i of the text belongs to, or the last word if the
// text ends before it, or nil if there are no words.
func (d *document) at(i int) *word {
	if len(d.words) == 0 {
		return nil
	}
	return d.words[sort.Search(len(d.words)-1, func(n int) bool { return d.words[n].end > i })]
}
