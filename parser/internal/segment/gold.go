package segment

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup"
	"parser/parser/internal/segment/signs"
)

// document is a stretch of a treebank that is one text, with its tokens.
type document struct {
	lead   string // blanks before the first
	text   string
	tokens []span
	told   bool // MISC says what follows the last token
	exact  bool // … and that in full, by SpacesAfter
	shown  bool // text is without markup
}

// span is a token in the text of a document.
type span struct {
	start, end      int  // in bytes
	multiword, last bool // last: the sentence ends after it
}

// Of returns the text of a treebank: that of its sentences as [AppendText] makes it, with a blank
// line between documents and paragraphs, and a line end after the last, unless MISC says what
// follows it. For sentences from a [Reader] it is the text that they were read from.
//
// A document or paragraph begins where a comment says newdoc or newpar, and where the sent_id names
// another document, as "weblog-17-0003" does before its last hyphen. Errors are about a sentence.
func Of(sentences []*conll.Sentence) (string, error) {
	documents, err := documentsOf(sentences, false)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i := range documents {
		b.WriteString(documents[i].text)
	}
	return b.String(), nil
}

// documentsOf cuts a treebank into documents or, where they are known, paragraphs. Their texts are those of files, or
// shown, without markup and with a blank line after each.
func documentsOf(sentences []*conll.Sentence, shown bool) ([]document, error) {
	var documents []document
	var buf []byte
	d := document{shown: shown}
	finish := func(last, paragraph bool) {
		d.text = string(buf)
		if !d.told {
			d.text = strings.TrimSuffix(d.text, " ")
		}
		after := d.text[len(strings.TrimRightFunc(d.text, signs.IsBlank)):]
		switch {
		case last && !d.told:
			d.text += "\n"
		case !last && !endsParagraph(after) && !(paragraph && d.exact && !shown):
			d.text += "\n\n"[strings.Count(after, "\n"):]
		}
		documents = append(documents, d)
		d, buf = document{shown: shown}, buf[:0]
	}
	for i, s := range sentences {
		if i > 0 && begins(sentences[i-1], s) {
			finish(false, !has(s, "newdoc") && has(s, "newpar"))
		}
		var err error
		if buf, err = appendSentence(buf, s, &d); err != nil {
			return nil, err
		}
	}
	if len(buf) > 0 {
		finish(true, true)
	}
	return documents, nil
}

// learnable returns the documents of a treebank to learn from, whose units can be read. A token longer than maxToken is a
// *conll.Error with conll.ErrTooLong: learning from it would take a thousand times its size.
func learnable(sentences []*conll.Sentence) ([]document, error) {
	for _, s := range sentences {
		tokens, err := s.Tokens()
		if err != nil {
			return nil, err
		}
		for _, t := range tokens {
			if len(t.Form) > maxToken {
				return nil, s.ErrorAt(t.First, fmt.Errorf("%w: a token of %d bytes; of raw text a token has at most %d",
					conll.ErrTooLong, len(t.Form), maxToken))
			}
		}
	}
	documents, err := documentsOf(sentences, true)
	for i := range documents {
		if d := &documents[i]; err == nil && (!utf8.ValidString(d.text) || len(d.text) > maxBlank) {
			_, err = d.read(new(Rules))
		}
	}
	return documents, err
}

// begins reports whether a document or paragraph begins with a sentence.
func begins(before, s *conll.Sentence) bool {
	a, b := documentName(before.ID), documentName(s.ID)
	return has(s, "newdoc") || has(s, "newpar") || a != b && a != "" && b != ""
}

// has reports whether a sentence has a comment.
func has(s *conll.Sentence, comment string) bool {
	return slices.ContainsFunc(s.Extras, func(e conll.Extra) bool { return strings.HasPrefix(e.Text, "# "+comment) })
}

// documentName returns the part of a sent_id before its last hyphen, if a number follows that.
func documentName(id string) string {
	i := strings.LastIndexByte(id, '-')
	if i < 0 || strings.Trim(strings.TrimPrefix(id[i+1:], "s"), "0123456789") != "" {
		return ""
	}
	return id[:i]
}

// form returns a token as it is looked up.
func (d *document) form(t span) string {
	var treebank *lookup.Table
	return treebank.Form(d.text[t.start:t.end])
}

// note adds a token, which begins at start, without the blanks around it. One of blanks and what is not seen
// alone is not a token; if it is the last, the one before it ends the sentence.
func (d *document) note(start int, token string, multiword, last bool) {
	form := strings.TrimLeftFunc(token, isUnseen)
	start += len(token) - len(form)
	form = strings.TrimRightFunc(form, signs.IsBlank)
	if form != "" {
		d.tokens = append(d.tokens, span{start, start + len(form), multiword, last})
	} else if n := len(d.tokens); n > 0 && last {
		d.tokens[n-1].last = true
	}
}

// units cuts a document to learn from into units.
func (d *document) units(r *Rules) []unit {
	units, _ := d.read(r) // as learnable has
	return units
}

// read cuts the document into units. An error is about text that is not UTF-8, or has too many blanks.
func (d *document) read(r *Rules) ([]unit, error) {
	in := &textfile.Reader{Reader: bufio.NewReader(strings.NewReader(d.text)), Name: "text of the treebank"}
	s := scanner{signs: signs.Plain{}, rules: r, line: 1}
	var units []unit
	for {
		var lead string
		var err error
		if units, lead, err = s.scan(units, in); lead != "" {
			d.lead = lead
		}
		if err == io.EOF {
			return units, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
