package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/model/npz"
	"parser/parser/cli/internal/chart"
	"parser/parser/cli/internal/examples"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/version"
	"parser/parser/english"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/structure"
	"parser/parser/internal/training"
	"parser/parser/internal/transformer"
	"parser/parser/treebank"
)

type trainer struct {
	frame.Learning
	licence, source string
	model           string // file
	resources       training.Resources
	before          training.Resources // what --init has
	embedded        string             // precision in which the model holds the encoder; "" for no such model
	depth           int                // how many layers of the encoder are read; 0 for all
	subwords        string             // … and which of its subwords: see training.ParseSubwords
	allVectors      bool               // not only those of words in the treebank
	resume          bool
	examples        string // file for what training learns from
	keptAs          string // name of the model in the default place, for parse to find; "" if it is elsewhere
}

func newTraining(e *frame.Env) *trainer {
	return &trainer{Learning: frame.Learning{Input: frame.InputOf(e), Lang: english.Lang, Options: engine.DefaultOptions()}}
}

func (t *trainer) command() *urfave.Command {
	return &urfave.Command{
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
		Flags: slices.Concat([]urfave.Flag{
			frame.Word(&t.Lang, "lang", "`NAME` of the language: where the treebank is looked for and the model is kept"),
			frame.Words(&t.Train, "train", "`FILE` to learn from, a folder of files, or a pattern in quotes, "+
				"or NAME=FILE of a treebank to tell from others; may be given several times (needs --lang or --model too)"),
			frame.Words(&t.Dev, "dev", "`FILE` to choose the best epoch on, a folder or a pattern; may be given several times"),
			frame.Word(&t.model, "model", "`FILE` to save the model to"),
			t.From.BaseFlag(frame.InForm(textfile.Graphs), english.Name+"; of another --lang, its parser"),
			frame.TreesFlag(frame.InForm(textfile.Graphs), "trees", &t.From.Trees), frame.TreesFlag(frame.InForm(textfile.Graphs), "dev-trees", &t.DevTrees),
		}, frame.ResourceFlags(), []urfave.Flag{
			frame.Switch(&t.resume, "resume", "go on with a training that did not end, from its checkpoint; begin if there is no checkpoint"),
			frame.Word(&t.SVG, "svg", "`FILE` for learning curves: loss, and scores on dev"),
			frame.Word(&t.examples, "examples", "`FILE` for all that training learns from: states, legal actions, costs, scores; .npz, or lines of JSON"),
			frame.Word(&t.licence, "licence", "`TEXT` that the model keeps: the licence of the treebank, which \"parser model info\" shows"),
			frame.Word(&t.source, "source", "`TEXT` that the model keeps: the name and release of the treebank"),
			frame.QuietFlag(&t.Quiet),
			t.SkipFlag(), t.EncodingFlag(""), t.FormatFlag(frame.InForm(textfile.CoNLL)),
		}, frame.Under(engine.InNeural,
			frame.Choice(&t.embedded, "embed-encoder", "the precision is",
				"`PRECISION` in which the model holds --encoder, so that it parses without the folder: half, int8, int4 (of subwords; the rest int8)",
				transformer.HeldPrecisions()...),
			frame.Usually("all", frame.Number(&t.depth, 1, "encoder-depth", "read only the lower `N` layers of --encoder: smaller and faster, "+
				"and for trees seldom worse; --encoder-layers and --finetune count these alone")),
			frame.Usually("all", frame.Word(&t.subwords, "encoder-vocabulary", "keep only the subwords of --encoder that the training treebank "+
				"needs most: `N` of them; or all that it and a FILE of raw text need, or N that both need (N,FILE)")),
			frame.Word(&t.Options.EncoderVectors, "encoder-vectors",
				"`FILE` to keep what --encoder makes of the treebank in, for the next training; otherwise it is thrown away"),
			frame.Switch(&t.allVectors, "all-vectors", "keep the vectors of all words, not only of those in the treebank"),
		), t.SourceFlags(), frame.OptionFlags(&t.Options)),
		Action: t.run,
	}
}

