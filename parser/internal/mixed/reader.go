package mixed

import (
	"bufio"
	"bytes"
	"io"

	"parser/conll/textfile"
)

// Options say how runs are found.
type Options struct {
	Has       func(language string) bool // a language without a model must be clearer than others to be one
	Lines     bool                       // each line is complete: the next may well be in another language
	Immediate bool                       // lines are decided one after the other, without those that follow
	Count     func(text string) int      // counts Run.Offset; nil for none
}

// Reader cuts a text into runs of whole lines in one language.
type Reader struct {
	in      *bufio.Reader
	name    string
	options Options
	block   []line // lines that are decided and not yet in a run
	last    string // the language of the line before them, "" at the beginning
	partial bool   // the last line was longer than the buffer, and goes on
	err     error  // after the block
	lines   int    // in runs so far
	offset  int    // of the text so far
}

// line is a line with its ending, or a part of one.
type line struct {
	text     []byte
	language string
}

// Run is a stretch of text in one language, to be read before the next run is asked for.
type Run struct {
	Language      string // or language.Unknown, where it is clearly no language that is known; "" if nothing of the text is clear
	Lines, Offset int    // what is before it in the text: lines, and what Options.Count counts
	reader        *Reader
	left          []byte
}

// NewReader returns what cuts a text into runs.
func NewReader(f *textfile.Reader, o Options) *Reader {
	return &Reader{in: f.Reader, name: f.Name, options: o}
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
		u.left = u.reader.take()
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
	f := &textfile.Reader{Reader: bufio.NewReader(u), Name: u.reader.name}
	return f, f.Decode("utf-8") // so that nothing else is guessed
}

// take takes the next line.
func (r *Reader) take() []byte {
	text := r.block[0].text
	if r.block = r.block[1:]; bytes.HasSuffix(text, []byte("\n")) {
		r.lines++
	}
	if r.options.Count != nil {
		r.offset += r.options.Count(string(text))
	}
	return text
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
		text, err := r.in.ReadSlice('\n')
		goesOn := r.partial
		if r.partial = err == bufio.ErrBufferFull; r.partial {
			err = nil
		}
		if r.err = err; len(text) == 0 {
			continue
		}
		text = bytes.Clone(text)
		size += len(text)
		r.block = append(r.block, line{text: text})
		blank := len(bytes.TrimSpace(text)) == 0
		d.see(string(text), goesOn)
		if d.clear() && !r.partial && (blank || r.options.Immediate) {
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
