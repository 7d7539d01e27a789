package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser"
	"parser/parser/english"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/chart"
	"parser/parser/internal/places"
	"parser/parser/internal/terminal"
	"parser/parser/internal/version"
	"parser/parser/structure"
	"parser/parser/train"
)

// training is the train command with its flags.
type training struct {
	env     *Env
	in      input
	options parser.Options
	builds  *structure.Structure // by options.System
	lang    string
	licence string
	source  string
	train   urfave.StringSlice // files, folders and patterns
	dev     urfave.StringSlice
	model   string
	taggers urfave.StringSlice // files
	teacher string             // file
	cutter  string             // file of a model with a segmenter
	vectors wordVectors
	from    grounds            // the words of graphs and their trees, those of dev in:
	devTree urfave.StringSlice // files
	svg     string             // file of learning curves, of experiments a folder of charts; "" for none
	keptAs  string             // name of the model in the default place, for parse to find; "" if it is elsewhere
	resume  bool
	quiet   bool
}

func newTraining(e *Env) *training {
	return &training{env: e, in: inputOf(e), options: parser.DefaultOptions()}
}

func (t *training) command() *urfave.Command {
	return &urfave.Command{
		Name:      "train",
		Usage:     "learn a parser from a treebank",
		UsageText: "parser train [flags]",
		Description: `Learns from --train, or from PARSER_DATA/<lang>/train.conllu, or for English
from the embedded sample, and keeps the epoch with the best score on dev (without
dev, the last). The model is saved where "parser parse" finds it, or to --model.
Ctrl-C ends the training and saves the best model so far, unless there is an older
one; a second Ctrl-C ends the program. Whatever ends it, the same command with
--resume goes on from the checkpoint beside the model.

--system decides what is learned:
` + learned() + `
For raw text ("parser parse --text") train with --pipeline: the model then has all that
it takes, from what cuts text into words to the parser. A parser can hold taggers, too
(--tag, --tagger): it tags words that have no tags before it parses them.`,
		Flags: append([]urfave.Flag{
			&urfave.StringFlag{Name: "lang", Value: "en", Destination: &t.lang, Usage: "`NAME` of the language: where the treebank is looked for and the model is kept"},
			&urfave.StringSliceFlag{Name: "train", Destination: &t.train, Usage: "`FILE` to learn from, a folder of files, or a pattern in quotes; may be given several times (needs --lang or --model too)"},
			&urfave.StringSliceFlag{Name: "dev", Destination: &t.dev, Usage: "`FILE` to choose the best epoch on, a folder or a pattern; may be given several times"},
			&urfave.StringFlag{Name: "model", Destination: &t.model, Usage: "`FILE` to save the model to"},
			t.from.baseFlag(inForm(textfile.Graphs), english.Name+"; of another --lang, its parser"),
			t.from.treesFlag(inForm(textfile.Graphs), "trees", &t.from.trees), t.from.treesFlag(inForm(textfile.Graphs), "dev-trees", &t.devTree),
			&urfave.StringSliceFlag{Category: inTaggers, Name: "tagger", Destination: &t.taggers, Usage: "model `FILE` of a tagger to keep in the model; may be given several times"},
			&urfave.StringFlag{Category: inTaggers, Name: "segmenter", Destination: &t.cutter, Usage: "model `FILE` of which to take what cuts raw text into words"},
			&urfave.StringFlag{Category: inNeural, Name: "teacher", Destination: &t.teacher, Usage: "model `FILE` of a parser of the same actions, such as an ensemble, whose probabilities are learned, too"},
			&urfave.BoolFlag{Name: "resume", Destination: &t.resume, Usage: "go on with a training that did not end, from its checkpoint; begin if there is none"},
			&urfave.StringFlag{Name: "svg", Destination: &t.svg, Usage: "`FILE` for learning curves: loss, and scores on dev"},
			&urfave.StringFlag{Name: "licence", Destination: &t.licence, Usage: "`TEXT` that the model keeps: the licence of the treebank, which \"parser model info\" shows"},
			&urfave.StringFlag{Name: "source", Destination: &t.source, Usage: "`TEXT` that the model keeps: the name and release of the treebank"},
			quietFlag(&t.quiet),
			t.in.skipFlag(), t.in.latin1Flag(inForm(textfile.CoNLL)), t.in.formatFlag(inForm(textfile.CoNLL)),
		}, append(t.vectors.flags(), optionFlags(&t.options)...)...),
		Action: t.run,
	}
}