// learned says what each system learns, and what the model is called.
func learned() string {
	var text strings.Builder
	for _, s := range structure.All() {
		name, wrap := "<lang>"+s.ModelSuffix("<field>"), "\n    "
		if strings.Contains(s.About, "\n") {
			wrap = " "
		}
		fmt.Fprintf(&text, "  %s: %s;%sthe model is called %s\n", strings.Join(s.Systems(), ", "), s.About, wrap, name)
	}
	return text.String()
}

// run checks everything, and then trains.
func (t *trainer) run(c *urfave.Context) error {
	if err := t.complete(c); err != nil {
		return err
	}
	trainer, err := training.New(t.Options, t.resources...)
	if err != nil {
		return frame.Needing(&t.Options, err)
	}
	if err := t.checkOutput(); err != nil {
		return err
	}
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	data, dev, err := t.data(ctx, trainer)
	if err != nil {
		return err
	}
	journal, err := training.OpenJournal(t.model + ".jsonl")
	if err != nil {
		return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	defer journal.Close()
	checkpoint, err := t.openCheckpoint(trainer, journal, data.Data, dev.Data)
	if errors.Is(err, training.ErrOther) {
		return fmt.Errorf("%w: %w; remove it to begin again", frame.ErrUsage, err)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", frame.ErrModel, err)
	}
	defer checkpoint.Close()
	defer frame.SaveMemory(t.Env)()
	return t.train(ctx, trainer, data, dev, journal, checkpoint)
}

// checkOutput finds out whether all can be written in the end, and whether a checkpoint is as --resume says.
func (t *trainer) checkOutput() error {
	err := frame.CanSave(t.model)
	for _, file := range []string{t.SVG, t.examples} {
		if err == nil && file != "" {
			err = places.CanWrite(file)
		}
	}
	if err != nil {
		return err
	}
	if d, err := fetch.Downloaded(t.model); err != nil {
		return err
	} else if d != nil {
		t.Env.Say("%s was downloaded (%s): it will be kept under another name", t.model, d.Treebank)
	}
	if err := training.Busy(t.folder()); err != nil {
		return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	switch kept := training.HasCheckpoint(t.folder()); {
	case kept && !t.resume:
		return fmt.Errorf("%w: %s is of a training that did not end; add --resume to go on with it, or remove it to begin again", frame.ErrUsage, t.folder())
	case !kept && t.resume:
		fmt.Fprintln(t.Notes(), "there is no checkpoint to go on from: training begins")
	}
	return nil
}

// folder is where the checkpoint is.
func (t *trainer) folder() string { return t.model + ".checkpoint" }

// train trains, and saves what was learned, if anything, also after an interrupt.
func (t *trainer) train(
	ctx context.Context, trainer *training.Trainer, data, dev *frame.BankFile, journal *training.Journal, checkpoint *training.Checkpoint,
) error {
	show := &progress{Bar: t.Env.Bar(t.Quiet), builds: t.Builds, dev: dev.Data.Len() > 0}
	curves := &chart.Training{Title: filepath.Base(t.model), Builds: t.Builds, Dev: show.dev}
	watch := journal.Watch(curves.Watch(show.observer()))
	watch.Checkpoint = checkpoint
	p, ended := t.learn(ctx, trainer, data.Data, dev.Data, watch)
	show.Clear()
	if p != nil && t.From.Parser != nil {
		if based, err := p.WithBase(t.From.Parser); err == nil {
			p = based
		} else {
			ended = cmp.Or(ended, err)
		}
	}
	if ended != nil {
		journal.Error("ended", "error", ended.Error())
		err := t.keepBest(p, ended)
		if !resumable(ended) || !training.HasCheckpoint(t.folder()) { // or nothing was kept, or could be
			err = errors.Join(err, checkpoint.Remove())
		}
		return err
	}
	if err := t.save(p, t.model); err != nil {
		journal.Error("not saved", "error", err.Error())
		return fmt.Errorf("%w; what was learned is in %s: make room, and add --resume to go on from there", err, t.folder())
	}
	journal.Info("saved", "model", t.model, "epoch", p.Meta().Epoch, "scores", p.Meta().Scores)
	if t.SVG != "" {
		if err := atomicfile.WriteFile(t.SVG, curves.Figure().WriteSVG); err != nil {
			return err
		}
	}
	return checkpoint.Remove()
}

// learn trains, and writes the examples.
func (t *trainer) learn(ctx context.Context, trainer *training.Trainer, data, dev treebank.Data, watch training.Observer) (*engine.Parser, error) {
	if t.examples == "" {
		return trainer.Train(ctx, data, dev, watch)
	}
	f, err := examples.Create(t.examples)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	defer f.Close()
	watch.Taught = f.Add
	p, err := trainer.Train(ctx, data, dev, watch)
	if err == nil {
		err = f.Commit()
	}
	return p, err
}

// openCheckpoint returns the checkpoint of the training, and begins its part of the journal.
func (t *trainer) openCheckpoint(trainer *training.Trainer, journal *training.Journal, data, dev treebank.Data) (*training.Checkpoint, error) {
	identity, err := trainer.Identity(data, dev)
	if err == nil && t.From.Parser != nil {
		identity["base"], err = training.DigestOf(t.From.Parser.Write)
	}
	if err != nil {
		return nil, err
	}
	identity["program"] = version.Text()
	open := training.NewCheckpoint
	if training.HasCheckpoint(t.folder()) {
		open = training.ResumeCheckpoint
	}
	c, err := open(t.folder(), identity, func(err error) {
		journal.Warn("not kept", "error", err.Error())
		fmt.Fprintf(t.Env.Stderr, "warning: %v; training goes on without\n", err)
	})
	if err == nil {
		journal.Info("training", "command", t.Options.Command, "program", identity["program"], "resumed", t.resume, "sentences", data.Len())
	}
	return c, err
}

// resumable reports whether the same training may get further than an error: after an interrupt, and after trouble with
// files. Data, options and learners would end it in the same way again.
func resumable(ended error) bool {
	_, inFile := errors.AsType[*fs.PathError](ended)
	return inFile || frame.IsAny(ended, context.Canceled, npz.ErrFile)
}

// keepBest saves the best model of a training that was interrupted or failed, if there is one: in its place or, if
// there is an older model, beside the checkpoint, or beside that model if no checkpoint stays. The error says where.
func (t *trainer) keepBest(p *engine.Parser, ended error) error {
	goOn := ""
	if resumable(ended) {
		goOn = "; add --resume to go on"
	}
	if errors.Is(ended, context.Canceled) {
		ended = frame.ErrInterrupted
	}
	switch {
	case p == nil && ended == frame.ErrInterrupted:
		return fmt.Errorf("%w before the first epoch was over: there is no model yet%s", ended, goOn)
	case p == nil:
		return ended
	}
	place := t.model
	switch _, err := os.Stat(place); {
	case err != nil:
	case goOn != "":
		place = filepath.Join(t.folder(), "best.npz")
	default:
		place = strings.TrimSuffix(t.model, ".npz") + ".best.npz"
	}
	if err := t.save(p, place); err != nil {
		return err
	}
	return fmt.Errorf("%w: the best model so far, of %s, is saved in %s%s", ended, epochOf(p), place, goOn)
}

func (t *trainer) save(p *engine.Parser, place string) error {
	old, was, err := fetch.Keep(place)
	if err == nil {
		err = p.Save(place)
	}
	if err == nil && old != "" {
		t.Env.Say("the model replaces the downloaded one (%s), which is kept as %s", was.Treebank, old)
	}
	if err == nil && t.keptAs != "" && place == t.model {
		err = t.Env.Places().SetLatest(t.keptAs)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	m := p.Meta()
	fmt.Fprintf(t.Notes(), "learned from %s", layout.Count(m.Sentences, "sentence"))
	if m.Skipped.Total() > 0 {
		fmt.Fprintf(t.Notes(), "; skipped: %s", m.Skipped.Reasons())
	}
	fmt.Fprintf(t.Notes(), "\nmodel: %s (%s)\n", place, epochOf(p))
	t.sayWhatItReads(p)
	return nil
}

func epochOf(p *engine.Parser) string {
	if m := p.Meta(); len(m.Epochs) == 0 {
		return fmt.Sprint("epoch ", m.Epoch)
	}
	return "epochs " + strings.Trim(fmt.Sprint(p.Meta().Epochs), "[]")
}

// complete derives what the flags leave open.
func (t *trainer) complete(c *urfave.Context) error {
	if t.examples != "" && (t.resume || c.IsSet("beam")) {
		return fmt.Errorf("%w: --examples cannot be used with --resume or --beam, which learn from a part of them, or from whole derivations", frame.ErrUsage)
	}
	if len(t.Train.Value()) > 0 && !c.IsSet("lang") {
		if t.model == "" {
			return fmt.Errorf("%w: --train needs --lang or --model to say where the model belongs", frame.ErrUsage)
		}
		t.Lang = ""
	}
	usual, err := t.begin(c)
	if err != nil {
		return err
	}
	if err := frame.SetOptions(c, &t.Options, usual, t.resources); err != nil {
		return err
	}
	o := &t.Options
	t.resources = t.resources.Inherit(t.before, o)
	if c.IsSet("jackknife") && o.Jackknife > 0 && o.Tag == "" && !o.Pipeline {
		return fmt.Errorf("%w: --jackknife cannot be used without taggers that are trained, too (--tag, --pipeline)", frame.ErrUsage)
	}
	if c.IsSet("jackknife") && o.Jackknife == 0 && o.Pipeline && o.Scorer != "neural" {
		return fmt.Errorf("%w: --jackknife 0 cannot be used with --pipeline and --scorer %s, which learns from predicted tags: 2 folds at least",
			frame.ErrUsage, o.Scorer)
	}
	o.Lang, o.Licence, o.Source = cmp.Or(t.Lang, o.Lang), cmp.Or(t.licence, o.Licence), cmp.Or(t.source, o.Source)
	if t.model != "" {
		return nil
	}
	if t.keptAs, err = places.ModelName(t.Lang, t.Builds, t.Options.Field); err != nil {
		return err
	}
	t.model, err = t.Env.Places().Model(t.keptAs)
	return err
}

// data reads the treebanks, and what of the resources depends on them.
func (t *trainer) data(ctx context.Context, trainer *training.Trainer) (train, dev *frame.BankFile, err error) {
	train, dev, err = t.Read(ctx)
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("%w before training began: nothing is saved", frame.ErrInterrupted)
	}
	if err != nil {
		return nil, nil, err
	}
	notes, err := trainer.Fill(train.Data, dev.Data)
	for _, note := range notes {
		fmt.Fprintln(t.Notes(), note)
	}
	return train, dev, err
}

// sayWhatItReads says what a new model needs to parse that is not in its file: words with tags, if it cannot read raw text
// by itself, and the folder of the encoder that it was trained with, unless it holds that.
func (t *trainer) sayWhatItReads(p *engine.Parser) {
	w := t.Notes()
	if p.Structure().Heads && p.Segmenter() == nil {
		with := ""
		if needs := p.RequiredColumns(); len(needs) > 0 {
			with = " with " + strings.ToUpper(strings.Join(needs, ", "))
		}
		base := ""
		if p.Meta().Lang == english.Lang {
			base = "give it --base " + english.Name + ", or "
		}
		fmt.Fprintf(w, "it reads CoNLL-U%s; for raw text (parse --text) %strain with --pipeline\n", with, base)
	}
	if e, ok := t.resources.Value(training.Encoder).(*transformer.Encoder); ok && t.embedded == "" {
		fmt.Fprintf(w, "it reads the encoder %s, too: keep that folder beside the model or in PARSER_ENCODERS, or train with --embed-encoder half to have "+
			"it in the model\n", e.Name)
	}
}
