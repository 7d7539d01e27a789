package cli

import (
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/pipe"
	"parser/parser/internal/silver"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// labelling makes silver trees of raw text.
type labelling struct {
	rawText
	silver.Options
	models  urfave.StringSlice
	but     urfave.StringSlice // files
	from    frame.GraphSource  // --base
	request treebank.Request
	output  string
	every   time.Duration // after which a line says how far it is
}

// usualConfidence is the least confidence of one model; several models have none.
const usualConfidence = 0.9

func silverCommand(e *frame.Env) *urfave.Command {
	t := &labelling{
		rawText: newRawText(e), output: textfile.StdinName, every: time.Minute,
		Options: silver.Options{Agree: 1, Shortest: 5, Longest: 40, Workers: 1},
	}
	return &urfave.Command{
		Description: `Parses raw text and keeps the trees that are probably right, to learn from them together with a
treebank: those that a single model is sure of, or those on which several models agree, which
had better differ in kind, seed or data. The trees are those of the first model.

The text is cut into words by the first model, by --segmenter or, if neither can, as Unicode says.
A sentence that occurs twice is kept once. With --words the sentences are taken evenly from the
text, from all files; of the standard input they are the first ones.

Never label the text of dev or test: --but leaves out the sentences of these files.
After Ctrl-C the trees that were made so far are kept.`,
		Flags: append([]urfave.Flag{
			frame.Words(&t.models, "model", frame.ModelUsage+"; may be given several times"),
		}, append(append(t.flags(), frame.RequestFlags(&t.request, "treebank", "valid", "beam")...),
			t.from.BaseFlag("", "of constituents and graphs, if they need one, English"),
			frame.Word(&t.output, "out", "`FILE` to write, compressed if it ends in .gz; - is the standard output", "o"),
			&urfave.Float64Flag{
				Name: "least-confidence", Destination: &t.Confidence,
				DefaultText: fmt.Sprintf("%v with one model, 0 with several", usualConfidence),
				Usage:       "keep sentences to whose trees the first model gives at least the confidence `P`, from 0 to 1: about the share of words that are right",
			},
			&urfave.Float64Flag{
				Name: "agree", Value: t.Agree, Destination: &t.Agree,
				Usage: "keep sentences if each other model gives this `SHARE` of the words the same head and label as the first; of brackets F1, of graphs Smatch",
			},
			frame.Number(&t.Shortest, 1, "shortest", "leave out sentences of fewer than `N` words"),
			frame.Number(&t.Longest, 1, "longest", "leave out sentences of more than `N` words"),
			frame.Usually("all", frame.Number(&t.Words, 1, "words", "stop after about `N` words in kept sentences")),
			frame.Words(&t.but, "but", "`FILE` of a treebank whose sentences are left out, or a folder, or a pattern in quotes; may be given several times"),
			frame.Number(&t.Workers, 1, "workers", "`N` threads parse; the output is the same with any number", "threads"),
			frame.QuietFlag(&t.Quiet),
		)...),
		Action: t.run,
	}
}

func (t *labelling) run(c *urfave.Context) error {
	files, err := t.files()
	if err != nil {
		return err
	}
	parsers, err := t.load()
	if err != nil {
		return err
	}
	if err := t.check(c, len(parsers)); err != nil {
		return err
	}
	cutter, err := t.Cutter(func() (*engine.Parser, error) {
		if parsers[0].Segmenter() == nil {
			fmt.Fprintf(t.Env.Notes(t.Quiet),
				"%s cannot cut text into words: they are those of Unicode (--segmenter MODEL)\n", t.models.Value()[0])
			return nil, nil
		}
		return parsers[0], nil
	})
	if err != nil {
		return err
	}
	if t.Words > 0 || !t.Quiet { // or else nothing asks how much is left
		if t.Size, err = t.size(files); err != nil {
			return err
		}
	}
	l, err := silver.New(parsers, t.Options)
	if errors.Is(err, silver.ErrUnsure) {
		err = fmt.Errorf("%w; --least-confidence 0 keeps all", err)
	}
	if err != nil {
		return fmt.Errorf("%w: --model: %w", frame.ErrUsage, err)
	}
	if err := t.holdOut(l, parsers[0].Structure()); err != nil {
		return err
	}
	defer frame.SaveMemory(t.Env)()
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	return t.write(files, func(w io.Writer) (kept bool, err error) {
		out, err := parsers[0].Structure().NewWriter(w, "")
		if err != nil {
			return false, err
		}
		err = t.label(ctx, l, t.Cut(ctx, cutter, pipe.Reading{Workers: t.Workers}, files), out)
		return l.Kept.Sentences > 0, cmp.Or(out.Flush(), err)
	})
}

// load loads the models, with what they need for raw text.
func (t *labelling) load() (parsers []*engine.Parser, err error) {
	names := t.models.Value()
	if len(names) == 0 {
		return nil, fmt.Errorf("%w: --model names the parsers that label the text", frame.ErrUsage)
	}
	for _, name := range names {
		m, found, err := t.Env.Load(name, "")
		if err != nil {
			return nil, err
		}
		title, lacks := frame.Title(found), m.Lacks(true)
		switch {
		case m.Structure().Tagger:
			return nil, fmt.Errorf("%w: %s is a tagger, and trees are needed", frame.ErrUsage, title)
		case t.from.Base != "" && !m.TakesBase(false) && len(lacks) == 0:
			return nil, fmt.Errorf("%w: --base cannot be used with a model that cuts and tags text itself, as %s does", frame.ErrUsage, title)
		}
		if m, err = t.from.Completed(t.Env, m, lacks); err != nil {
			return nil, err
		}
		if m.NeedsTags() {
			return nil, fmt.Errorf("%w: %s needs tags, which raw text lacks: train it with --pipeline, --multi-task or --tag, or name a model that sets them (--base)",
				frame.ErrUsage, title)
		}
		if m, err = frame.With(m, t.request); err != nil {
			return nil, err
		}
		parsers = append(parsers, m)
	}
	return parsers, nil
}

// check refuses values that have no meaning with the number of models, and sets what was left open.
func (t *labelling) check(c *urfave.Context, models int) error {
	switch {
	case models == 1 && c.IsSet("agree"):
		return fmt.Errorf("%w: --agree needs several models: give --model for each", frame.ErrUsage)
	case !(t.Agree >= 0 && t.Agree <= 1) || !(t.Confidence >= 0 && t.Confidence <= 1):
		return fmt.Errorf("%w: --agree and --least-confidence are from 0 to 1", frame.ErrUsage)
	case t.Shortest > t.Longest:
		return fmt.Errorf("%w: --shortest %d is more than --longest %d", frame.ErrUsage, t.Shortest, t.Longest)
	case models == 1 && !c.IsSet("least-confidence"):
		t.Confidence = usualConfidence
	}
	return nil
}

// holdOut reads the sentences of --but.
func (t *labelling) holdOut(l *silver.Labeller, builds *structure.Structure) error {
	files, err := frame.FilesOf("but", t.but.Value())
	if err != nil {
		return err
	}
	in := frame.InputOf(t.Env)
	return in.Words(builds, files...).Each(func(it *treebank.Item) error {
		l.HoldOut(it)
		return nil
	})
}

// write writes what do writes to the output. If do kept something, an error of reading or an interrupt keeps it.
func (t *labelling) write(files []string, do func(w io.Writer) (kept bool, err error)) error {
	if t.output == textfile.StdinName {
		_, err := do(t.Env.Stdout)
		return err
	}
	if atomicfile.RemoveStale(t.output) {
		return fmt.Errorf("another program is writing %s", t.output)
	}
	file, err := frame.CreateApart(t.output, files)
	if err != nil {
		return err
	}
	defer file.Close()
	packed := gzip.NewWriter(file)
	w := io.Writer(file)
	if strings.HasSuffix(t.output, ".gz") {
		w = packed
	}
	kept, err := do(w)
	if !kept {
		return err
	}
	if w == packed {
		err = cmp.Or(packed.Close(), err)
	}
	return cmp.Or(file.Commit(), err)
}

// label labels the sentences of a source, and reports.
func (t *labelling) label(ctx context.Context, l *silver.Labeller, source *pipe.Source, out structure.Writer) error {
	read, done := until(ctx, source)
	defer done()
	bar, lines, total := t.Env.Bar(t.Quiet), newPace(t.every), cmp.Or(t.Words, -1)
	err := l.Label(ctx, func() (*treebank.Item, error) {
		switch {
		case !bar.Off:
			bar.Set(min(l.Kept.Words, cmp.Or(t.Words, l.Kept.Words)), total, "words kept")
		case lines.due():
			fmt.Fprintf(bar.W, "%s kept of %d read%s\n", layout.Count(l.Kept.Words, "word"), l.Read.Words, lines.left(l.Share()))
		}
		return read()
	}, out.Write)
	bar.Clear()
	source.SaySkipped()
	t.report(l, bar.W)
	switch {
	case frame.IsAny(err, context.Canceled, frame.ErrInterrupted):
		return fmt.Errorf("%w: %s kept", frame.ErrInterrupted, layout.Count(l.Kept.Sentences, "sentence"))
	case err == nil && l.Kept.Sentences == 0:
		return errors.New("no sentence is kept, and nothing is written")
	}
	return err
}

// report prints what was done.
func (t *labelling) report(l *silver.Labeller, w io.Writer) {
	rows := [][]string{{"", "sentences", "words"}}
	count := func(what string, s silver.Size) {
		rows = append(rows, []string{what, fmt.Sprint(s.Sentences), fmt.Sprint(s.Words)})
	}
	count("read", l.Read)
	for why, of := range [silver.Reasons]string{
		silver.Spare: "not needed for --words", silver.Short: "too short", silver.Long: "too long",
		silver.HeldOut: "of --but", silver.Double: "read before",
		silver.Unsure: "the model is not sure", silver.Disputed: "the models disagree",
	} {
		if s := l.Dropped[why]; s.Sentences > 0 {
			count("  "+of, s)
		}
	}
	count("kept", l.Kept)
	lines := layout.Lines(rows, 1)
	rows = [][]string{{"length", "labelled", "kept", "per cent", "confidence", "agreement"}}
	for i, g := range l.Groups {
		n := g.Labelled.Sentences
		if n == 0 {
			continue
		}
		length := fmt.Sprintf("%d–%d", i*silver.GroupWidth+1, (i+1)*silver.GroupWidth)
		if i == silver.Groups-1 {
			length = fmt.Sprintf("%d–", i*silver.GroupWidth+1)
		}
		agreement := "-"
		if len(t.models.Value()) > 1 {
			agreement = fmt.Sprintf("%.3f", g.Agreement/float64(n))
		}
		rows = append(rows, []string{
			length, fmt.Sprint(n), fmt.Sprint(g.Kept.Sentences),
			fmt.Sprintf("%.1f", 100*float64(g.Kept.Sentences)/float64(n)),
			fmt.Sprintf("%.3f", g.Confidence/float64(n)), agreement,
		})
	}
	for _, line := range append(lines, layout.Lines(rows, 1)...) {
		fmt.Fprintln(w, line)
	}
}
