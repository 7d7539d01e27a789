package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/version"
	"parser/parser/english"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
	"parser/parser/internal/pipe"
	"parser/parser/internal/pretrain"
	"parser/parser/internal/training"
)

// pretraining learns from raw text what "parser train" begins with: its --pretrained, or its --encoder.
type pretraining struct {
	rawText
	pretrain.Options
	adapting
	lang, size, file string
	licence, origin  string
	vectors          string // file to write
	resume           bool
}

func pretrainCommand(e *frame.Env) *urfave.Command {
	usual := neural.DefaultSettings().Size
	t := &pretraining{
		rawText: newRawText(e), lang: english.Lang, size: usual, Options: pretrain.Options{LanguageSettings: neural.DefaultLanguageSettings(usual)},
		adapting: newAdapting(),
	}
	return &urfave.Command{
		Description: `Learns the words of a language from raw text, for "parser train --pretrained": embeddings of
words, of their beginnings and ends and of their letters, and the layers that read sentences, as a
language model that predicts the next word and the word before. The more text, and the more like what is to be parsed, the better: a million words help, ten
million help more.

The text is cut into words by the segmenter of --segmenter, of the model of --lang, or by the
English one on board; they should be the words of the treebank. If the language has no model,
words and sentences are those of Unicode: contractions stay whole, and scripts without blanks
become single characters.
With --encoder a pre-trained transformer goes on learning instead, as a masked language model:
it guesses words that are hidden. --out is then the folder of another encoder, for "parser train
--encoder".
Ctrl-C or kill -9 lose at most some minutes: the same command with --resume goes on.`,
		Flags: append(t.flags(),
			frame.Word(&t.lang, "lang", "`NAME` of the language, whose model cuts the text"),
			frame.Usually("<lang>.pretrained.npz; <lang>.encoder", frame.Word(&t.file, "out", "`FILE` to write; with --encoder, the folder", "o")),
			frame.Word(&t.vectors, "vectors-out", "also write word vectors to `FILE`, as word2vec does, for other programs (see also parser model vectors)"),
			&urfave.IntFlag{Name: "epochs", Destination: &t.Epochs, DefaultText: "until 20 million words are read, 5 with --encoder; at most 30",
				Usage: "`N` passes over the text"},
			&urfave.Float64Flag{Name: "minutes", Destination: &t.Minutes,
				Usage: "learn for about `N` minutes instead, whatever part of the text, or passes over it, that is"},
			frame.Word(&t.size, "size", "`SIZE` of the network that is to begin with it: small, medium, large"),
			frame.Switch(&t.resume, "resume", "go on with what did not end; begin if there is nothing to go on with"),
			&urfave.Uint64Flag{Name: "seed", Value: 1, Destination: &t.LanguageSettings.Seed, Usage: "`N`, the seed of all random choices"},
			frame.Number(&t.Threads, 1, "workers", "`N` threads learn; the file is the same with any number", "threads"),
			&urfave.IntFlag{Name: "forms", Value: t.Forms, Destination: &t.Forms, Usage: "keep the `N` most frequent words at most"},
			&urfave.IntFlag{Name: "parts", Destination: &t.Parts, DefaultText: "all that occur 20 times",
				Usage: "keep the `N` most frequent beginnings and ends of words, and as many trigrams, at most: smaller models"},
			frame.Word(&t.licence, "licence", "`TEXT` that the file keeps: the licence of the text"),
			frame.Word(&t.origin, "source", "`TEXT` that the file keeps: where the text is from"),
			frame.Word(&t.name, "encoder", "`FOLDER` of a transformer that learns, or the name of one in PARSER_ENCODERS"),
			frame.Usually("all", frame.Number(&t.depth, 1, "encoder-depth", "keep only the lower `N` layers of --encoder")),
			frame.Usually("all", frame.Number(&t.kept, 1, "encoder-vocabulary", "keep only the `N` subwords of --encoder that the text needs most: smaller models")),
			&urfave.Float64Flag{Name: "encoder-rate", Value: t.masked.Rate, Destination: &t.masked.Rate, Usage: "the highest learning `RATE` of --encoder"},
			frame.Switch(&t.masked.Brief, "encoder-bfloat16",
				"let --encoder multiply in bfloat16, as processors with AVX-512 BF16 or AMX can: faster, but the files depend on the processor"),
			frame.QuietFlag(&t.Quiet),
		),
		Action: t.run,
	}
}

