package ambiguity_test

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/neural/ambiguity"
)

// drawn yields the entries of a list of n words, in an order of their own; the same words always have the same tags.
func drawn(n int, order uint64) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, i := range rand.New(rand.NewPCG(order, 0)).Perm(2 * n) {
			word, tags := i%n, []string{}
			for tag := range 6 {
				if word>>tag&1 == i/n {
					tags = append(tags, fmt.Sprint("t", tag))
				}
			}
			if !yield(fmt.Sprint("w", word), tags) {
				return
			}
		}
	}
}

// tagsOf returns the names of the tags of a word.
func tagsOf(c *ambiguity.Classes, word string) (tags []string) {
	for _, n := range c.Of(word) {
		tags = append(tags, c.Tags[n])
	}
	return tags
}

// A word has the tags of all its entries, as it is written or else in small letters, and others have none, except for one in 4096.
func TestOf(t *testing.T) {
	c := ambiguity.New(nil, func(yield func(string, []string) bool) {
		_ = yield("walks", []string{"NOUN"}) && yield("Will", []string{"PROPN"}) && yield("walks", []string{"VERB", "NOUN"}) &&
			yield("will", []string{"AUX"}) && yield("thing", nil)
	})
	require.Equal(t, []string{"AUX", "NOUN", "PROPN", "VERB"}, c.Tags)
	require.Equal(t, 4, c.Len())
	for word, tags := range map[string][]string{
		"walks": {"NOUN", "VERB"}, "Walks": {"NOUN", "VERB"}, "Will": {"PROPN"}, "will": {"AUX"}, "WILL": {"AUX"}, "thing": nil, "walk": nil, "": nil,
	} {
		require.Equal(t, tags, tagsOf(c, word), word)
	}
	many, wrong := ambiguity.New(nil, drawn(10_000, 1)), 0
	for i := range 10_000 {
		if got := tagsOf(many, fmt.Sprint("w", i)); len(got) != 6 { // it had each tag in one of its two entries
			wrong++
		}
		if many.Of(fmt.Sprint("x", i)) != nil {
			wrong++
		}
	}
	require.Less(t, wrong, 12)
}

// Tags that were known before keep their numbers, also those that no word has.
func TestKnownTags(t *testing.T) {
	c := ambiguity.New([]string{"VERB", "X"}, maps.All(map[string][]string{"walks": {"NOUN", "VERB"}}))
	require.Equal(t, []string{"VERB", "X", "NOUN"}, c.Tags)
	require.Equal(t, []uint32{0, 2}, c.Of("walks"))
}

// Without some tags classes are those of a list that never had them, in fewer bytes.
func TestOnly(t *testing.T) {
	all := ambiguity.New(nil, drawn(500, 1))
	some := all.Only(func(tag int) bool { return tag%2 == 0 })
	require.Equal(t, []string{"t0", "t2", "t4"}, some.Tags)
	require.Equal(t, ambiguity.New(nil, func(yield func(string, []string) bool) {
		for word, tags := range drawn(500, 2) {
			if !yield(word, slices.DeleteFunc(tags, func(tag string) bool { return (tag[1]-'0')%2 == 1 })) {
				return
			}
		}
	}).Bytes(), some.Bytes())
	require.Less(t, len(some.Bytes()), len(all.Bytes())+1)
	require.Equal(t, all.Bytes(), all.Only(func(int) bool { return true }).Bytes())
}

// Classes are the same in whatever order the entries come, and come back from their bytes. Every change of these is refused, or
// makes other classes.
func TestBytes(t *testing.T) {
	for _, n := range []int{0, 1, 500} {
		c := ambiguity.New(nil, drawn(n, 1))
		coded := c.Bytes()
		require.Equal(t, coded, ambiguity.New(nil, drawn(n, 2)).Bytes())
		again, err := ambiguity.Read(c.Tags, coded)
		require.NoError(t, err)
		for i := range n {
			word := fmt.Sprint("w", i)
			require.Equal(t, c.Of(word), again.Of(word))
		}
		for cut := range coded {
			_, err := ambiguity.Read(c.Tags, coded[:cut])
			require.Error(t, err, cut)
		}
		_, err = ambiguity.Read(c.Tags, append(slices.Clone(coded), 0))
		require.Error(t, err)
		for i := range coded {
			other := slices.Clone(coded)
			other[i] ^= 1 << (i % 8)
			if c, err := ambiguity.Read(c.Tags, other); err == nil {
				for j := range n {
					for _, tag := range c.Of(fmt.Sprint("w", j)) {
						require.Less(t, int(tag), len(c.Tags))
					}
				}
			}
		}
	}
	_, err := ambiguity.Read(nil, ambiguity.New(nil, drawn(500, 1)).Bytes())
	require.Error(t, err, "tags that are not there")
}

// Any bytes are refused, or are classes whose words have tags that there are, and which come back from bytes of their own.
func FuzzRead(f *testing.F) {
	for _, n := range []int{0, 1, 40} {
		c := ambiguity.New(nil, drawn(n, 1))
		f.Add(len(c.Tags), c.Bytes())
	}
	f.Fuzz(func(t *testing.T, tags int, coded []byte) {
		names := make([]string, max(0, tags)%100)
		c, err := ambiguity.Read(names, coded)
		if err != nil {
			return
		}
		again, err := ambiguity.Read(names, c.Bytes())
		require.NoError(t, err)
		for i := range 50 {
			word := fmt.Sprint("w", i)
			for _, tag := range c.Of(word) {
				require.Less(t, int(tag), len(names))
			}
			require.Equal(t, c.Of(word), again.Of(word))
		}
	})
}
