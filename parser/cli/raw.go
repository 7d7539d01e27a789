package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/pipe"
	"parser/parser/treebank"
)

// rawText is text that a command learns from.
type rawText struct {
	frame.RawText
	texts urfave.StringSlice
}

func newRawText(e *frame.Env) rawText {
	t := rawText{RawText: frame.RawTextOf(e)}
	t.Raw = true
	return t
}

func (t *rawText) flags() []urfave.Flag {
	return append([]urfave.Flag{
		frame.Words(&t.texts, "text", "`FILE` of raw text, a folder of files, or a pattern in quotes; may be given several times"),
		t.EncodingFlag(""), t.SkipFlag(),
	}, t.RawFlags()...)
}

// files returns the files of text; without any it is an ErrUsage.
func (t *rawText) files() ([]string, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if len(t.texts.Value()) == 0 {
		return nil, fmt.Errorf("%w: --text names the files of raw text; - is the standard input", frame.ErrUsage)
	}
	return frame.FilesOf("text", t.texts.Value())
}

// until returns what reads a source until ctx ends, and what closes it. A read that waits for data does not end then, and
// keeps its file.
func until(ctx context.Context, s *pipe.Source) (read func() (*treebank.Item, error), done func()) {
	read = func() (*treebank.Item, error) { return frame.UnlessInterrupted(ctx, s.Read) }
	return read, func() {
		if ctx.Err() == nil {
			s.Close()
		}
	}
}

// sentencesOf returns what reads the sentences of items.
func sentencesOf(read func() (*treebank.Item, error)) func() (*conll.Sentence, error) {
	return func() (*conll.Sentence, error) {
		it, err := read()
		if err != nil {
			return nil, err
		}
		return it.Sentence, nil
	}
}

// size returns how many bytes of text there are in files, 0 if one of them can be read only once.
func (t *rawText) size(files []string) (bytes int64, err error) {
	for _, name := range files {
		if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
			return 0, nil
		}
		f, err := textfile.Open(name, nil)
		if err != nil {
			return 0, err
		}
		n, err := io.Copy(io.Discard, f)
		f.Close()
		if err != nil {
			return 0, err
		}
		bytes += n
	}
	return bytes, nil
}
