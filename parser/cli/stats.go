package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/cli/internal/survey"
	"parser/parser/internal/structure"
)

func statsCommand(e *frame.Env) *urfave.Command {
	in := frame.InputOf(e)
	top, asJSON := 20, false
	return &urfave.Command{
		Description: `Prints a table with a column for each file, and what a parser would lack that learns
from the one with "train" in its name, or else from the first: forms and labels of the
others that it does not know, and labels that are rare. Sentences of the others should
not occur in it. The files are CoNLL-X and
CoNLL-U, or else trees in Penn brackets, whose words, constituents and labels are
counted without empty elements and function tags, or graphs in PENMAN notation.`,
		Flags: append([]urfave.Flag{
			frame.Number(&top, 0, "top", "list the `N` most frequent labels and tags; 0 lists all"),
			frame.Switch(&asJSON, "json", "all counts as JSON"),
			in.SkipFlag(),
		}, in.Flags()...),
		Action: func(c *urfave.Context) error {
			var banks []*survey.Treebank
			for _, name := range e.FilesOf(c) {
				bank, err := countBank(&in, name)
				if err != nil {
					return err
				}
				banks = append(banks, bank)
			}
			report, err := survey.New(banks...)
			if err != nil {
				return fmt.Errorf("%w: %w", frame.ErrUsage, err)
			}
			if asJSON {
				return frame.WriteJSON(e.Stdout, report.JSON())
			}
			return report.Write(e.Stdout, top)
		},
	}
}

// countBank counts what is in a file, or in all files of a folder or a pattern.
func countBank(in *frame.Input, name string) (*survey.Treebank, error) {
	kinds := structure.All()
	files, err := places.Files(kinds[0].Extensions, []string{name})
	for _, s := range kinds[1:] {
		if others, other := places.Files(s.Extensions, []string{name}); err != nil && other == nil {
			files, err = others, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", frame.ErrUsage, err)
	}
	f, form, err := in.Open(files[0])
	if err != nil {
		return nil, err
	}
	s := in.TreebankIn(f, form, files[1:]...)
	return survey.Count(name, form, s.Each)
}
