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
	classes := ambiguity.New(known, entries)
	size := k.size()
	switch {
	case len(classes.Tags) == 0:
		return nil, nil
	case size.width(listedColumn) == 0:
		return nil, fmt.Errorf("tags in a lexicon become as wide as embeddings of %ss, which have no width", columns[columns[listedColumn].wide].name)
	}
	v := &vocabulary{column: listedColumn, classes: classes, counts: make([]int32, len(classes.Tags))}
	for _, tag := range classes.Tags {
		v.values = append(v.values, value{text: tag})
	}
	v.index()
	var rows []int32
	for words := range l.All() {
		for i := range words {
			rows = v.appendRows(rows[:0], &words[i])
			for _, row := range rows {
				if row >= firstRow {
					v.counts[row-firstRow]++
				}
			}
		}
	}
	return v, nil
}

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
