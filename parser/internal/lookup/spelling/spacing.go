package spelling

import (
	"slices"
	"strings"
	"unicode"

	"parser/conll"
)

// Marks that people write without a blank before them, and after them.
const (
	leaning  = ",.:;?!)]}”…%"
	leading  = "([{“"
	between  = "/"
	straight = `"'` // opening and closing ones by turns
)

// Usual returns the sentences of a treebank as people write them, and the number of blanks that are no longer there. In
// some treebanks, such as that of Vietnamese, a blank stands on both sides of each mark; a segmenter that learned from this
// would leave the marks of other texts at their words. Where nearly all commas and full stops have a blank before them, it
// is taken away, as are those before and after other marks; otherwise the sentences are returned as they are.
func Usual(sentences []*conll.Sentence) (usual []*conll.Sentence, joined int, err error) {
	const least, often = 20, 10 // all but one in this many
	apart, all := 0, 0
	for _, s := range sentences {
		tokens, err := s.Tokens()
		if err != nil {
			return nil, 0, err
		}
		for i := 1; i < len(tokens); i++ {
			if form := tokens[i].Form; form == "," || form == "." {
				if all++; tokens[i-1].SpaceAfter() {
					apart++
				}
			}
		}
	}
	if all < least || (all-apart)*often > all {
		return sentences, 0, nil
	}
	for _, s := range sentences {
		s = s.Clone()
		s.Extras = slices.Clone(s.Extras)
		tokens, _ := s.Tokens() // which had no error above
		var forms []string
		for _, t := range tokens {
			forms = append(forms, t.Form)
		}
		for i, join := range Joins(forms) {
			if join && tokens[i].SpaceAfter() {
				attach(s, &tokens[i])
				joined++
			}
		}
		usual = append(usual, s)
	}
	return usual, joined, nil
}

// Joins says after which tokens people write no blank.
func Joins(forms []string) []bool {
	after := make([]bool, len(forms))
	open := [len(straight)]bool{}
	for i, form := range forms {
		opens := form == ",," || form == "``" // as typewriters have it
		before := !opens && strings.Trim(form, leaning+between) == "" || form == "''"
		after[i] = opens || strings.Trim(form, leading+between) == ""
		if n := strings.Index(straight, form); n >= 0 {
			end := !slices.ContainsFunc(forms[i+1:], func(form string) bool { return strings.ContainsFunc(form, isLetterOrDigit) })
			before = i > 0 && (open[n] || end)
			open[n], after[i] = !before, !before
		}
		if before && i > 0 {
			after[i-1] = true
		}
	}
	return after
}

// attach sets SpaceAfter=No in MISC of a token, in place of the blanks that were there.
func attach(s *conll.Sentence, t *conll.Token) {
	kept := slices.DeleteFunc(strings.Split(t.Misc, "|"), func(pair string) bool {
		return pair == "_" || strings.HasPrefix(pair, "SpaceAfter=") || strings.HasPrefix(pair, "SpacesAfter=")
	})
	misc := strings.Join(append(kept, "SpaceAfter=No"), "|")
	if !t.Multiword {
		s.Words[t.First].Misc = misc
		return
	}
	for i, e := range s.Extras {
		id, _, _ := strings.Cut(e.Text, "\t")
		if cut := strings.LastIndexByte(e.Text, '\t'); e.Before == t.First && cut > 0 && id[0] != '#' && strings.Contains(id, "-") {
			s.Extras[i].Text = e.Text[:cut+1] + misc
		}
	}
}

func isLetterOrDigit(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }
