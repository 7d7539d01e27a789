package segment

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup/spelling"
	"parser/parser/internal/segment/signs"
	"parser/parser/text"
)

// endsSentence reports whether a sentence always ends at these blanks.
func endsSentence(g text.Segmented, blanks string) bool {
	line := text.Paragraphs <= g && g <= text.Horizontal && strings.Contains(blanks, "\n")
	return line || g != text.Sentences && g != text.Horizontal && endsParagraph(blanks)
}

// lines returns what reads a sentence or an error for each line, given what reads those that are not blank: a sentence
// without words for a blank one.
func (r *Reader) lines(next func(*textfile.Reader) (*conll.Sentence, error)) func(*textfile.Reader) (*conll.Sentence, error) {
	line, of := 0, 0 // the last one that was returned, and that of what waits
	var waiting outcome
	return func(in *textfile.Reader) (*conll.Sentence, error) {
		if line >= of {
			waiting.sentence, waiting.err = next(in)
			var bad *textfile.Error
			switch {
			case waiting.err == nil:
				of = waiting.sentence.Line
			case errors.As(waiting.err, &bad):
				of = bad.Line
			case waiting.err == io.EOF:
				if of = r.scan.line; r.scan.column > 0 { // the last line has no end
					of++
				}
			default:
				return nil, waiting.err
			}
		}
		if line++; line < of {
			return &conll.Sentence{Format: conll.FormatU, File: r.name, Line: line}, nil
		}
		line = of
		return waiting.sentence, waiting.err
	}
}

// shown returns units as they would be in running text of the treebank: where sentences are found between given tokens, without the
// blanks that people do not write.
func (r *Reader) shown(units []unit) []unit {
	units = r.rules.inOwnScript(units)
	g, finds := r.options.Segmented, r.given.tokens && !r.given.sentences
	if g != text.Vertical && !finds {
		return units
	}
	units = slices.Clone(units)
	var forms []string
	var ends []int // the last units of tokens
	first := 0
	for i := range units {
		u := &units[i]
		ended := u.last || endsToken(g, u.blank)
		if u.blank != "" && !u.last && (g == text.Vertical || ended) {
			u.blank = " "
		}
		if ended {
			var form strings.Builder
			for _, part := range units[first : i+1] {
				form.WriteString(part.form)
			}
			forms, ends, first = append(forms, form.String()), append(ends, i), i+1
		}
	}
	if finds {
		for i, joined := range spelling.Joins(forms) {
			if u := &units[ends[i]]; joined && !u.last {
				u.blank = ""
			}
		}
	}
	return units
}

// endsToken reports whether a given token ends at these blanks.
func endsToken(g text.Segmented, blanks string) bool {
	if g == text.Vertical {
		return strings.Contains(blanks, "\n")
	}
	return strings.ContainsAny(blanks, textfile.Blanks+"\u2029") // at which some readers of CoNLL-U would end a line
}

// spelled returns a given token as CoNLL-U has it. Control characters among its blanks are an error.
func spelled(token string) (string, error) {
	form := strings.ReplaceAll(token, "\u00a0", " ")
	if strings.ContainsFunc(form, func(c rune) bool { return signs.IsBlank(c) && unicode.IsControl(c) }) {
		return form, fmt.Errorf("%w: a tab or another control character in the token %.40q", conll.ErrColumns, form)
	}
	before := rune(-1)
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) && unicode.IsSpace(before) {
			return -1
		}
		before = c
		return c
	}, form), nil
}

// endsParagraph reports whether these blanks contain an empty line, or a paragraph separator.
func endsParagraph(blanks string) bool {
	return strings.Count(blanks, "\n") > 1 || strings.Contains(blanks, "\u2029")
}
