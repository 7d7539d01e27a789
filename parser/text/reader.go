package text

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"parser/conll"
	"parser/conll/textfile"
)

// Options say how text is read.
type Options struct {
	Lines        bool   // each line is one or several complete sentences
	Presegmented bool   // each line that is not blank is one sentence, which only the limits can still cut
	Ranges       bool   // MISC has TokenRange=start:end, the token's place in the text in characters from 0
	Document     string // the name of the text for the comment newdoc; "" for none
	Before       int    // the number of sentences before the first, where sent_id continues
}

// Reader reads sentences from raw text, plain or compressed with gzip; see [textfile.Items] for its methods.
//
// Sentences have FORM, multiword ranges, the comments newdoc, newpar, sent_id and text, and in MISC SpaceAfter,
// SpacesAfter and SpacesBefore, from which [AppendText] restores the text. A blank line ends a paragraph and a
// sentence. Blanks are what Unicode calls white space, and spaces without width, such as the byte order mark. All other
// characters belong to tokens, whatever they are; without them there is no sentence.
//
// Text must be UTF-8: other bytes are an error with the cause conll.ErrEncoding. What stands before
// them ends a paragraph, and the call after the error continues with the next line. Memory is
// bounded by MaxBlank, MaxToken, MaxTokens and MaxSentence.
type Reader struct {
	*textfile.Items[*conll.Sentence]
	options Options
	rules   *Rules
	tag     Tagger
	scan    scanner

	units   []unit // from the first that is still needed
	decided int    // number of units that have their tag
	done    int    // number of units that tokens were made from
	size    int    // of the current token so far, in bytes
	first   int    // the first unit of the incomplete sentence
	tokens  []int  // ends of its tokens, in units
	length  int    // its length so far, in bytes
	newpar  bool   // it begins a paragraph
	ready   []*conll.Sentence
	number  int   // of sentences so far
	err     error // to be returned after the sentences that are ready
	name    string
}

// batchUnits is about the number of units given to the tagger at once.
const batchUnits = 8192

// NewReader returns a reader of r. The name appears in errors and in Sentence.File. Without rules and a tagger, both nil,
// words and sentences are those of Unicode (UAX #29): marks are words of their own, contractions stay whole, and each
// line is a paragraph. This suits scripts with blanks between words; Chinese, Japanese and Thai become single characters.
func NewReader(r io.Reader, name string, rules *Rules, tag Tagger, o Options) *Reader {
	if rules == nil && tag == nil {
		rules, tag, o.Lines = &Rules{}, byUnicode, true
	}
	reader := &Reader{options: o, rules: rules, tag: tag, scan: scanner{rules: rules, lines: o.Lines || o.Presegmented, line: 1}, newpar: true, name: name, number: o.Before}
	reader.Items = textfile.NewItems(r, name, reader.next)
	return reader
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
		for r.err == nil && len(r.units)-r.decided < batchUnits && (len(r.units) == r.decided || in.Buffered() > 0 || !r.units[len(r.units)-1].last) {
			n := len(r.units)
			var lead string
			if r.units, lead, r.err = r.scan.scan(r.units, in); lead != "" && len(r.units) > n {
				r.units[n].lead = lead
			}
		}
		if err := r.decide(); err != nil {
			return nil, err
		}
		r.assemble()
	}
	s := r.ready[0]
	r.ready = r.ready[1:]
	return s, nil
}

// forget drops units that are no longer needed.
func (r *Reader) forget() {
	n := min(r.first, r.decided-margin)
	if 2*n < len(r.units) || n <= 0 {
		return
	}
	r.units = append(r.units[:0], r.units[n:]...)
	for i := range r.tokens {
		r.tokens[i] -= n
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
		windows = append(windows, r.rules.window(r.units[from:end]))
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
			if u.tag = w.Words[k-from].XPOS; u.tag == tagSentence && !u.last && goesOn(feats, r.units[k+1].form, u.blank) {
				u.tag = tagToken
			}
			u.net = strings.HasPrefix(feats, "C=url") || strings.HasPrefix(feats, "C=mail")
		}
		r.decided = stop
	}
	return nil
}

