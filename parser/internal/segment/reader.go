package segment

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/lookup"
	"parser/parser/internal/segment/signs"
	"parser/parser/text"
)

// Reader reads sentences from raw text, plain or compressed; see [textfile.Items] for its methods.
//
// Sentences have FORM, multiword ranges, the comments newdoc, newpar, sent_id and text, and in MISC SpaceAfter,
// SpacesAfter and SpacesBefore, from which [AppendText] restores the text. A blank line ends a paragraph and a
// sentence; a line end between characters of scripts without blanks is nothing, unless Options.Segmented says what lines
// are. Blanks are what Unicode calls white space, and spaces without width, such as the byte order mark. All other
// characters belong to tokens, whatever they are; without them there is no sentence.
//
// Text must be UTF-8, or made so by [textfile.Reader.Decode]: other bytes are an error with the cause conll.ErrEncoding. The
// sentence that they are in is left out, and the call after the error continues with the next line. Memory is
// bounded: tokens end after 10,000 bytes, and sentences after MaxSentence bytes or 5,000 tokens.
type Reader struct {
	*textfile.Items[*conll.Sentence]
	options text.Options
	given   struct{ sentences, tokens bool }
	rules   *Rules
	tag     Tagger
	forms   Forms
	scan    scanner

	units   []unit // from the first that is still needed
	decided int    // number of units that have their tag
	waiting int    // size of the others, in bytes
	done    int    // number of units that tokens were made from
	size    int    // of the current token so far, in bytes
	first   int    // the first unit of the incomplete sentence
	tokens  []token
	words   int  // in its tokens
	length  int  // of its tokens, in bytes
	newpar  bool // it begins a paragraph

	decomposed bool // the last accent of the text was a character of its own
	refused    bool // the rest of it is passed
	ready      []outcome
	number     int   // of sentences so far
	err        error // to be returned after what is ready
	name       string
}

// token is a token of the incomplete sentence.
type token struct {
	end   int // in units
	form  string
	words []string // if there are several
}

// outcome is a sentence or an error.
type outcome struct {
	sentence *conll.Sentence
	err      error
}

// About how much is given to the tagger at once: units and, where there is much between them, bytes.
const (
	batchUnits = 8192
	batchBytes = 1 << 22
)

// NewReader returns a reader of r. The name appears in errors and in Sentence.File. Without rules and a tagger, both nil,
// words and sentences that are not given are those of Unicode (UAX #29): marks are words of their own, contractions stay
// whole, and each line is a paragraph. This suits scripts with blanks between words; Chinese, Japanese and Thai become
// single characters.
func NewReader(r io.Reader, name string, rules *Rules, tag Tagger, forms Forms, o text.Options) *Reader {
	if rules == nil && tag == nil {
		rules, tag, o.Segmented = &Rules{Habits: habits{Small: true, Apart: true}}, byUnicode, max(o.Segmented, text.Paragraphs)
	}
	reader := &Reader{options: o, rules: rules, tag: tag, forms: forms, newpar: o.Segmented != text.Vertical, name: name, number: o.Before}
	if o.Markup != "" {
		o.Segmented = text.Paragraphs // by the breaks that markup shows
		reader.options.Segmented = o.Segmented
	}
	reader.given.sentences, reader.given.tokens = o.Segmented >= text.Sentences && !o.FindSentences, o.Segmented >= text.Horizontal
	reader.scan = scanner{rules: rules, given: o.Segmented, immediate: o.Immediate, count: o.Ranges, line: o.Lines + 1, offset: o.Offset}
	reader.scan.signs, reader.err = signs.Of(o, rules.words())
	next := reader.next
	if o.KeepLines && (o.Segmented == text.Sentences || o.Segmented == text.Horizontal) {
		next = reader.lines(next)
	}
	reader.Items = textfile.NewItems(r, name, next)
	return reader
}

// words are what is known of the words of a language where they are divided at the ends of lines.
func (r *Rules) words() signs.Words {
	return signs.Words{Known: r.lower, Conjunctions: r.clitics.conjunctions, KeepsHyphen: r.clitics.keepsHyphen}
}

// Shows makes a reader that has not read yet take its signs from elsewhere, as where they begin inside of markup.
func Shows(r *Reader, from signs.Reader) {
	r.scan.signs = signs.Join(from, r.options, r.rules.words())
}

