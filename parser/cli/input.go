package cli

import (
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
)

// stdinName is the argument that stands for the standard input.
const stdinName = "-"

// maxSkipMessages is how many skipped sentences are named, rather than only
// counted.
const maxSkipMessages = 20

// input says how treebanks are read. Its fields are the destinations of flags.
type input struct {
	env     *Env
	latin1  bool
	format  string // "auto", "x", "u"
	skipBad bool
}

// flags are those of every command that reads treebanks.
func (in *input) flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.BoolFlag{Name: "latin1", Usage: "the files are ISO-8859-1, not UTF-8", Destination: &in.latin1},
		&urfave.StringFlag{Name: "format", Value: "auto", Usage: "`FORMAT` of the files: x for CoNLL-X, u for CoNLL-U, auto to tell by looking", Destination: &in.format},
	}
}

// skipFlag is the flag of commands that can do without bad sentences.
func (in *input) skipFlag() urfave.Flag {
	return &urfave.BoolFlag{Name: "skip-bad", Usage: "leave out malformed sentences, and say so, instead of stopping", Destination: &in.skipBad}
}

// open opens a file, or the standard input.
func (in *input) open(name string) (*conll.Reader, error) {
	format, err := parseFormat(in.format)
	if err != nil {
		return nil, err
	}
	r := conll.NewReader(in.env.Stdin, "stdin")
	if name != stdinName {
		if r, err = conll.Open(name); err != nil {
			return nil, err
		}
	}
	r.Latin1, r.Format = in.latin1, format
	return r, nil
}

func parseFormat(name string) (conll.Format, error) {
	switch name {
	case "auto":
		return conll.FormatAuto, nil
	case "x":
		return conll.FormatX, nil
	case "u":
		return conll.FormatU, nil
	}
	return 0, fmt.Errorf("%w: the format is x, u or auto, not %q", errUsage, name)
}

// filesOf returns the files that a command was given, or else the standard input.
func (e *Env) filesOf(c *urfave.Context) []string {
	if c.Args().Present() {
		return c.Args().Slice()
	}
	if isTerminal(e.Stdin) {
		e.say("no file given: reading from the terminal")
	}
	return []string{stdinName}
}

// source yields the sentences of several files, one after another.
type source struct {
	input
	files     []string
	immediate bool
	check     func(*conll.Sentence) error // finds more that makes a sentence bad; may be nil

	reader  *conll.Reader
	skipped int
}

// Read returns the next good sentence, or io.EOF.
func (s *source) Read() (*conll.Sentence, error) {
	for {
		sentence, err := s.next()
		if err == nil && s.check != nil {
			err = s.check(sentence)
		}
		if err == nil {
			return sentence, nil
		}
		if !s.skipBad || !conll.Resumable(err) {
			return nil, err
		}
		s.skip(err)
	}
}

// next reads on, into the next file if need be.
func (s *source) next() (*conll.Sentence, error) {
	for {
		if s.reader == nil {
			if len(s.files) == 0 {
				return nil, io.EOF
			}
			r, err := s.open(s.files[0])
			if err != nil {
				return nil, err
			}
			s.reader, s.files = r, s.files[1:]
			s.reader.Immediate = s.immediate
		}
		sentence, err := s.reader.Read()
		if err != io.EOF {
			return sentence, err
		}
		s.Close()
	}
}

// skip counts a bad sentence.
func (s *source) skip(err error) {
	s.skipped++
	if s.skipped <= maxSkipMessages {
		s.env.say("skipped: %v", err)
	}
}

// saySkipped sums up.
func (s *source) saySkipped() {
	if s.skipped > 0 {
		s.env.say("skipped %s", count(s.skipped, "bad sentence"))
	}
}

// Close closes the file that is being read.
func (s *source) Close() {
	if s.reader != nil {
		s.reader.Close()
		s.reader = nil
	}
}

// say prints a message as one line.
func (e *Env) say(format string, args ...any) {
	fmt.Fprintf(e.Stderr, programName+": "+format+"\n", args...)
}

// count prints a number and what it counts: 1 word, 2 words.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprint(n, " ", what)
}
