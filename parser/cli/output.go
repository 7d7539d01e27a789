package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/terminal"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/shards"
	"parser/parser/internal/structure"
)

// shardFlags are those of parse and tag for many files.
func (p *parsing) shardFlags() []urfave.Flag {
	const category = "Many files"
	return []urfave.Flag{
		&urfave.StringFlag{Category: category, Name: "out", Destination: &p.dir, Usage: "parse each file, also those in folders, into one of its own in `FOLDER`, except those that are finished there"},
		&urfave.StringFlag{Category: category, Name: "shard", Destination: &p.part, DefaultText: "all files", Usage: "with --out: only part `I/N` of the files, from 0/N to N-1/N, so that N programs share the work"},
		&urfave.BoolFlag{Category: category, Name: "keep-going", Destination: &p.keepGoing, Usage: "with --out: report files that cannot be parsed, and go on to the next"},
	}
}

// inputs returns what there is to parse, and checks that the flags go with --out, or need none.
func (p *parsing) inputs(c *urfave.Context) ([]string, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	switch {
	case p.dir == "" && (c.IsSet("shard") || c.IsSet("keep-going")):
		return nil, fmt.Errorf("%w: --shard and --keep-going need --out", frame.ErrUsage)
	case p.dir == "" && c.IsSet("out"):
		return nil, fmt.Errorf("%w: --out is empty", frame.ErrUsage)
	case p.dir == "" && p.IsText():
		return frame.FilesIn(p.Env.FilesOf(c))
	case p.dir == "":
		return p.Env.FilesOf(c), nil
	case p.Immediate || p.output != textfile.StdinName:
		return nil, fmt.Errorf("%w: --immediate and --output cannot be used with --out", frame.ErrUsage)
	case !c.Args().Present():
		return nil, fmt.Errorf("%w: --out needs files, folders or patterns", frame.ErrUsage)
	}
	if c.IsSet("shard") {
		var err error
		if p.shard, err = shards.ParseShard(p.part); err != nil {
			return nil, fmt.Errorf("%w: --shard: %w", frame.ErrUsage, err)
		}
	}
	return c.Args().Slice(), nil
}

// create opens the output. It must not be one of the files to read, which would be lost.
func (p *parsing) create(files []string) (err error) {
	p.start = time.Now()
	if p.Immediate || len(files) == 1 && files[0] == textfile.StdinName && terminal.Is(p.Env.Stdin) { // someone waits for each answer
		p.Immediate, p.threads = true, 0 // which does not wait for a batch
	}
	if p.out = p.Env.Stdout; p.output == textfile.StdinName {
		return nil
	}
	if p.file, err = createApart(p.output, files); err == nil {
		p.out = p.file
	}
	return err
}

// createApart begins to write a file in a folder that exists, unless it is one of the files to read.
func createApart(name string, files []string) (*atomicfile.File, error) {
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		for _, other := range files {
			if in, err := os.Stat(other); err == nil && os.SameFile(in, info) {
				return nil, fmt.Errorf("%w: %s is both input and output", frame.ErrUsage, other)
			}
		}
	}
	if _, err := os.Stat(filepath.Dir(name)); err != nil { // which would be made
		return nil, err
	}
	atomicfile.RemoveStale(name)
	return atomicfile.Create(name)
}

// toFile does a task, and gives the file that it writes its name: it has what was parsed, even if that is not all. But a
// signal leaves nothing of it.
func (p *parsing) toFile(ctx context.Context, files []string, do task) error {
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

func (p *parsing) shards(c *urfave.Context, inputs []string, do task, models []*engine.Parser) error {
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	bar, finished, own := frame.Bar{W: p.Env.Stderr}, 0, 0 // files
	if !p.Quiet && terminal.Is(p.Env.Stderr) {
		p.wrote = func() { bar.Set(finished, own, p.speed()) }
		p.Say = func(format string, values ...any) {
			bar.Clear()
			p.Env.Say(format, values...)
		}
	}
	job := shards.Job{Dir: p.dir, Shard: p.shard, KeepGoing: p.keepGoing, Done: func(o shards.Outcome) {
		finished++
		switch {
		case o.Err != nil && p.keepGoing:
			p.Say("failed: %v", o.Err)
		case o.Err != nil || !p.verbose: // an error that ends the run is said in the end
		case o.Skipped:
			p.Say("%s: finished before", o.Name)
		default:
			p.Say("%s: %s, %s", o.Name, layout.Count(o.Sentences, "sentence"), layout.Count(o.Words, "word"))
		}
		if p.wrote != nil {
			p.wrote()
		}
	}}
	builds, format := models[0].Structure(), p.outputFormat
	if format == "" && (builds.Holds != structure.Columns || p.IsText()) {
		format = builds.Outputs[0]
	}
	files, err := shards.List(p.dir, inputs, p.wanted(builds), structure.Extension(format))
	if err == nil {
		job.Record, err = p.record(c, models)
	}
	if errors.Is(err, shards.ErrInputs) {
		err = fmt.Errorf("%w: %w", frame.ErrUsage, err)
	}
	if err != nil {
		return err
	}
	p.start, own = time.Now(), len(p.shard.Of(files))
	sum, err := job.Run(ctx, files, func(ctx context.Context, name string, w io.Writer) (shards.Counts, error) {
		before := p.done
		err := do(ctx, []string{name}, w)
		return shards.Counts{Sentences: p.done.sentences - before.sentences, Words: p.done.words - before.words}, err
	})
	bar.Clear()
	err = p.ended(err)
	if !p.Quiet && (err == nil || sum.Files > 0) {
		p.Env.Say("shard %v: %s: %d parsed, %d finished before, %d failed; %s, %s, %s", job.Shard, layout.Count(sum.Files, "file"),
			sum.Parsed, sum.Skipped, sum.Failed, layout.Count(sum.Sentences, "sentence"), layout.Count(sum.Words, "word"), p.speed())
	}
	if err == nil && sum.Failed > 0 {
		err = fmt.Errorf("%d of %s failed", sum.Failed, layout.Count(sum.Files, "file"))
	}
	return err
}

// wanted tells which files of a folder are those that a model can read; nil is all.
func (p *parsing) wanted(builds *structure.Structure) func(name string) bool {
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

// record says what all outputs depend on: the models, and the flags that change what they write.
func (p *parsing) record(c *urfave.Context, models []*engine.Parser) (r shards.Record, err error) {
	r.Model, r.Options = p.model, []string{}
	h := sha256.New()
	for _, m := range models {
		if err := m.Write(h); err != nil {
			return r, err
		}
	}
	r.Digest = fmt.Sprintf("%x", h.Sum(nil))
	for _, name := range frame.GivenFlags(c, "lang", "tagger", "segmenter", "threads", "verbose", "out", "shard", "keep-going") {
		r.Options = append(r.Options, fmt.Sprintf("--%s=%v", name, c.Value(name)))
	}
	return r, nil
}
