package cli

import (
	"io"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/graphs/align"
)

func alignCommand(e *frame.Env) *urfave.Command {
	in, from := frame.InputOf(e), &frame.GraphSource{}
	summary, top := false, 20
	return &urfave.Command{
		Description: `Reads graphs of Abstract Meaning Representation in PENMAN notation and prints for each
the words of its sentence with their nodes and the rules that found them, and then the
nodes that no word stands for. It is what learning to build such graphs begins with.

The words and their tree are those that a parser of dependencies finds in the text of the
graph ("# ::snt"), or else those of a CoNLL-U file, a sentence for each graph.`,
		Flags: []urfave.Flag{
			frame.TreesFlag("", "trees", &from.Trees), from.BaseFlag("", english.Name),
			frame.Switch(&summary, "summary", "count only: pairs by rule, and words and nodes without one"),
			frame.Number(&top, 0, "top", "with --summary, list the `N` most frequent words and nodes; 0 lists all"),
		},
		Action: func(c *urfave.Context) error {
			data, err := in.Treebank(textfile.Graphs, e.FilesOf(c)...).Data()
			if err != nil {
				return err
			}
			trees, err := from.Sentences(c.Context, e, data.Graphs, from.Trees.Value())
			if err != nil {
				return err
			}
			aligner, report, out := align.New(), align.Report{}, e.Stdout
			if summary {
				out = io.Discard
			}
			for i, g := range data.Graphs {
				if err := report.Add(out, aligner, trees[i].Words, g); err != nil {
					return err
				}
			}
			if summary {
				return report.Summary(e.Stdout, top)
			}
			return nil
		},
	}
}
