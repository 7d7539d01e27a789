package parsing

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"parser/conll/textfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/graphs/grounding"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

// lineFormat reports whether the output has a line for each sentence, also for one without words.
func (p *command) lineFormat(builds *structure.Structure) bool {
	format := cmp.Or(p.outputFormat, builds.Outputs[0])
	return builds.Holds != structure.Graph && slices.Contains([]string{structure.Brackets, structure.Horizontal, structure.JSON}, format)
}

// aligned returns what writes items, with --keep-lines those without words only in formats with a line for each.
func (p *command) aligned(builds *structure.Structure, write func(*treebank.Item) error) func(*treebank.Item) error {
	if !p.KeepLines || p.lineFormat(builds) {
		return write
	}
	return func(it *treebank.Item) error {
		if it.Size() == 0 {
			return nil
		}
		return write(it)
	}
}

// lineByLine returns a sentence for each line of raw text that is not blank, with the trees that the base of a parser
// of graphs makes of it. They are numbered throughout, with --keep-lines as all lines are.
func (p *command) lineByLine(ctx context.Context, m *engine.Parser, how pipe.Reading, files []string) *pipe.Source {
	p.Format = pipe.Text
	lines, before := 0, 0 // of all files, and of those before
	return &pipe.Source{Input: &p.Input.Input, Item: "line", Files: files, Reader: func(f *textfile.Reader, _ string) (func() (*treebank.Item, error), error) {
		f.SkipMark()
		before = lines
		return pipe.Grounded(ctx, m, how, func() (*grounding.Text, error) {
			t, err := grounding.Line(f)
			if p.KeepLines {
				lines = before + f.Lines
			} else if err == nil {
				lines++
			}
			if err == nil {
				t.ID = strconv.Itoa(lines)
			}
			return t, err
		}), nil
	}}
}