// learned says what each system learns, and what the model is called.
func learned() string {
	var text strings.Builder
	for _, s := range structure.All() {
		name, wrap := "<lang>"+s.Suffix, "\n    "
		if s.Tagger {
			name = "<lang>-<field>"
		}
		if strings.Contains(s.About, "\n") {
			wrap = " "
		}
		fmt.Fprintf(&text, "  %s: %s;%sthe model is called %s\n", strings.Join(s.Systems(), ", "), s.About, wrap, name)
	}
	return text.String()
}

// run trains, and saves what was learned, if anything, also after an interrupt. Everything
// that can be wrong is looked at before.
func (t *training) run(c *urfave.Context) error {
	if err := t.complete(c); err != nil {
		return err
	}
	trainer, err := train.New(t.options)
	if err != nil {
		return needing(&t.options, err)
	}
	if err := canSave(t.model); err != nil {
		return err
	}
	if t.svg != "" {
		if err := places.CanWrite(t.svg); err != nil {
			return err
		}
	}
	folder := t.model + ".checkpoint"
	switch kept := train.HasCheckpoint(folder); {
	case kept && !t.resume:
		return fmt.Errorf("%w: %s is of a training that did not end; add --resume to go on with it, or remove it to begin again", errUsage, folder)
	case !kept && t.resume:
		fmt.Fprintln(t.notes(), "there is no checkpoint to go on from: training begins")
	}
	ctx, stop := interruptible(c.Context)
	defer stop()
	data, dev, err := t.data(ctx)
	if err != nil {
		return err
	}
	journal, err := train.OpenJournal(t.model + ".jsonl")
	if err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	defer journal.Close()
	checkpoint, err := t.openCheckpoint(folder, journal, data.data, dev.data)
	if errors.Is(err, train.ErrOther) {
		return fmt.Errorf("%w: %w; remove it to begin again", errUsage, err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errModel, err)
	}
	defer checkpoint.Close()
	atomicfile.RemoveStale(t.model)
	show := &progress{bar: bar{w: t.notes()}, builds: t.builds, dev: dev.data.Len() > 0, bars: !t.quiet && terminal.Is(t.env.Stderr)}
	defer saveMemory(t.env)()
	curves := &chart.Training{Title: filepath.Base(t.model), Builds: t.builds, Dev: show.dev}
	watch := journal.Watch(curves.Watch(show.observer()))
	watch.Checkpoint = checkpoint
	p, ended := trainer.Train(ctx, data.data, dev.data, watch)
	show.clear()
	if p != nil && t.from.parser != nil {
		if p, err = p.WithBase(t.from.parser); err != nil {
			return err
		}
	}
	if ended != nil {
		journal.Error("ended", "error", ended.Error())
		err := t.keepBest(p, folder, ended)
		useless := p == nil && errors.Is(ended, parser.ErrOptions) // to other options
		if useless || !train.HasCheckpoint(folder) {               // or nothing was kept, or could be
			err = errors.Join(err, checkpoint.Remove())
		}
		return err
	}
	if err := t.save(p, t.model); err != nil {
		journal.Error("not saved", "error", err.Error())
		return fmt.Errorf("%w; what was learned is in %s: make room, and add --resume to go on from there", err, folder)
	}
	journal.Info("saved", "model", t.model, "epoch", p.Meta().Epoch, "scores", p.Meta().Scores)
	if t.svg != "" {
		if err := atomicfile.WriteFile(t.svg, curves.Figure().WriteSVG); err != nil {
			return err
		}
	}
	return checkpoint.Remove()
}

