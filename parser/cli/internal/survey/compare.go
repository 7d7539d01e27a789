package survey

// Comparison says what a parser that has learned from one treebank, train, has to expect in another
// one.
type Comparison struct {
	Train        string  `json:"with"`          // its name
	Sentences    int     `json:"sentences_too"` // that train also has, word by word
	UnknownWords int     `json:"unknown_words"` // whose forms train lacks
	UnknownForms int     `json:"unknown_forms"` // different forms of these words
	unknownShare float64 // of all words
	// What train lacks, by kind: labels, tags and so on, counted in words.
	Missing map[string]Counter `json:"missing"`
}

func (b *Treebank) compare(train *Treebank) *Comparison {
	c := &Comparison{Train: train.File, Missing: map[string]Counter{}}
	for hash, n := range b.sentences {
		if train.sentences[hash] > 0 {
			c.Sentences += n
		}
	}
	words := 0
	for form, n := range b.forms {
		words += n
		if train.forms[form] == 0 {
			c.UnknownWords += n
			c.UnknownForms++
		}
	}
	c.unknownShare = float64(c.UnknownWords) / float64(max(words, 1))
	for i, list := range b.lists {
		c.Missing[list.name] = list.Without(train.lists[i].Counter)
		delete(c.Missing[list.name], "_")
	}
	return c
}