func (t *pretraining) run(c *urfave.Context) error {
	files, err := t.complete(c)
	if err != nil {
		return err
	}
	if err := t.open(t.Env.Notes(t.Quiet)); err != nil {
		return err
	}
	defer t.close()
	ctx, stop := frame.Interruptible(c.Context)
	defer stop()
	t.Folder = t.file + ".checkpoint"
	lock, err := t.lock(files)
	if err != nil {
		return err
	}
	defer lock.Close()
	remove := func() error { return training.RemoveFolder(t.Folder, lock) }
	journal, err := training.OpenJournal(t.file + ".jsonl")
	if err != nil {
		return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	defer journal.Close()
	defer frame.SaveMemory(t.Env)()
	show := &learning{Bar: t.Env.Bar(t.Quiet), journal: journal, lines: newPace(time.Minute)}
	corpus, err := t.corpus(ctx, files, show)
	if ctx.Err() != nil && frame.IsAny(err, context.Canceled, frame.ErrInterrupted) {
		err = fmt.Errorf("%w before learning began: nothing is kept", frame.ErrInterrupted)
	}
	if err != nil {
		return errors.Join(err, remove())
	}
	defer corpus.Close()
	save, err := t.learn(ctx, c, corpus, show)
	show.Clear()
	if err != nil {
		journal.Error("ended", "error", err.Error())
		switch {
		case ctx.Err() != nil && errors.Is(err, context.Canceled):
			err = fmt.Errorf("%w: add --resume to go on", frame.ErrInterrupted)
		case !resumable(err): // such as too little text
			err = errors.Join(err, corpus.Close(), remove())
		}
		return err
	}
	if err := save(); err != nil {
		return err
	}
	return errors.Join(corpus.Close(), remove())
}

// learn learns from the text, and returns what saves what was learned.
func (t *pretraining) learn(ctx context.Context, c *urfave.Context, corpus *pretrain.Corpus, show *learning) (save func() error, err error) {
	if t.encoder != nil {
		t.masked.Seed, t.masked.Workers = t.Seed, t.Threads
		o := pretrain.MaskedOptions{MaskedSettings: t.masked, Course: t.Course, Subwords: t.kept}
		m, err := pretrain.RunMasked(ctx, corpus, t.encoder, o, show.learned)
		if errors.Is(err, pretrain.ErrSubwords) {
			err = fmt.Errorf("%w: --encoder-vocabulary: %w", frame.ErrUsage, err)
		}
		return func() error { return t.saveEncoder(m, show.journal) }, err
	}
	p, err := pretrain.Run(ctx, corpus, t.Options, show.learned)
	return func() error {
		p.Lang, p.Command, p.Licence, p.Source = t.lang, frame.RecordedCommand(c), t.licence, t.origin
		if err := atomicfile.WriteFile(t.file, p.Write); err != nil {
			return fmt.Errorf("%w: %w; make room, and add --resume to go on from %s", frame.ErrUnwritable, err, t.Folder)
		}
		if t.vectors != "" {
			if err := writeVectors(t.file, t.vectors); err != nil {
				return err
			}
		}
		show.journal.Info("saved", "file", t.file, "words", p.Words, "perplexity", p.Perplexity)
		fmt.Fprintf(t.Env.Notes(t.Quiet), "learned from %s; begin with it by: parser train --pretrained %s\n", layout.Count(int(p.Read), "word"), t.file)
		return nil
	}, err
}

// complete derives what the flags leave open, and returns the files of text.
func (t *pretraining) complete(c *urfave.Context) (files []string, err error) {
	if err := t.check(frame.Given(c)); err != nil {
		return nil, err
	}
	size, known := neural.SizeOf(t.size)
	switch {
	case !known:
		return nil, fmt.Errorf("%w: no size %q (have %v)", frame.ErrUsage, t.size, neural.Sizes())
	case t.Epochs < 0 || t.Minutes < 0 || t.Forms < 1 || t.Parts < 0:
		return nil, fmt.Errorf("%w: --threads and --forms are at least 1, --epochs, --minutes and --parts are not negative", frame.ErrUsage)
	}
	t.LanguageSettings.Size = size
	if t.name != "" {
		t.file = cmp.Or(t.file, t.lang+".encoder")
		err = canMake(t.file)
	} else {
		t.file = cmp.Or(t.file, t.lang+".pretrained.npz")
		err = frame.CanSave(t.file)
	}
	if err != nil {
		return nil, err
	}
	if t.vectors != "" {
		if err := frame.CanSave(t.vectors); err != nil {
			return nil, err
		}
	}
	return t.files()
}

// lock makes the folder of the checkpoint its own, if that is of the same training or not there yet. Whether it is there is
// asked once it is locked: until then another program may fill it, or remove it.
func (t *pretraining) lock(files []string) (lock *os.File, err error) {
	if lock, err = training.LockFolder(t.Folder); err != nil {
		return nil, fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	_, missing := os.Stat(t.identity())
	switch {
	case missing == nil && !t.resume:
		err = fmt.Errorf("%w: %s is of a training that did not end; add --resume to go on with it, or remove it to begin again", frame.ErrUsage, t.Folder)
	case missing != nil && t.resume:
		fmt.Fprintln(t.Env.Notes(t.Quiet), "there is no checkpoint to go on from: training begins")
	}
	if err == nil {
		err = t.identify(files)
	}
	if err != nil {
		lock.Close()
	}
	return lock, err
}

// identity is the file that says which training the checkpoint is of.
func (t *pretraining) identity() string { return filepath.Join(t.Folder, "identity.json") }

// identify says in the folder of the checkpoint which training it is of, or finds out that it is of the same one.
func (t *pretraining) identify(files []string) error {
	own := map[string]any{"program": version.Text(), "lang": t.lang, "files": files, "epochs": t.Epochs, "minutes": t.Minutes}
	own["segmenter"], own["lines"], own["paragraphs"], own["markup"], own["dehyphenate"] = t.Segmenter, t.Lines, t.Paragraphs, t.Text.Markup, t.Text.Dehyphenate
	settings := t.LanguageSettings
	settings.Threads = 0 // which changes nothing
	own["settings"] = settings
	if t.encoder != nil {
		masked := t.masked
		masked.Workers = 0
		own["encoder"], own["masked"], own["subwords"] = t.encoder.SHA256, masked, t.kept
	}
	text, err := json.Marshal(own)
	if err != nil {
		return err
	}
	was, err := os.ReadFile(t.identity())
	if errors.Is(err, fs.ErrNotExist) {
		return atomicfile.WriteText(t.identity(), string(text))
	}
	if err == nil && string(was) != string(text) {
		err = fmt.Errorf("%w: %s is of another training; remove it to begin again", frame.ErrUsage, t.Folder)
	}
	return err
}

// corpus returns the text cut into words, which an earlier program may have done.
func (t *pretraining) corpus(ctx context.Context, files []string, show *learning) (*pretrain.Corpus, error) {
	corpus, err := pretrain.Open(t.Folder)
	if !errors.Is(err, fs.ErrNotExist) {
		return corpus, err
	}
	cutter, err := t.Cutter(t.usual)
	if err != nil {
		return nil, err
	}
	source := t.Cut(ctx, cutter, pipe.Reading{Workers: t.Threads}, files)
	read, done := until(ctx, source)
	defer done()
	corpus, err = pretrain.Cut(ctx, t.Folder, t.block(), textfile.All(sentencesOf(read)), show.cut)
	show.Clear()
	if err == nil || errors.Is(err, pretrain.ErrNoText) {
		source.SaySkipped()
	}
	if err == nil {
		fmt.Fprintf(show.W, "text: %s in %s\n", layout.Count(corpus.Words, "word"), layout.Count(corpus.Sentences, "sentence"))
		show.journal.Info("text", "words", corpus.Words, "sentences", corpus.Sentences, "cut", corpus.Long)
	}
	return corpus, err
}

// usual returns the model that cuts text of the language; nil is the rule.
func (t *pretraining) usual() (*engine.Parser, error) {
	const stage = "words" // no more of the model is read
	m, found, err := t.Env.Load(t.lang, stage)
	switch {
	case err == nil && m.Segmenter() != nil:
		fmt.Fprintf(t.Env.Notes(t.Quiet), "words by %s\n", frame.Title(found))
		return m, nil
	case t.lang == english.Lang:
		return t.Env.Open(places.Found{Name: english.Name}, stage)
	case err != nil && !places.IsAbsent(err):
		return nil, err
	}
	fmt.Fprintf(t.Env.Notes(t.Quiet),
		"no model cuts text of %s into words: they are those of Unicode; words of a treebank come from a model of \"parser train --lang %[1]s --pipeline\", "+
			"or of --segmenter\n", t.lang)
	return nil, nil
}

// learning shows how learning goes, and writes it to the journal.
type learning struct {
	frame.Bar
	journal *training.Journal
	rows    int
	lines   *pace
}

func (l *learning) cut(words int) {
	switch {
	case !l.Off:
		l.Set(words, -1, "words cut")
	case l.lines.due():
		fmt.Fprintf(l.W, "%s cut\n", layout.Count(words, "word"))
	}
}

func (l *learning) learned(p pretrain.Progress) {
	left := time.Duration((p.Planned - p.Done) / max(1, p.WordsPerS) * float64(time.Second)).Round(time.Second)
	if due := l.lines.due(); p.Part || due && l.Off && !p.Past {
		l.Clear()
		if l.rows == 0 {
			fmt.Fprintln(l.W, "     words     loss  perplexity  words/s  time left")
		}
		l.rows++
		perplexity := "-" // between parts
		if p.Part {
			perplexity = fmt.Sprintf("%.2f", p.Perplexity)
		}
		fmt.Fprintf(l.W, "%10.0f  %7.4f  %10s  %7.0f  %9s\n", p.Done, p.Loss, perplexity, p.WordsPerS, left)
	}
	if !p.Past {
		l.journal.Info("window", "words", p.Done, "planned", p.Planned, "loss", p.Loss, "perplexity", fmt.Sprint(p.Perplexity), "words_per_second", p.WordsPerS)
	}
	l.Set(int(p.Done), int(p.Planned), "learned")
}
