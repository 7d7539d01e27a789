package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser"
	"parser/parser/amr"
	"parser/parser/english"
	"parser/parser/internal/align"
	"parser/parser/internal/grounding"
	"parser/parser/internal/places"
	"parser/parser/structure"
)

// aligning is the align command with its flags.
type aligning struct {
	input
	from    grounds
	summary bool
	top     int
}

func alignCommand(e *Env) *urfave.Command {
	a := &aligning{input: inputOf(e)}
	return &urfave.Command{
		Name:      "align",
		Usage:     "show which node of a graph of meaning each word stands for",
		UsageText: "parser align [flags] [files]",
		Description: `Reads graphs of Abstract Meaning Representation in PENMAN notation and prints for each
the words of its sentence with their nodes and the rules that found them, and then the
nodes that no word stands for. It is what learning to build such graphs begins with.

The words and their tree are those that a parser of dependencies finds in the text of the
graph ("# ::snt"), or else those of a CoNLL-U file, a sentence for each graph.`,
		Flags: []urfave.Flag{
			a.from.treesFlag("", "trees", &a.from.trees), a.from.baseFlag("", english.Name),
			&urfave.BoolFlag{Name: "summary", Destination: &a.summary, Usage: "count only: pairs by rule, and words and nodes without one"},
			&urfave.IntFlag{Name: "top", Value: 20, Destination: &a.top, Usage: "with --summary, list the `N` most frequent words and nodes; 0 lists all", Action: atLeast(0, "top")},
		},
		Action: a.run,
	}
}

func (a *aligning) run(c *urfave.Context) error {
	if c.IsSet("trees") && c.IsSet("base") {
		return fmt.Errorf("%w: --base has no meaning with --trees: the words are those of the trees", errUsage)
	}
	var graphs []*amr.Graph
	err := a.Treebank(textfile.Graphs, a.env.filesOf(c)...).Each(func(it *structure.Item) error {
		graphs = append(graphs, it.Graph)
		return nil
	})
	if err != nil {
		return err
	}
	trees, err := a.from.of(c.Context, a.env, graphs, a.from.trees.Value())
	if err != nil {
		return err
	}
	var (
		aligner = align.New()
		report  align.Report
		out     = a.env.Stdout
	)
	if a.summary {
		out = io.Discard
	}
	for i, g := range graphs {
		if err := report.Add(out, aligner, trees[i].Words, g); err != nil {
			return err
		}
	}
	if a.summary {
		return report.Summary(a.env.Stdout, a.top)
	}
	return nil
}

// grounds says where the words of graphs and their trees come from. Its fields are the
// destinations of flags.
type grounds struct {
	base  string             // file, or name of a language; "" for English
	trees urfave.StringSlice // files

	parser *parser.Parser // base, once it is loaded
	title  string         // of that
}

// usualBase returns the base for a language: its parser, "" for the English one on board.
func usualBase(lang string) string {
	lang = places.Language(lang)
	if lang == english.Lang {
		return ""
	}
	return lang
}

func (g *grounds) baseFlag(category, usual string) *urfave.StringFlag {
	return &urfave.StringFlag{Category: category, Name: "base", Destination: &g.base, DefaultText: usual, Usage: "model `FILE`, or name of the language of one, that finds words and trees in texts"}
}

func (g *grounds) treesFlag(category, name string, files *urfave.StringSlice) *urfave.StringSliceFlag {
	return &urfave.StringSliceFlag{Category: category, Name: name, Destination: files, Usage: "CoNLL-U `FILE` with the words of the graphs: as many sentences as there are graphs, in their order"}
}

