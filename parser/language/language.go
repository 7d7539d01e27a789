// Package language tells which language a text is in, of more than 60, from the script of its letters and the n-grams
// of its words.
//
//	g := language.Identify("Jeg ved ikke, hvor den gamle hund er henne.")
//	fmt.Println(g.Language, g.Probability > 0.5) // da true
//
// It knows the languages of the treebanks of Universal Dependencies that models here are made of. A text in another
// language is [Unknown], or a related one is taken for it. Short texts, and close relatives such as Danish and Norwegian,
// are told apart less surely; the probability says how surely.
//
// The method is multinomial logistic regression over n-grams of 1 to 5 letters, with a table of less than a megabyte.
// N-grams of letters are from Cavnar and Trenkle (1994), their choice is near that of langid.py (Lui and Baldwin, 2012),
// and a linear model over the mean of n-grams is that of fastText (Joulin, Grave, Bojanowski and Mikolov, 2017), here
// without the layer between. The script train.sh makes the table.
package language

import (
	"cmp"
	_ "embed"
	"slices"
	"sync"

	"parser/parser/language/internal/grams"
)

// Unknown stands for no language that is known.
const Unknown = "unknown"

// Guess is a language that a text may be in.
type Guess struct {
	Language    string  // its code, of two letters if there is one, else of three: "da", "hyw"; or Unknown
	Probability float64 // that the text is in it, from 0 to 1
}

// least is how probable a language must be to be more than unknown. Of dev sentences of five words, those whose language
// was less probable were more often wrong than right.
const least = 0.3

//go:embed table.bin
var packed []byte

// table returns the table of n-grams.
var table = sync.OnceValue(func() grams.Table {
	t, err := grams.Decode(packed)
	if err != nil {
		panic("language: " + err.Error()) // the program is damaged
	}
	return t
})

// Languages returns the codes of the languages that are known, sorted.
func Languages() (codes []string) {
	for _, group := range table() {
		codes = append(codes, group.Languages...)
	}
	slices.Sort(codes)
	return slices.DeleteFunc(slices.Compact(codes), func(code string) bool { return code == Unknown })
}

// Identify returns the language that a text is most probably in or, if none is probable enough, Unknown with the
// probability that it is not one of them. If languages are named, it is one of these, or Unknown if none of them has the
// script of the text.
func Identify(text string, among ...string) Guess {
	best := Rank(text, among...)[0]
	if len(among) == 0 && best.Language != Unknown && best.Probability < least {
		return Guess{Unknown, 1 - best.Probability}
	}
	return best
}

// Rank returns the languages that have the script of a text, and Unknown, the most probable first. If languages are
// named, it is those of them. There is always at least one guess.
func Rank(text string, among ...string) (all []Guess) {
	w := grams.WordsOf(text)
	group := table().Of(w.Script)
	if group == nil {
		return []Guess{{Unknown, 1}}
	}
	sum := 0.0
	for l, p := range group.Probabilities(w) {
		if code := group.Languages[l]; len(among) == 0 || slices.Contains(among, code) {
			all = append(all, Guess{code, p})
			sum += p
		}
	}
	if len(all) == 0 {
		return []Guess{{Unknown, 1}}
	}
	for i := range all {
		if all[i].Probability /= sum; sum == 0 {
			all[i].Probability = 1 / float64(len(all))
		}
	}
	slices.SortStableFunc(all, func(a, b Guess) int { return cmp.Compare(b.Probability, a.Probability) })
	return all
}
