package conll

import (
	"strings"
	"unicode/utf8"
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
			if last, token, ok := rangeToken(s.Extras[e].Text); ok {
				covered, token.line = last, s.Line+e+i
				tokens = append(tokens, token)
			}
		}
		if i+1 > covered {
			w := &s.Words[i]
			tokens = append(tokens, surface{w.Form, w.Misc, s.Line + e + i, i + 1})
		}
	}
	return tokens
}

// rangeToken reads the line of a range.
func rangeToken(line string) (last int, token surface, ok bool) {
	if line[0] == '#' {
		return 0, token, false
	}
	columns := strings.Split(line, "\t")
	if _, id, isRange := strings.Cut(columns[0], "-"); isRange {
		last, ok = number(id)
		token.form, token.misc = columns[1], columns[columnsAll-1]
	}
	return last, token, ok
}

// spaceAfter reports whether a token is followed by a blank in the text.
func (t surface) spaceAfter() bool {
	for item := range strings.SplitSeq(t.misc, "|") {
		if item == "SpaceAfter=No" {
			return false
		}
	}
	return true
}

// textComment returns the value of the text comment.
func textComment(s *Sentence) (text string, ok bool) {
	for _, e := range s.Extras {
		comment, isComment := strings.CutPrefix(e.Text, "#")
		if key, value, has := strings.Cut(comment, "="); isComment && has && strings.TrimSpace(key) == "text" {
			return strings.TrimSpace(value), true
		}
	}
	return "", false
}

// text compares the text comment with the tokens and reports where they part.
func (v *validator) text() {
	text, ok := textComment(v.s)
	if !ok {
		return
	}
	tokens := surfaces(v.s)
	for i, token := range tokens {
		rest, fits := strings.CutPrefix(text, token.form)
		if !fits {
			v.problem(token.line, token.word, ClassText, "form", "FORM is %q, but the text goes on with %q", token.form, start(text))
			return
		}
		last := i == len(tokens)-1
		after, blank := strings.CutPrefix(rest, " ")
		switch {
		case last && rest != "":
			v.problem(token.line, token.word, ClassText, "end", "the last token, but the text goes on with %q", start(rest))
		case !last && blank && !token.spaceAfter():
			v.problem(token.line, token.word, ClassText, "space-after", "SpaceAfter=No, but the text has a blank after %q", token.form)
			return
		case !last && !blank && token.spaceAfter():
			v.problem(token.line, token.word, ClassText, "space-after", "no SpaceAfter=No, but the text has no blank after %q", token.form)
			return
		}
		text = after
	}
}

// start returns the first characters of a text for a message.
func start(text string) string {
	const most = 20
	end := 0
	for range most {
		_, size := utf8.DecodeRuneInString(text[end:])
		end += size
	}
	return text[:end]
}