// of returns a sentence for each graph: those in files or, if there are none, what the base makes
// of the texts.
func (g *grounds) of(ctx context.Context, e *Env, graphs []*amr.Graph, files []string) (trees []*conll.Sentence, err error) {
	if len(files) > 0 {
		in := inputOf(e)
		err := in.Treebank(textfile.CoNLL, files...).Each(func(it *structure.Item) error {
			trees = append(trees, it.Sentence)
			return nil
		})
		return trees, cmp.Or(err, grounding.CheckPairs(graphs, trees))
	}
	texts, err := grounding.Texts(graphs)
	if err != nil {
		return nil, fmt.Errorf("%w; give its words by --trees", err)
	}
	if err := g.load(e); err != nil {
		return nil, err
	}
	return grounding.Trees(ctx, g.parser, texts, runtime.GOMAXPROCS(0))
}

// load loads the base, a model that makes trees of dependencies of raw text: that of a file, or
// else that of a language.
func (g *grounds) load(e *Env) error {
	if g.parser != nil {
		return nil
	}
	base := cmp.Or(g.base, english.Name)
	file, lang := "", base
	if info, err := os.Stat(base); err == nil && info.Mode().IsRegular() {
		file, lang = base, ""
	}
	m, title, err := e.modelFor(file, lang, false)
	switch {
	case err != nil:
		return err
	case !m.Structure().Heads || m.Segmenter() == nil:
		return fmt.Errorf("%w: --base %s: a model is needed that builds dependencies from raw text (parser train --pipeline), and %s does not", errUsage, base, title)
	}
	g.parser, g.title = m, title
	return nil
}

// ground sets the sentence of a graph, number n of its file: that of --trees with the same number or, without,
// what the base makes of the text.
func (g *grounds) ground(ctx context.Context, in *input, it *structure.Item, n int) error {
	graphs := []*amr.Graph{it.Graph}
	if files := g.trees.Value(); len(files) > 0 {
		tree, err := in.Treebank(textfile.CoNLL, files...).Nth(files[0], n)
		if err != nil {
			return err
		}
		it.Sentence, it.Words = tree.Sentence, tree.Words
		return grounding.CheckPairs(graphs, []*conll.Sentence{it.Sentence})
	}
	if err := g.load(in.env); err != nil {
		return err
	}
	text, err := grounding.TextOf(it.Graph)
	if err == nil {
		it.Sentence, err = grounding.Reader(ctx, g.parser, textfile.Each([]*grounding.Text{text}), 1, 1)()
	}
	if errors.Is(err, grounding.ErrNoText) {
		err = fmt.Errorf("%w; give its words by --trees", err)
	}
	if err == nil {
		it.Words = it.Sentence.Words
	}
	return err
}

// under returns a model of graphs with --base, if that is given; otherwise the base is that of the
// model, if it has one. Models of constituents have one for raw text, and others have none.
func (g *grounds) under(c *urfave.Context, e *Env, m *parser.Parser) (*parser.Parser, error) {
	if m.Structure().WritesTags && c.Bool("text") && !c.IsSet("trees") {
		return g.cutting(e, m)
	}
	if !m.Structure().NeedsHeads {
		for _, flag := range []string{"base", "trees"} {
			if c.IsSet(flag) {
				return nil, fmt.Errorf("%w: --%s has no meaning with a model of %s, but with one of graphs", errUsage, flag, m.Structure().Name())
			}
		}
		return m, nil
	}
	if !c.IsSet("base") {
		g.parser = m.Base()
		return m, nil
	}
	if err := g.load(e); err != nil {
		return nil, err
	}
	return m.WithBase(g.parser)
}

// cutting returns a model of constituents with what it lacks to read raw text: the base cuts it into words
// and tags them. It is --base or, if that is not given, the usual one of the model's language.
func (g *grounds) cutting(e *Env, m *parser.Parser) (*parser.Parser, error) {
	if g.base == "" {
		if m.Segmenter() != nil && !m.NeedsTags() {
			return m, nil
		}
		g.base = usualBase(m.Meta().Lang)
	}
	if err := g.load(e); err != nil {
		return nil, err
	}
	based, err := m.WithBase(g.parser)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w; take another model to cut and tag text (--base)", errUsage, g.title, err)
	}
	return based, nil
}
