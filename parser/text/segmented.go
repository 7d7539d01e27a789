package text

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
)

// Segmented says what of a text is decided already: the reader keeps that, and finds the rest. The zero value is nothing:
// sentences are found in paragraphs, between which there are blank lines.
//
// A given token keeps its ends, but if the treebank splits it, as the tagger sees, it is split into words. White space
// that ends no token belongs to the one that it is in; a no-break space there is read as a space, for which it stands,
// and of several blanks in a row only the first stays, since FORM must not have two.
// Given sentences and tokens are never cut: those beyond the limits are an error with the cause conll.ErrTooLong. After
// an error in a given sentence the next call continues with the next one and leaves out the rest of that sentence.
type Segmented uint8

const (
	// Paragraphs: each line is one or several complete sentences, which are found.
	Paragraphs Segmented = iota + 1
	// Sentences: each line that is not blank is one, whose tokens are found. Lines end at "\n" alone.
	Sentences
	// Horizontal: each line that is not blank is a sentence, and [textfile.Blanks] are between its tokens.
	Horizontal
	// Vertical: each line is a token, and a blank line ends a sentence.
	Vertical
)

// sentences reports whether these are given.
func (g Segmented) sentences() bool { return g >= Sentences }

// tokens reports whether these are given.
func (g Segmented) tokens() bool { return g >= Horizontal }

// ends reports whether a sentence always ends at these blanks.
func (g Segmented) ends(blanks string) bool {
	line := Paragraphs <= g && g <= Horizontal && strings.Contains(blanks, "\n")
	return line || g != Sentences && g != Horizontal && endsParagraph(blanks)
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
	if g != Vertical && !finds {
		return units
	}
	units = slices.Clone(units)
	var forms []string
	var ends []int // the last units of tokens
	first := 0
	for i := range units {
		u := &units[i]
		ended := u.last || g.endsToken(u.blank)
		if u.blank != "" && !u.last && (g == Vertical || ended) {
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
func (g Segmented) endsToken(blanks string) bool {
	if g == Vertical {
		return strings.Contains(blanks, "\n")
	}
	return strings.ContainsAny(blanks, textfile.Blanks+"\u2029") // at which some readers of CoNLL-U would end a line
}

// spelled returns a given token as CoNLL-U has it. Control characters among its blanks are an error.
func spelled(token string) (string, error) {
	form := strings.ReplaceAll(token, "\u00a0", " ")
	if strings.ContainsFunc(form, func(c rune) bool { return isBlank(c) && unicode.IsControl(c) }) {
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