func (r *Reader) next(in *textfile.Reader) (*conll.Sentence, error) {
	for len(r.ready) == 0 {
		if err := r.err; err != nil {
			if r.err = nil; !textfile.Resumable(err) {
				r.err = err
			}
			return nil, err
		}
		r.forget()
		for r.err == nil && r.reads(in) {
			n := len(r.units)
			var lead string
			if r.units, lead, r.err = r.scan.scan(r.units, in); lead != "" && len(r.units) > n {
				r.units[n].lead = lead
			}
			for i := range r.units[n:] {
				r.waiting += r.units[n+i].size()
			}
		}
		if err := r.decide(); err != nil {
			return nil, err
		}
		r.assemble()
	}
	o := r.ready[0]
	r.ready = r.ready[1:]
	return o.sentence, o.err
}

// reads reports whether there should be more units before they are tagged.
func (r *Reader) reads(in *textfile.Reader) bool {
	switch n := len(r.units); {
	case n-r.decided >= batchUnits, n-r.decided >= stride+margin && r.waiting >= batchBytes:
		return false
	case n == r.decided || !r.units[n-1].last:
		return true
	}
	return in.Buffered() > 0 && !r.options.Immediate
}

// forget drops units that are no longer needed.
func (r *Reader) forget() {
	n := min(r.first, r.decided-margin)
	if 2*n < len(r.units) || n <= 0 {
		return
	}
	r.units = append(r.units[:0], r.units[n:]...)
	for i := range r.tokens {
		r.tokens[i].end -= n
	}
	r.decided, r.done, r.first = r.decided-n, r.done-n, r.first-n
}

// decide tags as many units as possible: what a tag depends on does not depend on how much has been read.
func (r *Reader) decide() error {
	var windows []*conll.Sentence
	var places []int       // first, first to be used, and end
	paragraph := r.decided // where it begins, or far enough before
	for paragraph > max(0, r.decided-margin) && !r.units[paragraph-1].last {
		paragraph--
	}
	for at := r.decided; at < len(r.units); {
		end := at // of what is read of the paragraph
		for end < min(len(r.units), at+stride+margin) && (end == at || !r.units[end-1].last) {
			end++
		}
		closed := r.units[end-1].last
		stop := end
		if end-at == stride+margin && !closed {
			stop = at + stride
		} else if !closed {
			break
		}
		from := max(paragraph, at-margin)
		before := slices.Clone(r.units[from:at]) // what is known of them, as this window may have only the end of an abbreviation
		windows = append(windows, r.rules.window(r.shown(r.units[from:end]), r.forms))
		copy(r.units[from:at], before)
		places = append(places, from, at, stop)
		if at = stop; r.units[at-1].last {
			paragraph = at
		}
	}
	if len(windows) == 0 {
		return nil
	}
	if err := r.tag(windows); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	for i, w := range windows {
		from, at, stop := places[3*i], places[3*i+1], places[3*i+2]
		for k := at; k < stop; k++ {
			u, feats := &r.units[k], w.Words[k-from].Feats
			u.tag = w.Words[k-from].XPOS
			u.net = strings.HasPrefix(feats, "C=url") || strings.HasPrefix(feats, "C=mail")
			u.small = strings.Contains(feats, allSmall)
			r.waiting -= u.size()
		}
		r.decided = stop
	}
	return nil
}

// endsSentence reports whether a sentence ends after a unit as the tagger says. In a line no sentence is an abbreviation alone.
func (r *Reader) ends(u *unit) bool {
	if u.stop && (u.abbr == usual || u.abbr == title || u.abbr == initial) && r.done-r.first < 2 && !strings.Contains(u.blank, "\n") {
		return false
	}
	return u.tag == tagSentence || u.tag == tagMultiwordSentence
}

