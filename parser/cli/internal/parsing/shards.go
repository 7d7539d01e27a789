package parsing

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/shards"
	"parser/parser/internal/structure"
)

// shardFlags are those for many files.
func (p *command) shardFlags() []urfave.Flag {
	return frame.Under("Many files",
		frame.Word(&p.job.Dir, "out", "parse each file, also those in folders, into one of its own in `FOLDER`, except those that are finished there"),
		frame.Usually("all files", frame.Word(&p.part, "shard",
			"with --out: only part `I/N` of the files, from 0/N to N-1/N, so that N programs share the work")),
		frame.Switch(&p.job.KeepGoing, "keep-going", "with --out: report files that cannot be parsed, and go on to the next"))
}

func (p *command) shards(c *urfave.Context, inputs []string, do work, models []*engine.Parser) error {
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	bar, finished, own := p.Env.Bar(p.Quiet), 0, 0 // files
	p.wrote = func() { bar.Set(finished, own, p.speed()) }
	p.Say = func(format string, values ...any) {
		bar.Clear()
		p.Env.Say(format, values...)
	}
	p.job.Done = func(o shards.Outcome) {
		finished++
		switch {
		case o.Err != nil && p.job.KeepGoing:
			p.Say("failed: %v", o.Err)
		case o.Err != nil || !p.verbose: // an error that ends the run is said in the end
		case o.Skipped:
			p.Say("%s: finished before", o.Name)
		default:
			p.Say("%s: %s, %s", o.Name, layout.Count(o.Sentences, "sentence"), layout.Count(o.Words, "word"))
		}
		p.wrote()
	}
	format, reads := p.outputFormat, p.builds
	if format == "" && (p.IsText() || reads.Form != textfile.CoNLL) {
		format = reads.Outputs[0]
	}
	if len(models) > 0 && models[0] != nil {
		reads = models[0].Structure()
	}
	files, err := shards.List(p.job.Dir, inputs, p.wanted(reads), structure.Extension(format))
	if err == nil {
		p.job.Record, err = p.record(c, models)
	}
	if errors.Is(err, shards.ErrInputs) {
		err = fmt.Errorf("%w: %w", frame.ErrUsage, err)
	}
	if err != nil {
		return err
	}
	p.start, own = time.Now(), len(p.job.Shard.Of(files))
	sum, err := p.job.Run(ctx, files, func(ctx context.Context, name string, w io.Writer) (shards.Counts, error) {
		before := p.done
		err := do(ctx, []string{name}, w)
		return shards.Counts{Sentences: p.done.sentences - before.sentences, Words: p.done.words - before.words}, err
	})
	bar.Clear()
	err = p.finish(err)
	if !p.Quiet && (err == nil || sum.Files > 0) {
		p.Env.Say("shard %v: %s: %d parsed, %d finished before, %d failed; %s, %s, %s", p.job.Shard, layout.Count(sum.Files, "file"),
			sum.Parsed, sum.Skipped, sum.Failed, layout.Count(sum.Sentences, "sentence"), layout.Count(sum.Words, "word"), p.speed())
	}
	if err == nil && sum.Failed > 0 {
		err = fmt.Errorf("%d of %s failed", sum.Failed, layout.Count(sum.Files, "file"))
	}
	return err
}

// wanted tells which files of a folder are those that a model can read; nil is all.
func (p *command) wanted(builds *structure.Structure) func(name string) bool {
	columns := structure.OfForm(textfile.CoNLL).Extensions
	extensions := slices.Concat(columns, builds.Extensions)
	switch {
	case p.IsText() || p.Format == textfile.Tagged:
		return nil
	case p.Format == textfile.Brackets || p.Format == textfile.Graphs:
		extensions = builds.Extensions
	case p.Format != pipe.Auto:
		extensions = columns
	}
	return func(name string) bool {
		return slices.ContainsFunc(extensions, func(ext string) bool { return strings.HasSuffix(name, ext) })
	}
}

// record says what all outputs depend on: the models, of texts in several languages all that there are, and the flags that change
// what they write.
func (p *command) record(c *urfave.Context, models []*engine.Parser) (r shards.Record, err error) {
	r.Model, r.Options = p.title, []string{}
	segmenter := "segmenter" // which the model holds
	if p.request.Only != "" || p.Segmenter == frame.RuleName {
		segmenter = ""
	}
	h := sha256.New()
	for _, m := range models {
		if err := p.write(h, m); err != nil {
			return r, err
		}
	}
	if len(models) == 0 {
		all, err := p.Env.Places().Models()
		if err != nil {
			return r, err
		}
		r.Model = p.mixedBy
		for _, found := range all {
			fmt.Fprintln(h, found.Name)
			if err := copyFile(h, found.File); err != nil {
				return r, err
			}
		}
	}
	for _, name := range p.lexicons.Value() {
		if err := copyFile(h, name); err != nil {
			return r, err
		}
		if base, hunspell := strings.CutSuffix(name, ".dic"); hunspell {
			if err := copyFile(h, base+".aff"); err != nil && !errors.Is(err, os.ErrNotExist) { // it may be compressed
				return r, err
			}
		}
	}
	r.Digest = fmt.Sprintf("%x", h.Sum(nil))
	for _, name := range frame.GivenFlags(c, "lang", "tagger", segmenter, "threads", "verbose", "out", "shard", "keep-going") {
		value := c.Value(name)
		if list, several := value.(urfave.StringSlice); several {
			value = strings.Join(list.Value(), ",")
		}
		r.Options = append(r.Options, fmt.Sprintf("--%s=%v", name, value))
	}
	return r, nil
}

// write writes a model, or the file of one of which only a part was read.
func (p *command) write(w io.Writer, m *engine.Parser) error {
	switch {
	case m == nil:
		return nil
	case p.request.Only == "":
		return m.Write(w)
	case p.found.File == "":
		_, err := io.Copy(w, io.NewSectionReader(english.File(), 0, english.File().Size()))
		return err
	}
	return copyFile(w, p.found.File)
}

func copyFile(w io.Writer, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
