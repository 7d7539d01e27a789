// Package ambiguity has the ambiguity classes of words: the class of a word is the set of all tags that a list says it can have
// (Cutting et al. 1992, "A Practical Part-of-Speech Tagger"). It holds the words as hashes, in about 14 bits each, and the class
// of each in 8 bits or a few more.
//
//	c := ambiguity.New(nil, maps.All(map[string][]string{"walks": {"NOUN", "VERB"}}))
//	for _, n := range c.Of("walks") {
//		fmt.Println(c.Tags[n])
//	}
package ambiguity

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"parser/parser/internal/wordset"
)

// Classes are the ambiguity classes of words. They are immutable.
type Classes struct {
	Tags    []string
	words   *wordset.Set // in whose order of has a class for each
	of      []uint32
	classes [][]uint32 // the numbers of tags, in order; the class of most words comes first
}

// New returns the classes of words, each of which may come several times, with other tags. The first tags are those that are
// known, and others come after them in the order of the alphabet. Few words share their hash with another one (see wordset):
// these can have the tags of both.
func New(known []string, entries iter.Seq2[string, []string]) *Classes {
	c, different := &Classes{Tags: slices.Clone(known)}, map[string]bool{}
	c.words = wordset.New(func(yield func(string) bool) {
		for word, tags := range entries {
			for _, tag := range tags {
				different[tag] = true
			}
			if !yield(word) {
				return
			}
		}
	})
	for _, tag := range slices.Sorted(maps.Keys(different)) {
		if !slices.Contains(known, tag) {
			c.Tags = append(c.Tags, tag)
		}
	}
	c.sort(entries)
	return c
}

// sort puts the words into classes.
func (c *Classes) sort(entries iter.Seq2[string, []string]) {
	numbers := map[string]uint32{} // of tags
	for i, tag := range c.Tags {
		numbers[tag] = uint32(i)
	}
	made, numbered := [][]uint32{nil}, map[string]uint32{"[]": 0} // classes, and their numbers by their text
	of := make([]uint32, c.words.Len())
	type more struct {
		class uint32
		tags  string
	}
	wider := map[more]uint32{} // the class that has the tags of a class and more
	for word, tags := range entries {
		place, _ := c.words.Place(word)
		key := more{of[place], strings.Join(tags, "\x00")}
		class, met := wider[key]
		if !met {
			both := slices.Clone(made[key.class])
			for _, tag := range tags {
				both = append(both, numbers[tag])
			}
			slices.Sort(both)
			both = slices.Compact(both)
			text := fmt.Sprint(both)
			if class, met = numbered[text]; !met {
				class = uint32(len(made))
				made, numbered[text] = append(made, both), class
			}
			wider[key] = class
		}
		of[place] = class
	}
	c.rank(made, of)
}

// rank numbers classes, and with them those of the words, so that the ones of many words have small numbers.
func (c *Classes) rank(made [][]uint32, of []uint32) {
	counts := make([]int, len(made))
	for _, class := range of {
		counts[class]++
	}
	var order []uint32
	for class, n := range counts {
		if n > 0 {
			order = append(order, uint32(class))
		}
	}
	slices.SortFunc(order, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), slices.Compare(made[a], made[b]))
	})
	ranks := make([]uint32, len(made))
	for rank, class := range order {
		c.classes, ranks[class] = append(c.classes, made[class]), uint32(rank)
	}
	for _, class := range of {
		c.of = append(c.of, ranks[class])
	}
}

// Only returns the classes of the same words without the tags that are not to be kept.
func (c *Classes) Only(keep func(tag int) bool) *Classes {
	less, numbers := &Classes{words: c.words}, make([]int, len(c.Tags))
	for n, tag := range c.Tags {
		if numbers[n] = -1; keep(n) {
			numbers[n], less.Tags = len(less.Tags), append(less.Tags, tag)
		}
	}
	var made [][]uint32
	renumbered, places := make([]uint32, len(c.classes)), map[string]uint32{}
	for i, class := range c.classes {
		var kept []uint32
		for _, n := range class {
			if numbers[n] >= 0 {
				kept = append(kept, uint32(numbers[n]))
			}
		}
		text := fmt.Sprint(kept)
		place, met := places[text]
		if !met {
			place = uint32(len(made))
			made, places[text] = append(made, kept), place
		}
		renumbered[i] = place
	}
	of := make([]uint32, len(c.of))
	for i, class := range c.of {
		of[i] = renumbered[class]
	}
	less.rank(made, of)
	return less
}

// Len returns the number of words.
func (c *Classes) Len() int { return len(c.of) }

// Of returns the numbers, among Tags, of those that a word can have as it is written, or else in small letters; nil for a word
// that no list has. They must not be changed.
func (c *Classes) Of(word string) []uint32 {
	place, found := c.words.Place(word)
	if !found {
		place, found = c.words.Place(strings.ToLower(word))
	}
	if !found {
		return nil
	}
	return c.classes[c.of[place]]
}

// Bytes returns all but Tags: the number of classes, each as the number of its tags and the tags, how many bytes the words
// take and these bytes, and the class of each word.
func (c *Classes) Bytes() []byte {
	coded := binary.AppendUvarint(nil, uint64(len(c.classes)))
	for _, class := range c.classes {
		coded = binary.AppendUvarint(coded, uint64(len(class)))
		for _, tag := range class {
			coded = binary.AppendUvarint(coded, uint64(tag))
		}
	}
	words, _ := c.words.MarshalBinary() // which has no error
	coded = append(binary.AppendUvarint(coded, uint64(len(words))), words...)
	for _, class := range c.of {
		coded = binary.AppendUvarint(coded, uint64(class))
	}
	return coded
}

var errCoded = errors.New("bad classes of words")

// Read returns the classes with these tags in what Bytes has returned. It refuses what Bytes does not return.
func Read(tags []string, coded []byte) (*Classes, error) {
	c, r := &Classes{Tags: tags, words: &wordset.Set{}}, reader{coded: coded}
	for range r.number(len(coded)) {
		class := make([]uint32, r.number(len(r.coded)))
		for i := range class {
			class[i] = uint32(r.number(len(tags) - 1))
		}
		c.classes = append(c.classes, class)
	}
	n := r.number(len(r.coded))
	if r.failed || n > len(r.coded) || c.words.UnmarshalBinary(r.coded[:n]) != nil {
		return nil, errCoded
	}
	r.coded = r.coded[n:]
	for range c.words.Len() {
		c.of = append(c.of, uint32(r.number(len(c.classes)-1)))
	}
	if r.failed || len(r.coded) > 0 {
		return nil, errCoded
	}
	return c, nil
}

// reader reads numbers; nothing is left after one that is wrong.
type reader struct {
	coded  []byte
	failed bool
}

// number returns the next number, 0 if it is more than the most that it can be.
func (r *reader) number(most int) int {
	x, n := binary.Uvarint(r.coded)
	if n <= 0 || most < 0 || x > uint64(most) {
		r.coded, r.failed = nil, true
		return 0
	}
	r.coded = r.coded[n:]
	return int(x)
}
