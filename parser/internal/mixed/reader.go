package mixed

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"unicode/utf8"

	"parser/conll/textfile"
	"parser/parser/internal/segment/signs"
	"parser/parser/text"
)

// Options say how runs are found.
type Options struct {
	Has   func(language string) bool // a language without a model must be clearer than others to be one
	Lines bool                       // each line is complete: the next may well be in another language

	// Text says what of the text is markup, whose lines are those that it shows; that lines are decided one after the other,
	// without those that follow (Immediate); and what counts Run.Offset (Ranges). The rest of it has no meaning here.
	Text text.Options
}

// Reader cuts a text into runs of whole lines in one language.
type Reader struct {
	in      *textfile.Reader
	markup  signs.Reader // nil for none
	options Options
	block   []line // lines that are decided and not yet in a run
	last    string // the language of the line before them, "" at the beginning
	partial bool   // the last line was longer than is read at once, and goes on
	err     error  // after the block
	lines   int    // in runs so far
	offset  int    // of the text so far
}

// line is a line with its ending, or a part of one.
type line struct {
	text     []byte
	shown    []rune // what each character of the text shows, if it has markup
	language string
}

// Run is a stretch of text in one language, to be read before the next run is asked for.
type Run struct {
	Language      string // or language.Unknown, where it is clearly no language that is known; "" if nothing of the text is clear
	Lines, Offset int    // what is before it in the text: lines, and what Options.Text.Ranges counts
	reader        *Reader
	left          []byte
	shown         []rune // what the characters show that were read last
}

// NewReader returns what cuts a text into runs. The error is about markup that does not exist.
func NewReader(f *textfile.Reader, o Options) (*Reader, error) {
	r := &Reader{in: f, options: o}
	var err error
	if o.Text.Markup != "" {
		r.markup, err = signs.Markup(o.Text)
	}
	return r, err
}

// Next returns the next run, or io.EOF. What is left of the run before is skipped.
func (r *Reader) Next() (*Run, error) {
	if err := r.fill(); err != nil {
		return nil, err
	}
	return &Run{Language: r.block[0].language, Lines: r.lines, Offset: r.offset, reader: r}, nil
}

// Read reads from the run.
func (u *Run) Read(to []byte) (n int, err error) {
	for len(u.left) == 0 {
		if err := u.reader.fill(); err != nil {
			return 0, err
		}
		if u.reader.block[0].language != u.Language {
			return 0, io.EOF
		}
		taken := u.reader.take()
		u.left, u.shown = taken.text, append(u.shown, taken.shown...)
	}
	n = copy(to, u.left)
	u.left = u.left[n:]
	return n, nil
}

// Skip reads the run to its end.
func (u *Run) Skip() error {
	_, err := io.Copy(io.Discard, u)
	return err
}

// File returns the run as an open file of the text's name.
func (u *Run) File() (*textfile.Reader, error) {
	f := &textfile.Reader{Reader: bufio.NewReader(u), Name: u.reader.in.Name}
	return f, f.Decode("utf-8") // so that nothing else is guessed
}

// Signs returns what reads the signs of the run from its File, nil if the text has no markup.
func (u *Run) Signs() signs.Reader {
	if u.reader.markup == nil {
		return nil
	}
	return u
}

// Next returns the next sign of the run, if the text has markup.
func (u *Run) Next(in *textfile.Reader) (signs.Sign, error) {
	c, size, err := in.ReadRune()
	if err != nil {
		return signs.Sign{}, err
	}
	shown := u.shown[0]
	u.shown = u.shown[1:]
	return signs.Sign{File: c, Size: size, Shown: shown}, nil
}

// take takes the next line.
func (r *Reader) take() line {
	next := r.block[0]
	r.block = r.block[1:]
	r.lines += bytes.Count(next.text, []byte("\n"))
	if count := r.options.Text.Ranges; count != nil {
		r.offset += count(string(next.text))
	}
	return next
}

// fill reads and decides a block of lines, unless one is there: a paragraph with the blank line that follows it, or as
// much as it takes to know any language.
func (r *Reader) fill() error {
	const most = 1 << 18 // bytes of a block
	if len(r.block) > 0 {
		return nil
	}
	if r.err != nil {
		return r.err
	}
	d, size := decider{options: &r.options, last: r.last}, 0
	for r.err == nil && size < most {
		goesOn := r.partial
		next, shown, ends := r.read()
		if len(next.text) == 0 {
			continue
		}
		size += len(next.text)
		r.block = append(r.block, next)
		d.see(shown, goesOn)
		d.blank = d.blank || ends
		if d.clear() && !r.partial && (d.blank || r.options.Text.Immediate) {
			break
		}
	}
	if len(r.block) == 0 {
		return r.err
	}
	for i, language := range d.decide() {
		r.block[i].language = language
	}
	r.last = r.block[len(r.block)-1].language
	return nil
}

// read reads the next line, or a part of one; it returns what the line shows, too, and whether it ends a paragraph.
func (r *Reader) read() (next line, shown string, ends bool) {
	if r.markup == nil {
		text, err := r.in.ReadSlice('\n')
		if r.partial = err == bufio.ErrBufferFull; r.partial {
			err = nil
		}
		r.err = err
		return line{text: bytes.Clone(text)}, string(text), false
	}
	const most = 1 << 14 // characters of a part
	var show strings.Builder
	for range most {
		c, err := r.markup.Next(r.in)
		if err != nil {
			r.err, r.partial = err, false
			return next, show.String(), false
		}
		if next.shown = append(next.shown, c.Shown); c.IsUTF8() {
			next.text = utf8.AppendRune(next.text, c.File)
		} else {
			next.text = append(next.text, 0xff) // stands for any byte that is not UTF-8
		}
		if c.Shown >= 0 {
			show.WriteRune(c.Shown)
		}
		if c.EndsLine() {
			r.partial = false
			return next, show.String(), c.EndsParagraph()
		}
	}
	r.partial = true
	return next, show.String(), false
}
