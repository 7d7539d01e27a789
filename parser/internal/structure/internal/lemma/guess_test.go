package lemma_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/parser/internal/structure/internal/lemma"
)

// dictionaryOf returns the dictionary of words, each "form lemma UPOS".
func dictionaryOf(words ...string) *lemma.Dictionary {
	c := lemma.Counts{}
	for _, w := range words {
		parts := strings.Fields(w)
		c.Add(parts[0], parts[2], "_", "_", parts[1])
	}
	return c.Dictionary()
}

// none lists nothing.
func none(string) bool { return false }

// An unknown form of a known lemma gets that lemma, whatever its letters spell.
func ExampleGuesser() {
	g := lemma.NewGuesser(dictionaryOf("hoping hope VERB", "bakes bake VERB", "waking wake VERB", "stopping stop VERB", "helping help VERB"), none)
	fmt.Println(g.Guess("baking", "VERB", "bak"))
	fmt.Println(g.Guess("Baking", "VERB", "Bak"))
	fmt.Println(g.Guess("yelping", "VERB", "yelp"))
	// Output:
	// bake
	// bake
	// yelp
}

// TestGuess: which evidence counts more.
func TestGuess(t *testing.T) {
	g := lemma.NewGuesser(dictionaryOf(
		"hoping hope VERB", "waking wake VERB", "taking take VERB", "helping help VERB", "eating eat VERB", "bakes bake VERB",
		"cities city NOUN", "Paris Paris PROPN", "Berlins Berlin PROPN", "dogs dog NOUN", "cats cat NOUN", "hats hat NOUN", "prime prime ADJ",
		"unhappier unhappy ADJ", "happier happy ADJ", "happy happy ADJ", "ungetan getan VERB", "umgetan getan VERB", "ungesagt gesagt VERB",
		"ungesehen gesehen VERB", "getan getan VERB", "gemacht gemacht VERB", "odd odd ADJ", "was be AUX",
	), func(lemma string) bool { return lemma == "yelpe" })
	for _, c := range [][4]string{
		{"baking", "VERB", "bak", "bake"},         // known, with its UPOS
		{"baking", "NOUN", "baking", "baking"},    // no noun ends so
		{"Hoping", "NOUN", "Hop", "Hope"},         // the form of a verb, in lower case
		{"hoping", "NOUN", "hop", "hope"},         // … if only the UPOS differs
		{"Berlin", "PROPN", "berlins", "Berlin"},  // known, and as it is written
		{"Hoping", "VERB", "Hop", "hope"},         // … that is written so
		{"Parises", "PROPN", "Paris", "Paris"},    // what letters spell is known
		{"yelping", "VERB", "yelpin", "yelpe"},    // listed
		{"gulping", "VERB", "gulpin", "gulp"},     // not listed, and no change makes the spelled one
		{"Tokios", "PROPN", "Tokio", "Tokio"},     // nothing is known
		{"ungemacht", "VERB", "macht", "gemacht"}, // a change at the beginning
		{"dogs", "X", "dogs", "dogs"},             // no word has this UPOS
		{"\xff", "NOUN", "\xff", "\xff"},          // no UTF-8
		{"", "NOUN", "", ""},
		{"s", "NOUN", "s", "s"}, // nothing would be left
	} {
		require.Equal(t, c[3], g.Guess(c[0], c[1], c[2]), "%q", c)
	}
	var nobody *lemma.Guesser
	require.Equal(t, "bak", nobody.Guess("baking", "VERB", "bak"))
	require.Equal(t, "bak", lemma.NewGuesser(nil, none).Guess("baking", "VERB", "bak"))
}

// TestGuessing: a guess depends neither on the order of what was asked before nor on goroutines, and is never empty.
func TestGuessing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	word := func() string {
		letters := make([]rune, 1+r.IntN(7))
		for i := range letters {
			letters[i] = []rune("abAцЦé|+.-\\")[r.IntN(11)]
		}
		return string(letters)
	}
	tags := []string{"NOUN", "VERB", "_"}
	c := lemma.Counts{}
	for range 300 {
		c.Add(word(), tags[r.IntN(3)], "_", "_", word())
	}
	d := c.Dictionary()
	asked := map[[3]string]string{}
	one := lemma.NewGuesser(d, none)
	for range 300 {
		q := [3]string{word(), tags[r.IntN(3)], word()}
		asked[q] = one.Guess(q[0], q[1], q[2])
		require.NotEmpty(t, asked[q], q)
	}
	shared := lemma.NewGuesser(d, none)
	var group sync.WaitGroup
	for q := range maps.Keys(asked) {
		group.Go(func() {
			if got := shared.Guess(q[0], q[1], q[2]); got != asked[q] {
				t.Errorf("%q: %q, then %q", q, asked[q], got)
			}
		})
	}
	group.Wait()
	require.Greater(t, len(slices.Compact(slices.Sorted(maps.Values(asked)))), 50)
}