// openCheckpoint returns the checkpoint of the training, and begins its part of the journal.
func (t *training) openCheckpoint(folder string, journal *train.Journal, data, dev structure.Data) (*train.Checkpoint, error) {
	identity, err := train.Identity(t.options, data, dev)
	if err == nil && t.from.parser != nil {
		identity["base"], err = train.DigestOf(t.from.parser.Write)
	}
	if err != nil {
		return nil, err
	}
	identity["program"] = version.Text()
	open := train.NewCheckpoint
	if train.HasCheckpoint(folder) {
		open = train.ResumeCheckpoint
	}
	c, err := open(folder, identity, func(err error) {
		journal.Warn("not kept", "error", err.Error())
		fmt.Fprintf(t.env.Stderr, "warning: %v; training goes on without\n", err)
	})
	if err == nil {
		journal.Info("training", "command", t.options.Command, "program", identity["program"], "resumed", t.resume, "sentences", data.Len())
	}
	return c, err
}

// keepBest saves what a training has come to that ended before its time, if anything: as the model
// or, if there is an older one, beside the checkpoint, and says where.
func (t *training) keepBest(p *parser.Parser, folder string, ended error) error {
	if errors.Is(ended, context.Canceled) {
		ended = errInterrupted
	}
	switch {
	case p == nil && ended == errInterrupted:
		return fmt.Errorf("%w before the first epoch was over: there is no model yet; add --resume to go on", ended)
	case p == nil:
		return ended
	}
	place := t.model
	if _, err := os.Stat(place); err == nil {
		place = filepath.Join(folder, "best.npz")
	}
	if err := t.save(p, place); err != nil {
		return err
	}
	return fmt.Errorf("%w: the best model so far, of %s, is saved in %s; add --resume to go on", ended, epochOf(p), place)
}

// save saves the model and says so.
func (t *training) save(p *parser.Parser, place string) error {
	err := p.Save(place)
	if err == nil && t.keptAs != "" && place == t.model {
		err = t.env.places().SetLatest(t.keptAs)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errUnwritable, err)
	}
	m := p.Meta()
	fmt.Fprintf(t.notes(), "learned from %s", layout.Count(m.Sentences, "sentence"))
	if m.Skipped.Total() > 0 {
		fmt.Fprintf(t.notes(), "; skipped: %s", m.Skipped.Reasons())
	}
	fmt.Fprintf(t.notes(), "\nmodel: %s (%s)\n", place, epochOf(p))
	return nil
}

// epochOf names the epochs of the scorers that were kept.
func epochOf(p *parser.Parser) string {
	if m := p.Meta(); len(m.Epochs) == 0 {
		return fmt.Sprint("epoch ", m.Epoch)
	}
	return "epochs " + strings.Trim(fmt.Sprint(p.Meta().Epochs), "[]")
}

// complete derives what the flags leave open.
func (t *training) complete(c *urfave.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	if len(t.train.Value()) > 0 && !c.IsSet("lang") {
		if t.model == "" {
			return fmt.Errorf("%w: --train needs --lang or --model to say where the model belongs", errUsage)
		}
		t.lang = ""
	}
	var err error
	if t.builds, err = structure.OfSystem(t.options.System); err != nil {
		return fmt.Errorf("%w: %w", parser.ErrOptions, err)
	}
	if err := checkMeaning("system", []string{t.options.System}, givenFlags(c)); err != nil {
		return err
	}
	if t.teacher != "" {
		if t.options.Teacher, err = parser.Load(t.teacher); err != nil {
			return fmt.Errorf("%w: %w", errModel, err)
		}
	}
	if t.builds.NeedsHeads {
		if err := t.completeGrounds(c); err != nil {
			return err
		}
	}
	if t.options.Vectors, err = t.vectors.complete(); err != nil {
		return err
	}
	if err := setOptions(c, &t.options, parser.DefaultsFor(t.options.System)); err != nil {
		return err
	}
	if t.cutter != "" {
		if t.options.Segmenter, err = loadSegmenter(t.cutter); err != nil {
			return err
		}
	}
	if o := &t.options; c.IsSet("jackknife") && o.Jackknife > 0 && o.Tag == "" && !o.Pipeline {
		return fmt.Errorf("%w: --jackknife has no meaning without taggers that are trained, too (--tag, --pipeline)", errUsage)
	}
	t.options.Lang, t.options.Licence, t.options.Source = t.lang, t.licence, t.source
	if t.options.Taggers, err = loadTaggers(t.taggers.Value()); err != nil || t.model != "" {
		return err
	}
	if t.keptAs, err = places.ModelName(t.lang, t.builds, t.options.Field); err != nil {
		return err
	}
	t.model, err = t.env.places().Model(t.keptAs)
	return err
}

