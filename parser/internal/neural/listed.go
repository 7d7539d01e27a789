package neural

import (
	"fmt"
	"iter"

	"parser/model/npz"
	"parser/parser/internal/neural/ambiguity"
	"parser/parser/internal/score"
)

// Listed are words, and tags that lists say they can have; a word may come several times. It is the resource "lexicon" of a
// network that predicts tags: of each word that network then reads all that it can be, beside its form, and the model keeps
// that for all words of the lists, since most words of a text are not in the treebank (Sagot & Martínez Alonso 2017, "Improving
// neural tagging with lexical information").
type Listed = iter.Seq2[string, []string]

// classesEntry holds the classes of words of a vocabulary.
const classesEntry = "vocabulary/listed/classes"

// listed returns the vocabulary of the tags in lists, after those that a network to begin with has; nil without any. The words
// are those of the lists alone.
func (k Kind) listed(l *score.TrainingSet, from *network) (*vocabulary, error) {
	entries, _ := l.Resources["lexicon"].(Listed)
	if entries == nil || k.MultiTask == "" && !l.View.Layout().Tagging {
		return nil, nil
	}
	var known []string
	if before := from.vocabulary(listedColumn); before != nil {
		known = before.classes.Tags
	}
	size := k.size()
	all := ambiguity.New(known, entries)
	if len(all.Tags) > 0 && size.width(listedColumn) == 0 {
		return nil, fmt.Errorf("tags in a lexicon become as wide as embeddings of %ss, which have no width", columns[columns[listedColumn].wide].name)
	}
	counts := make([]int32, len(all.Tags))
	for words := range l.All() {
		for i := range words {
			for _, tag := range all.Of(words[i].Form) {
				counts[tag]++
			}
		}
	}
	// What no word of the treebank can be has nothing to learn from.
	kept := func(tag int) bool { return tag < len(known) || counts[tag] >= leastListed }
	v := &vocabulary{column: listedColumn, classes: all.Only(kept)}
	for tag, n := range counts {
		if kept(tag) {
			v.values, v.counts = append(v.values, value{text: all.Tags[tag]}), append(v.counts, n)
		}
	}
	if len(v.values) == 0 {
		return nil, nil
	}
	v.index()
	return v, nil
}

// leastListed is how many words of a treebank need to have a tag by the lists.
const leastListed = 2

// loadClasses reads the words of a vocabulary.
func (v *vocabulary) loadClasses(arrays *npz.Arrays, prefix string) error {
	coded, err := npz.Array[byte](arrays, prefix+classesEntry)
	if err != nil {
		return err
	}
	var tags []string
	for _, x := range v.values {
		tags = append(tags, x.text)
	}
	if v.classes, err = ambiguity.Read(tags, coded); err != nil {
		return fmt.Errorf("%w: %w", npz.ErrFile, err)
	}
	return nil
}

// appendClass appends the rows of what a word can be.
func (v *vocabulary) appendClass(dst []int32, word string) []int32 {
	class := v.classes.Of(word)
	if len(class) == 0 {
		return append(dst, unknownRow)
	}
	for _, tag := range class {
		dst = append(dst, firstRow+int32(tag))
	}
	return dst
}
