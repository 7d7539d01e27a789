package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/parser"
	"parser/parser/amr"
	"parser/parser/amr/align"
	"parser/parser/amr/grounding"
	"parser/parser/english"
	"parser/transition"
)

// aligning is the align command with its flags.
type aligning struct {
	input
	trees, base string
	summary     bool
	top         int
}

func alignCommand(e *Env) *urfave.Command {
	a := &aligning{input: input{env: e, format: formAuto}}
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
			&urfave.StringFlag{Name: "trees", Destination: &a.trees, Usage: "CoNLL-U `FILE` with the words of the graphs: as many sentences as there are graphs, in their order"},
			&urfave.StringFlag{Name: "base", Value: english.Name, Destination: &a.base, Usage: "model `FILE`, or name of the language of one, that finds words and trees in texts"},
			&urfave.BoolFlag{Name: "summary", Destination: &a.summary, Usage: "count only: pairs by rule, and words and nodes without one"},
			&urfave.IntFlag{Name: "top", Value: 20, Destination: &a.top, Usage: "with --summary, list the `N` most frequent words and nodes; 0 lists all", Action: atLeast(0, "--top %d")},
		},
		Action: a.run,
	}
}

func (a *aligning) run(c *urfave.Context) error {
	if a.trees != "" && c.IsSet("base") {
		return fmt.Errorf("%w: --base has no meaning with --trees: the words are those of the trees", errUsage)
	}
	var graphs []*amr.Graph
	err := a.graphs(a.env.filesOf(c)...).each(func(g *amr.Graph) error {
		graphs = append(graphs, g)
		return nil
	})
	if err != nil {
		return err
	}
	trees, err := a.treesOf(c.Context, graphs)
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

// graphs returns the graphs in files.
func (in *input) graphs(files ...string) *source[*amr.Graph] {
	s := &source[*amr.Graph]{input: in, item: "graph", files: files}
	s.reader = func(f *textfile.Reader, _ string) (func() (*amr.Graph, error), error) {
		return amr.NewReader(f, f.Name).Read, nil
	}
	return s
}

// treesOf returns a sentence for each graph.
func (a *aligning) treesOf(ctx context.Context, graphs []*amr.Graph) (trees []*conll.Sentence, err error) {
	if a.trees != "" {
		err := a.sentences(a.trees).each(func(s *conll.Sentence) error {
			trees = append(trees, s)
			return nil
		})
		if err == nil && len(trees) != len(graphs) {
			err = fmt.Errorf("%s has %s for %s", a.trees, layout.Count(len(trees), "sentence"), layout.Count(len(graphs), "graph"))
		}
		return trees, err
	}
	texts := make([]string, len(graphs))
	for i, g := range graphs {
		text, ok := g.Get("snt")
		if !ok {
			return nil, fmt.Errorf("%s:%d: the graph has no text (# ::snt); give its words by --trees", g.File, g.Line)
		}
		texts[i] = text
	}
	base, err := a.env.baseFor(a.base)
	if err != nil {
		return nil, err
	}
	return grounding.Trees(ctx, base, texts, runtime.GOMAXPROCS(0))
}

// baseFor returns a model that makes trees of dependencies of raw text: that of a file, or else
// that of a language.
func (e *Env) baseFor(name string) (*parser.Parser, error) {
	file, lang := "", name
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		file, lang = name, ""
	}
	m, title, err := e.modelFor(file, lang)
	switch {
	case err != nil:
		return nil, err
	case m.Kind() != transition.Dependencies || m.Segmenter() == nil:
		return nil, fmt.Errorf("%w: --base %s: a model is needed that builds dependencies of raw text (parser train --pipeline), and %s is none", errUsage, name, title)
	}
	return m, nil
}
