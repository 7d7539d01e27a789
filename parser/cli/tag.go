package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser"
	"parser/parser/train"
	"parser/parser/treebank"
)

// taggingRun is the tag command with its flags.
type taggingRun struct {
	parsing   // what it has in common with the parse command
	models    urfave.StringSlice
	fields    string
	jackknife int
	options   parser.Options
}

func tagCommand(e *Env) *urfave.Command {
	t := &taggingRun{parsing: parsing{env: e, in: input{env: e}}, options: parser.DefaultsFor(tagSystem)}
	return &urfave.Command{
		Name:      "tag",
		Usage:     "set part-of-speech tags or features",
		UsageText: "parser tag [flags] [files]",
		Description: `Reads CoNLL-X or CoNLL-U from the files, plain or gzip, or from the standard input,
and writes the same with the taggers' columns set in all words; all else comes out
as it went in. The taggers are those of --model, which may also be a parser that
holds some, or those that "parser train --system tag" has kept for --lang, or for the
language trained last; of --field only, if given.

With --jackknife it makes training data of a treebank: each fold is tagged by taggers
that were trained, then and there, on the others, so that the tags are as wrong as
those that a parser will meet. --field says which columns; the flags below "Learning"
say how to train.`,
		Flags:  t.flags(),
		Action: t.run,
	}
}

func (t *taggingRun) flags() []urfave.Flag {
	const jackknife = "Jackknife"
	common := []urfave.Flag{
		&urfave.StringSliceFlag{Name: "model", Destination: &t.models, Usage: "model `FILE`; several are taken one after the other"},
		&urfave.StringFlag{Name: "lang", Destination: &t.lang, Usage: "`NAME` of the language to take the taggers of"},
		&urfave.StringFlag{Name: "field", Destination: &t.fields, DefaultText: "all that there are taggers of", Usage: "`LIST` of columns to set: " + strings.Join(treebank.Fields(), ", ")},
		&urfave.IntFlag{Category: jackknife, Name: "jackknife", Destination: &t.jackknife, Usage: "tag a treebank in `N` folds, each by taggers that are trained on the others"},
	}
	return slices.Concat(common, t.outputFlags(), []urfave.Flag{t.in.skipFlag(), t.in.latin1Flag(), t.in.formatFlag(conllFormats)}, someFlags(&t.options, taggerOptions...))
}

// taggerOptions are the flags of train that the tag command has.
var taggerOptions = []string{"tag", "columns", "backwards", "templates", "learner", "margin", "min-updates", "dropout", "explore", "explore-after", "epochs", "seed"}

func (t *taggingRun) run(c *urfave.Context) error {
	files := t.env.filesOf(c)
	work, err := t.prepare(c)
	if err != nil {
		return err
	}
	return t.work(c.Context, files, work)
}

// prepare checks the flags and returns what is to be done.
func (t *taggingRun) prepare(c *urfave.Context) (func(context.Context, []string, io.Writer) error, error) {
	if err := t.checkThreads(); err != nil {
		return nil, err
	}
	if _, err := conllFormat(t.in.format); err != nil {
		return nil, err
	}
	if t.jackknife != 0 {
		return t.prepareJackknife(c)
	}
	for _, name := range givenFlags(c) {
		if slices.Contains(taggerOptions, name) {
			return nil, fmt.Errorf("%w: --%s has no meaning without --jackknife", errUsage, name)
		}
	}
	taggers, err := t.findTaggers()
	return func(ctx context.Context, files []string, out io.Writer) error {
		return t.sentences(files, out, func(read func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error {
			return parser.StreamTags(ctx, taggers, read, emit, t.threads)
		})
	}, err
}

// findTaggers loads the taggers of the fields that are asked for.
func (t *taggingRun) findTaggers() ([]*parser.Parser, error) {
	names, fields, err := t.models.Value(), []string(nil), error(nil)
	if t.fields != "" {
		if fields, err = parseFields(t.fields); err != nil {
			return nil, err
		}
	}
	if len(names) == 0 {
		if names, err = t.env.keptTaggers(t.lang, fields); err != nil {
			return nil, err
		}
	}
	taggers, err := loadTaggers(names)
	if err != nil || fields == nil {
		return taggers, err
	}
	for _, field := range fields {
		if !slices.ContainsFunc(taggers, func(p *parser.Parser) bool { return p.Field() == field }) {
			return nil, fmt.Errorf("%w: no tagger of %s in %s", errUsage, field, strings.Join(names, ", "))
		}
	}
	return slices.DeleteFunc(taggers, func(p *parser.Parser) bool { return !slices.Contains(fields, p.Field()) }), nil
}

// prepareJackknife checks the flags of jackknifing.
func (t *taggingRun) prepareJackknife(c *urfave.Context) (func(context.Context, []string, io.Writer) error, error) {
	if len(t.models.Value()) > 0 || c.IsSet("lang") {
		return nil, fmt.Errorf("%w: --jackknife trains taggers of its own and takes no --model and no --lang", errUsage)
	}
	if t.jackknife < 2 {
		return nil, fmt.Errorf("%w: --jackknife needs 2 folds or more, not %d", errUsage, t.jackknife)
	}
	fields, err := parseFields(t.fields)
	if err != nil {
		return nil, err
	}
	o := parser.DefaultsFor(tagSystem)
	if err := giveOptions(c, &o, "field", "jackknife", "workers"); err != nil {
		return nil, err
	}
	o.Templates, err = readTemplates(o.Templates)
	o.Workers = t.threads
	return func(ctx context.Context, files []string, out io.Writer) error {
		ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
		defer stop()
		return t.jackknifed(ctx, files, out, fields, o)
	}, err
}

// jackknifed reads a whole treebank, tags it and writes it.
func (t *taggingRun) jackknifed(ctx context.Context, files []string, out io.Writer, fields []string, o parser.Options) error {
	return t.sentences(files, out, func(read func() (*conll.Sentence, error), emit func(*conll.Sentence) error) error {
		sentences, err := textfile.ReadAll(read)
		if err != nil {
			return err
		}
		defer saveMemory(t.env)()
		if err := t.jackknifeFields(ctx, sentences, fields, o); err != nil {
			return err
		}
		for _, s := range sentences {
			if err := emit(s); err != nil {
				return err
			}
		}
		return nil
	})
}

// jackknifeFields tags each field with the others as they are in the treebank.
func (t *taggingRun) jackknifeFields(ctx context.Context, sentences []*conll.Sentence, fields []string, o parser.Options) error {
	results := make([][]*conll.Sentence, len(fields))
	for i, field := range fields {
		o.Field = field
		for _, s := range sentences {
			results[i] = append(results[i], s.Clone())
		}
		err := train.Jackknife(ctx, results[i], t.jackknife, o, func(done int) {
			if !t.quiet {
				fmt.Fprintf(t.env.Stderr, "%s: fold %d of %d\n", field, done, t.jackknife)
			}
		})
		if err != nil {
			return err
		}
	}
	for i, field := range fields {
		for k, s := range sentences {
			treebank.CopyField(s, results[i][k], field)
		}
	}
	return nil
}
