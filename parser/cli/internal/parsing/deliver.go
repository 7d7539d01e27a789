package parsing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/terminal"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// task is what is done with files: items of a source are run through a parser or taggers, which give them a structure.
type task struct {
	builds *structure.Structure
	run    streaming
	source func(ctx context.Context, files []string) *pipe.Source
}

// streaming is how parsers and taggers work, see [engine.Parser.Run].
type streaming func(ctx context.Context, next func() (*treebank.Item, error), emit func(*treebank.Item) error, workers int) error

// work does the task with files, one after the other, and writes what comes out of them to w.
type work func(ctx context.Context, files []string, w io.Writer) error

// work returns what does a task and writes the structures that come out.
func (p *command) work(t task) (work, error) {
	builds := t.builds
	if err := builds.CheckWriting(p.outputFormat); err != nil {
		hint := ""
		if slices.Contains(builds.Outputs, structure.Brackets) {
			hint = "; dependencies are made of them by: parser convert"
		}
		return nil, fmt.Errorf("%w: --output-format: %w%s", frame.ErrUsage, err, hint)
	}
	format := cmp.Or(p.outputFormat, builds.Outputs[0])
	if p.names && !slices.Contains([]string{structure.CoNLLU, structure.JSON, structure.Penman}, format) {
		return nil, fmt.Errorf("%w: --name-model: --output-format %s has no place for the name (have %s, %s, %s)", frame.ErrUsage, format, structure.CoNLLU,
			structure.JSON, structure.Penman)
	}
	p.builds, p.LineFormat = builds, builds.ByLine(format)
	return func(ctx context.Context, files []string, out io.Writer) error {
		s := t.source(ctx, files)
		w, err := builds.NewWriter(out, p.outputFormat)
		if err != nil {
			return err
		}
		write, end := p.ordered(w.Write)
		err = t.run(ctx, s.Read, func(it *treebank.Item) error {
			p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return structure.Has(it.Words, column) })
			if p.names {
				structure.Sign(it, p.signature())
			}
			var err error
			if it.Size() > 0 || p.LineFormat || !p.Text.KeepLines { // lines without words have no other place
				err = write(it)
			}
			p.done.sentences++
			p.done.words += it.Size()
			if p.wrote != nil {
				p.wrote()
			}
			if err != nil || !p.Immediate {
				return err
			}
			return w.Flush()
		}, p.threads)
		s.Close()
		err = cmp.Or(end(), w.Flush(), err) // whatever happens, everything before is written
		s.SaySkipped()
		return err
	}, nil
}

// signature returns the name of the model that made what is being written.
func (p *command) signature() string {
	if p.of != "" {
		return p.of
	}
	return p.found.Name
}

// deliver does a task, and writes to the output, or to as many as there are files.
func (p *command) deliver(c *urfave.Context, files []string, t task, models ...*engine.Parser) error {
	do, err := p.work(t)
	if err != nil {
		return err
	}
	if p.job.Dir != "" {
		return p.shards(c, files, do, models)
	}
	if err := p.create(files); err != nil {
		return err
	}
	err = p.toFile(c.Context, files, do)
	if errors.Is(err, frame.ErrInterrupted) {
		return err
	}
	err = p.finish(err)
	if err == nil && !p.Quiet && (p.verbose || terminal.Is(p.Env.Stderr)) {
		p.Env.Say("%s, %s, %s", layout.Count(p.done.sentences, "sentence"), layout.Count(p.done.words, "word"), p.speed())
	}
	return err
}

// create opens the output. It must not be one of the files to read, which would be lost.
func (p *command) create(files []string) (err error) {
	p.start = time.Now()
	if p.Immediate || len(files) == 1 && files[0] == textfile.StdinName && terminal.Is(p.Env.Stdin) { // someone waits for each answer
		p.Immediate, p.threads = true, 0 // which does not wait for a batch
	}
	if p.out = p.Env.Stdout; p.output == textfile.StdinName {
		return nil
	}
	if p.file, err = frame.CreateApart(p.output, files); err == nil {
		p.out = p.file
	}
	return err
}

// toFile does a task, and gives the file that it writes its name: it has what was parsed, even if that is not all. But a
// signal leaves nothing of it.
func (p *command) toFile(ctx context.Context, files []string, do work) error {
	if p.file == nil {
		return do(ctx, files, p.out)
	}
	defer p.file.Close()
	ctx, stop := frame.Interruptible(ctx)
	defer stop()
	_, err := frame.UnlessInterrupted(ctx, func() (struct{}, error) { return struct{}{}, do(ctx, files, p.out) })
	if frame.IsAny(err, context.Canceled, frame.ErrInterrupted) {
		return fmt.Errorf("%w: %s is not written", frame.ErrInterrupted, p.output)
	}
	return cmp.Or(err, p.file.Commit())
}

// finish warns of columns that the model missed, and returns the error to report for that of a task.
func (p *command) finish(err error) error {
	const few = 100 // words that need not have features
	p.lacking = slices.DeleteFunc(p.lacking, func(column string) bool { return column == "feats" && p.done.words < few })
	if err == nil && len(p.lacking) > 0 && p.done.words > 0 {
		p.Env.Say("no word has %s, which the model has learned from and does not set: parses are worse for it", strings.ToUpper(strings.Join(p.lacking, ", ")))
	}
	if errors.Is(err, context.Canceled) {
		err = frame.ErrInterrupted
	}
	return err
}

func (p *command) speed() string {
	return layout.Count(int(float64(p.done.words)/time.Since(p.start).Seconds()+0.5), "word") + "/s"
}

// ordered returns what writes items by another function: at once or, if only the least sure are to be written, in the
// end. It holds no more of them than are to be written.
func (p *command) ordered(write func(*treebank.Item) error) (add func(*treebank.Item) error, end func() error) {
	if p.unsure == 0 {
		return write, func() error { return nil }
	}
	type rated struct {
		*treebank.Item
		sureness float64
	}
	var least []rated
	add = func(it *treebank.Item) error {
		r := rated{it, structure.Sureness(it)}
		at := sort.Search(len(least), func(i int) bool { return least[i].sureness > r.sureness })
		least = slices.Insert(least, at, r)
		least = least[:min(len(least), p.unsure)]
		return nil
	}
	return add, func() error {
		for _, r := range least {
			if err := write(r.Item); err != nil {
				return err
			}
		}
		return nil
	}
}