// noArguments refuses arguments that no flag takes. Files are arguments where a shell has
// expanded a pattern.
func noArguments(c *urfave.Context) error {
	if !c.Args().Present() {
		return nil
	}
	hint := ""
	if len(c.StringSlice("train"))+len(c.StringSlice("dev")) > 0 {
		hint = "; put patterns in quotes, as in --train '*.conllu', and give a flag for each file"
	}
	return fmt.Errorf("%w: %s takes no arguments but flags, not %q%s", errUsage, c.Command.Name, c.Args().First(), hint)
}

// data reads all that is learned from.
func (t *training) data(ctx context.Context) (train, dev *bankFile, err error) {
	train, dev, err = t.read(ctx)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w before training began: nothing is saved", errInterrupted)
	}
	if err != nil || t.options.Vectors == nil {
		return train, dev, err
	}
	message, err := t.vectors.fill(t.options.Vectors, t.env, train, dev)
	if err == nil {
		fmt.Fprintln(t.notes(), "vectors:", message)
	}
	return train, dev, err
}

// read reads the treebank and says what it is.
func (t *training) read(ctx context.Context) (train, dev *bankFile, err error) {
	trainPlaces, devPlaces, err := t.env.places().Treebank(t.builds, t.lang, t.train.Value(), t.dev.Value())
	if err != nil {
		return nil, nil, err
	}
	if train, err = t.readTreebank(ctx, t.from.trees.Value(), trainPlaces...); err != nil {
		return nil, nil, err
	}
	fmt.Fprintln(t.notes(), "train:", train)
	if dev, err = t.readTreebank(ctx, t.devTree.Value(), devPlaces...); err != nil {
		return nil, nil, err
	}
	if dev.data.Len() == 0 {
		if t.options.Patience > 0 {
			return nil, nil, fmt.Errorf("%w: --patience has no meaning without dev, which says which epochs are better", errUsage)
		}
		fmt.Fprintln(t.notes(), "dev: none, so the last epoch is kept")
		return train, dev, nil
	}
	fmt.Fprintln(t.notes(), "dev:  ", dev)
	seen := map[string]bool{}
	for _, text := range train.texts {
		seen[text] = true
	}
	if common := slices.DeleteFunc(dev.texts, func(text string) bool { return !seen[text] }); len(common) > 0 {
		fmt.Fprintf(t.notes(), "%d of the dev sentences occur in train too\n", len(common))
	}
	return train, dev, nil
}

// saveMemory has the garbage collected sooner than usual until the returned
// function is called. Weights are large and without pointers: collecting them
// costs next to nothing, and waiting for twice their size costs memory. What is
// made of the sentences is full of pointers, though: at 30 percent training spent a
// sixth of its time on them. GOGC, where it is set, has the last word.
func saveMemory(e *Env) (restore func()) {
	if e.Getenv("GOGC") != "" {
		return func() {}
	}
	const percent = 60
	before := debug.SetGCPercent(percent)
	return func() { debug.SetGCPercent(before) }
}

// notes is where messages go that --quiet turns off.
func (t *training) notes() io.Writer {
	if t.quiet {
		return io.Discard
	}
	return t.env.Stderr
}
