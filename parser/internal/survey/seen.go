package survey

import (
	"hash/fnv"

	"parser/conll"
)

// seen remembers the words and the sentences of a treebank.
type seen struct {
	forms     map[string]int // words by form
	sentences map[uint64]int // by a hash of their forms
}

// add remembers a sentence, unless it has no words.
func (s *seen) add(forms []string) {
	if s.forms == nil {
		s.forms, s.sentences = map[string]int{}, map[uint64]int{}
	}
	if len(forms) == 0 {
		return
	}
	hash := fnv.New64a()
	for _, form := range forms {
		s.forms[form]++
		hash.Write([]byte(form))
		hash.Write([]byte{'\t'})
	}
	s.sentences[hash.Sum64()]++
}

// Comparison says what a parser that has learned from one treebank, train, has to expect in another
// one.
type Comparison struct {
	Train        string  `json:"with"`          // its name
	Sentences    int     `json:"sentences_too"` // that train also has, word by word
	UnknownWords int     `json:"unknown_words"` // whose forms train lacks
	UnknownForms int     `json:"unknown_forms"` // different forms of these words
	unknownShare float64 // of all words
	// What train lacks, by kind: labels, tags and so on, counted in words.
	Missing map[string]conll.Counter `json:"missing"`
}

// compare compares with train.
func (b *Treebank) compare(train *Treebank) *Comparison {
	c := &Comparison{Train: train.name, Missing: map[string]conll.Counter{}}
	for hash, n := range b.seen.sentences {
		if train.seen.sentences[hash] > 0 {
			c.Sentences += n
		}
	}
	words := 0
	for form, n := range b.seen.forms {
		words += n
		if train.seen.forms[form] == 0 {
			c.UnknownWords += n
			c.UnknownForms++
		}
	}
	c.unknownShare = float64(c.UnknownWords) / float64(max(words, 1))
	for i, list := range b.lists {
		c.Missing[list.name] = filled(list.Without(train.lists[i].Counter))
	}
	return c
}
