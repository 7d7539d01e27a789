package cli

import (
	"slices"
	"strings"

	"parser/conll"
)

// wordsOnly returns a sentence without the lines of multiword tokens. The blanks around such a token, which MISC has, are
// those around its first and last word. Words that spell it, as "do" and "n't" do, have no blank between them; others, such as
// those of German "zum", make a text of their own.
func wordsOnly(s *conll.Sentence) (*conll.Sentence, error) {
	tokens, err := s.Tokens()
	if err != nil {
		return nil, err
	}
	out := &conll.Sentence{Words: slices.Clone(s.Words), Format: s.Format, ID: s.ID, File: s.File, Line: s.Line}
	out.Extras = slices.DeleteFunc(slices.Clone(s.Extras), isRange)
	spelled := true
	for _, t := range tokens {
		if t.Multiword {
			spelled = spread(out.Words[t.First:t.End], &t) && spelled
		}
	}
	if spelled {
		return out, nil
	}
	for i, x := range out.Extras {
		if strings.HasPrefix(x.Text, textComment) {
			out.Extras[i].Text = textComment + spacedText(out.Words)
		}
	}
	return out, nil
}

const textComment = "# text = "

func isRange(x conll.Extra) bool {
	id, _, _ := strings.Cut(x.Text, "\t")
	return !strings.HasPrefix(id, "#") && strings.Contains(id, "-")
}

// spread moves the attributes of a token to its words, and reports whether they spell it. Where it stands in the text is
// no attribute of a word.
func spread(words []conll.Word, t *conll.Token) (spells bool) {
	joined := ""
	for i := range words {
		joined += words[i].Form
		words[i].Misc = attributes(words[i].Misc, "", "SpaceAfter", "SpacesAfter", "SpacesBefore")
	}
	spells = joined == t.Form
	first, last := &words[0], &words[len(words)-1]
	first.Misc = attributes(first.Misc, t.Misc, "SpaceAfter", "SpacesAfter", "SpacesInToken", "TokenRange")
	for i := range words[:len(words)-1] {
		if spells {
			words[i].Misc = attributes(words[i].Misc, "SpaceAfter=No")
		}
	}
	for _, name := range []string{"SpaceAfter", "SpacesAfter"} {
		if value, told := conll.MiscValue(t.Misc, name); told {
			last.Misc = attributes(last.Misc, name+"="+value)
		}
	}
	return spells
}

// attributes adds attributes to those of a MISC column, unless that has one of the name, and leaves out those with some
// names.
func attributes(misc, more string, but ...string) string {
	var all, names []string
	for _, text := range []string{misc, more} {
		for attribute := range strings.SplitSeq(text, "|") {
			name, _, _ := strings.Cut(attribute, "=")
			if conll.Filled(attribute) && attribute != "" && !slices.Contains(but, name) && !slices.Contains(names, name) {
				all, names = append(all, attribute), append(names, name)
			}
		}
	}
	if len(all) == 0 {
		return "_"
	}
	return strings.Join(all, "|")
}

// spacedText joins words by blanks where MISC does not say otherwise.
func spacedText(words []conll.Word) string {
	var b strings.Builder
	for i := range words {
		b.WriteString(words[i].Form)
		if value, _ := conll.MiscValue(words[i].Misc, "SpaceAfter"); value != "No" {
			b.WriteByte(' ')
		}
	}
	return strings.TrimRight(b.String(), " ")
}