func (r *Reader) assemble() {
	for ; r.done < r.decided; r.done++ {
		u := &r.units[r.done]
		if r.done > r.first && r.rules.endsStrange(u.form, r.units[r.done-1].form) {
			u.tag = tagSentence
		}
		n := len(u.form) + len(u.blank)
		r.size, r.length = r.size+n, r.length+n
		space := u.blank == "" || r.rules.Spaces && u.blank == " " // all that a token may contain
		if u.tag == tagInside && space && !u.last && r.done+1 < len(r.units) {
			next := &r.units[r.done+1]
			if r.size+len(next.form) <= MaxToken && !next.closes() && !(r.rules.isStrange(u.form) && r.rules.isStrange(next.form)) {
				continue
			}
		}
		r.tokens = append(r.tokens, r.done+1)
		r.size = 0
		ends := !r.options.Presegmented && (u.tag == tagSentence || u.tag == tagMultiwordSentence)
		if u.last || ends || len(r.tokens) == MaxTokens || r.length > MaxSentence {
			r.ready = append(r.ready, r.sentence())
			r.first, r.tokens, r.length, r.newpar = r.done+1, r.tokens[:0], 0, u.last && endsParagraph(u.blank)
		}
	}
}

func (r *Reader) sentence() *conll.Sentence {
	r.number++
	s := &conll.Sentence{Format: conll.FormatU, ID: strconv.Itoa(r.number), File: r.name, Line: r.units[r.first].line}
	var text strings.Builder
	var ranges []conll.Extra
	blank := ""
	begin := r.first
	for _, end := range r.tokens {
		text.WriteString(blank)
		t := r.units[begin:end]
		at := text.Len()
		for i := range t {
			if text.WriteString(t[i].form); i < len(t)-1 {
				text.WriteString(t[i].blank)
			}
		}
		form := text.String()[at:]
		last := &t[len(t)-1]
		blank = " "
		if last.blank == "" {
			blank = ""
		}
		misc := r.misc(t)
		var words []string
		if last.tag == tagMultiword || last.tag == tagMultiwordSentence {
			words = r.rules.Multiword.split(form)
		}
		if words == nil {
			s.Words = append(s.Words, word(form, misc))
		} else {
			n := len(s.Words)
			ranges = append(ranges, conll.Extra{Before: n, Text: fmt.Sprintf("%d-%d\t%s\t_\t_\t_\t_\t_\t_\t_\t%s", n+1, n+len(words), form, misc)})
			for _, w := range words {
				s.Words = append(s.Words, word(w, "_"))
			}
		}
		begin = end
	}
	comment := func(text string) { s.Extras = append(s.Extras, conll.Extra{Text: "# " + text}) }
	switch {
	case r.number > r.options.Before+1:
	case r.options.Document == "":
		comment("newdoc")
	default:
		comment("newdoc id = " + r.options.Document)
	}
	if r.newpar {
		comment("newpar")
	}
	comment("sent_id = " + s.ID)
	comment("text = " + text.String())
	s.Extras = append(s.Extras, ranges...)
	return s
}

func (r *Reader) misc(t []unit) string {
	var misc []string
	last := &t[len(t)-1]
	switch {
	case last.blank == "":
		misc = append(misc, spaceAfter+"=No")
	case last.blank != " " || last.last: // a single space goes without saying
		misc = append(misc, spacesAfter+"="+escape(last.blank))
	}
	if t[0].lead != "" {
		misc = append(misc, spacesBefore+"="+escape(t[0].lead))
	}
	if r.options.Ranges {
		misc = append(misc, fmt.Sprintf("%s=%d:%d", tokenRange, t[0].start, last.end))
	}
	if len(misc) == 0 {
		return "_"
	}
	return strings.Join(misc, "|")
}

func word(form, misc string) conll.Word {
	return conll.Word{Form: form, Lemma: "_", UPOS: "_", XPOS: "_", Feats: "_", Head: conll.NoHead, Deprel: "_", Deps: "_", Misc: misc}
}
