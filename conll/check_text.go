package conll

import (
	"slices"
	"strings"
)

// surface is a token of the written text: a multiword range or a word outside
// all ranges.
type surface struct {
	form, misc string
	line, word int // word is 0 for a range
}

// surfaces lists the tokens of the text.
func surfaces(s *Sentence) []surface {
	var tokens []surface
	covered, e := 0, 0
	for i := range s.Words {
		for ; e < len(s.Extras) && s.Extras[e].Before <= i; e++ {
			columns := strings.Split(s.Extras[e].Text, "\t")
			_, end, isRange := strings.Cut(columns[0], "-")
			if last, ok := number(end); isRange && ok && columns[0][0] != '#' {
				covered = last
				tokens = append(tokens, surface{columns[1], columns[columnsAll-1], s.Line + e + i, 0})
			}
		}
		if i+1 > covered {
			w := &s.Words[i]
			tokens = append(tokens, surface{w.Form, w.Misc, s.Line + e + i, i + 1})
		}
	}
	return tokens
}

// text compares the text comment, if any, with the tokens and reports where they
// part.
func (v *validator) text() {
	has := func(e Extra) bool {
		key, _, ok := strings.Cut(e.Text, "=")
		return ok && strings.HasPrefix(key, "#") && strings.TrimSpace(key[1:]) == "text"
	}
	comment := slices.IndexFunc(v.s.Extras, has)
	if comment < 0 {
		return
	}
	_, text, _ := strings.Cut(v.s.Extras[comment].Text, "=")
	text = strings.TrimSpace(text)
	tokens := surfaces(v.s)
	for i, token := range tokens {
		rest, fits := strings.CutPrefix(text, token.form)
		if !fits {
			v.problem(token.line, token.word, ClassText, "form", "FORM is %q, but the text goes on with %.20q", token.form, text)
			return
		}
		last := i == len(tokens)-1
		after, blank := strings.CutPrefix(rest, " ")
		glued := slices.Contains(strings.Split(token.misc, "|"), "SpaceAfter=No")
		switch {
		case last && rest != "":
			v.problem(token.line, token.word, ClassText, "end", "the last token, but the text goes on with %.20q", rest)
		case !last && blank && glued:
			v.problem(token.line, token.word, ClassText, "space-after", "SpaceAfter=No, but the text has a blank after %q", token.form)
			return
		case !last && !blank && !glued:
			v.problem(token.line, token.word, ClassText, "space-after", "no SpaceAfter=No, but the text has no blank after %q", token.form)
			return
		}
		text = after
	}
}
