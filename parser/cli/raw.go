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
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/text"
	"parser/parser/treebank"
)

// rawText is text that a command cuts into words to learn from it. Its fields are the destinations of flags.
type rawText struct {
	frame.Input
	texts     urfave.StringSlice
	segmenter string // ruleName, or a model

	paragraphs bool // each line is one
}

// ruleName is the segmenter that is no model.
const ruleName = "rule"

func (t *rawText) flags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.StringSliceFlag{Name: "text", Destination: &t.texts, Usage: "`FILE` of raw text, a folder of files, or a pattern in quotes; may be given several times"},
		&urfave.StringFlag{Name: "segmenter", Destination: &t.segmenter, Usage: frame.ModelUsage + ", whose segmenter cuts raw text into words, or \"" + ruleName + "\" to cut as Unicode says"},
		&urfave.BoolFlag{Name: "paragraphs", Aliases: []string{"lines"}, Destination: &t.paragraphs, Usage: "each line is one or several complete sentences"},
		t.EncodingFlag(""), t.SkipFlag(),
	}
}

// files returns the files of text; without any it is an ErrUsage.
func (t *rawText) files() ([]string, error) {
	if len(t.texts.Value()) == 0 {
		return nil, fmt.Errorf("%w: --text names the files of raw text; - is the standard input", frame.ErrUsage)
	}
	return filesOf("text", t.texts.Value())
}

// filesOf returns the files that the values of a flag stand for: names, patterns, and folders with all files in them.
func filesOf(flag string, values []string) (files []string, err error) {
	for _, pattern := range values {
		names, err := textfile.Matches(pattern)
		if err != nil {
			return nil, fmt.Errorf("%w: --%s: %w", frame.ErrUsage, flag, err)
		}
		inside, err := filesIn(names)
		if err != nil {
			return nil, err
		}
		files = append(files, inside...)
	}
	return files, nil
}

// cutter returns the model that cuts text into words, that of --segmenter or, without it, usual; nil is the rule.
func (t *rawText) cutter(usual func() (*engine.Parser, error)) (*engine.Parser, error) {
	switch t.segmenter {
	case "":
		return usual()
	case ruleName:
		return nil, nil
	}
	m, _, err := t.Env.Load(t.segmenter)
	switch {
	case err != nil:
		return nil, fmt.Errorf("--segmenter: %w", err)
	case m.Segmenter() == nil:
		return nil, fmt.Errorf("%w: --segmenter %s: %w", frame.ErrModel, t.segmenter, engine.ErrNoSegmenter)
	}
	return m, nil
}

// source returns the sentences in files, numbered throughout. A nil cutter is the rule.
func (t *rawText) source(cutter *engine.Parser, files []string) *pipe.Source {
	t.Format = pipe.Text
	sentences := 0
	s := &pipe.Source{Input: &t.Input.Input, Item: "stretch of text", Files: files}
	s.Reader = func(f *textfile.Reader, _ string) (func() (*treebank.Item, error), error) {
		how := text.Options{Before: sentences}
		if t.paragraphs {
			how.Given = text.Paragraphs
		}
		r := text.NewReader(f, f.Name, nil, nil, how)
		if cutter != nil {
			var err error
			if r, err = cutter.Text(f, f.Name, how); err != nil {
				return nil, err
			}
		}
		return structure.Items(func() (*conll.Sentence, error) {
			s, err := r.Read()
			if err == nil {
				sentences++
			}
			return s, err
		}, treebank.SentenceItem), nil
	}
	return s
}

// until returns what reads a source until ctx ends, and what closes it. A read that waits for data does not end then, and
// keeps its file.
func until(ctx context.Context, s sentences) (read func() (*treebank.Item, error), done func()) {
	read = func() (*treebank.Item, error) { return frame.UnlessInterrupted(ctx, s.Read) }
	return read, func() {
		if ctx.Err() == nil {
			s.Close()
		}
	}
}

// sentences is a [pipe.Source].
type sentences interface {
	Read() (*treebank.Item, error)
	Close()
	SaySkipped()
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