func (r *Reader) assemble() {
	given := r.given
	for ; r.done < r.decided; r.done++ {
		u := &r.units[r.done]
		if r.refused {
			r.drop(u)
			continue
		}
		if !given.tokens {
			r.rules.settle(r.units, r.done)
			if len(r.rules.clitics.tokens) > 0 {
				r.rules.clitics.settle(r.units, r.done)
			}
		}
		if r.done > r.first && u.form[0] >= utf8.RuneSelf && r.rules.endsStrange(u.form, r.units[r.done-1].form) {
			u.tag = tagSentence
		}
		r.size += u.size()
		r.decomposed = lookup.Decomposed(u.form, r.decomposed)
		if r.goesOn(u) {
			continue
		}
		t, bad := r.token(u)
		n := max(1, len(t.words))
		if most := r.options.MaxWords; most > 0 && r.words > 0 && r.words+n > most && !given.sentences {
			r.finish()
		}
		r.tokens = append(r.tokens, t)
		r.words, r.length, r.size = r.words+n, r.length+r.size, 0
		full := len(r.tokens) == maxTokens || r.length > MaxSentence
		switch {
		case u.broken && (given.sentences || errors.Is(r.err, conll.ErrEncoding) && !closed(u)):
			r.drop(u) // it goes on with other bytes than text
		case given.sentences && full && !u.last:
			bad = fmt.Errorf("%w: more than %d tokens or %d bytes", conll.ErrTooLong, maxTokens, MaxSentence)
			fallthrough
		case bad != nil:
			r.ready = append(r.ready, outcome{err: &textfile.Error{File: r.name, Line: u.line, Err: bad}})
			r.drop(u)
		case u.last || full || !given.sentences && r.ends(u):
			r.finish()
		}
	}
}

// closed reports whether a sentence seems to end after a unit, whatever follows.
func closed(u *unit) bool {
	last, _ := utf8.DecodeLastRuneInString(u.form)
	return strings.ContainsRune("。！？", last) || u.blank != "" && strings.ContainsRune(".!?…", last)
}

// goesOn reports whether the current token goes on after a unit.
func (r *Reader) goesOn(u *unit) bool {
	switch {
	case u.last || r.done+1 == len(r.units):
		return false
	case r.given.tokens:
		return !endsToken(r.options.Segmented, u.blank) && r.size <= maxToken
	case u.tag != tagInside || u.blank != "" && (!r.rules.Spaces || u.blank != " "):
		return false
	}
	next := &r.units[r.done+1]
	return r.size+len(next.file) <= maxToken && !next.closes() && !(r.rules.isStrange(u.form) && r.rules.isStrange(next.form))
}

// token returns the current token, which ends with unit u. An error says why a given one is refused.
func (r *Reader) token(u *unit) (t token, err error) {
	t.end = r.done + 1
	var form strings.Builder
	start := r.first
	if n := len(r.tokens); n > 0 {
		start = r.tokens[n-1].end
	}
	for i := start; i < t.end; i++ {
		if form.WriteString(r.units[i].form); i < r.done {
			form.WriteString(r.units[i].blank)
		}
	}
	t.form = form.String()
	if r.given.tokens {
		whole := u.last || endsToken(r.options.Segmented, u.blank)
		if t.form, err = spelled(t.form); err == nil && (!whole || len(t.form) > maxToken) {
			err = fmt.Errorf("%w: a token of more than %d bytes", conll.ErrTooLong, maxToken)
		}
	}
	if u.tag == tagMultiword || u.tag == tagMultiwordSentence {
		t.words = r.rules.Multiword.split(t.form)
	}
	if len(r.rules.clitics.words) > 0 {
		if words := r.rules.clitics.split(t.form); words != nil {
			t.words = words
		}
	}
	if r.decomposed && strings.Join(t.words, "") != t.form {
		for i, w := range t.words {
			t.words[i] = norm.NFD.String(w)
		}
	}
	return t, err
}

// finish makes a sentence of the tokens so far.
func (r *Reader) finish() {
	end := r.tokens[len(r.tokens)-1].end
	r.ready = append(r.ready, outcome{sentence: r.sentence()})
	r.begin(end)
}

// drop passes the given sentence that unit u, the current one, belongs to.
func (r *Reader) drop(u *unit) {
	r.begin(r.done + 1)
	r.size, r.refused = 0, !u.last
}

// begin begins a sentence with a unit.
func (r *Reader) begin(first int) {
	u := &r.units[first-1]
	r.newpar = u.last && endsParagraph(u.blank) && r.options.Segmented != text.Vertical
	r.first, r.tokens, r.words, r.length = first, r.tokens[:0], 0, 0
}
