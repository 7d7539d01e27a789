package features_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/features"
	"parser/transition"
)

// spelled returns the feature of an attribute for a form.
func spelled(t *testing.T, attribute, form string) uint64 {
	var v features.Vector
	var c transition.Config
	x := parse(t, "N0"+attribute).Compile()
	x.Prepare(&v, []conll.Word{{Form: form}})
	transition.Tag{}.Start(&c, 1)
	x.Extract(&v, &c)
	return v.Features[0]
}

// Forms in one list have equal spellings, those in different lists do not, and the twin agrees.
func TestSpelling(t *testing.T) {
	for attribute, lists := range map[string][][]string{
		"n": {{"Paris", "PARIS", "paris"}, {"1990s", "2005S", "0000s"}, {"000s"}, {"ÖL", "öl", "Öl"}, {"10"}, {"100"}, {"_"}, {""}},
		"c": {{"Paris", "Öl", "AAbb"}, {"PARIS", "X"}, {"a", "über", "été", "中文"}, {"a-10", "b-2"}, {"10", "7"},
			{"1,000.50", "10,2.3"}, {"...", "."}, {"iPhone"}, {"-", "--"}, {""}},
		"a":  {{"Paris", "X", "O'Hara"}, {"a", "über", ".", ""}, {"10", "3rd"}, {"-", "so-so"}, {"B2"}, {"a-1"}, {"X-ray"}, {"F-16"}},
		"b2": {{"of", "off", "ofé"}, {"o"}, {"éa", "éab"}, {""}, {"Of"}},
		"x2": {{"of", "oof"}, {"o"}, {"fo"}, {"né", "aîné"}},
	} {
		list := map[uint64]int{}
		for i, forms := range lists {
			for _, form := range forms {
				feature := spelled(t, attribute, form)
				require.Equal(t, spelled(t, attribute, forms[0]), feature, "%s of %q", attribute, form)
				require.Equal(t, tellSpelling(attribute, []rune(forms[0])), tellSpelling(attribute, []rune(form)))
				list[feature] = i
			}
		}
		require.Len(t, list, len(lists), attribute)
	}
}

// The spellings of bytes that are not UTF-8 are arbitrary, but always the same.
func TestSpellingOfBadBytes(t *testing.T) {
	for _, attribute := range []string{"n", "c", "a", "b1", "b9", "x1", "x9"} {
		require.Equal(t, spelled(t, attribute, "a\xffb\xc3"), spelled(t, attribute, "a\xffb\xc3"))
	}
}
