package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"text/tabwriter"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
)

func getEncoderCommand(e *frame.Env) *urfave.Command {
	g := &getting{env: e}
	return &urfave.Command{
		Description: `Downloads the files of a pre-trained transformer into a folder of its name in the first
folder of PARSER_ENCODERS, or ~/.local/share/parser/encoders where that is not set. Without
a name the list is printed. Downloads go on, are compared and are put in place as those of
treebanks.`,
		Flags:  g.flags(fetch.EncoderSource, "FacebookAI/roberta-base/resolve/main/config.json", fetch.MaxEncoderBytes),
		Action: g.runEncoder,
	}
}

func (g *getting) runEncoder(c *urfave.Context) error {
	list, err := fetch.Encoders()
	if err != nil {
		return err
	}
	folder := g.env.Places().EncodersFolder()
	switch {
	case c.Lineage()[1].NumFlags() > 0:
		return fmt.Errorf("%w: flags of get encoder stand after it", frame.ErrUsage)
	case c.NArg() == 0:
		return g.printEncoders(list, folder)
	case c.NArg() > 1:
		return fmt.Errorf("%w: get encoder takes one name, not %d", frame.ErrUsage, c.NArg())
	case g.getter.MaxBytes < 1:
		return fmt.Errorf("%w: --max-bytes %d", frame.ErrUsage, g.getter.MaxBytes)
	case folder == "":
		return fmt.Errorf("%w: the folder of encoders is not known: set PARSER_ENCODERS or HOME", frame.ErrUsage)
	}
	name := c.Args().First()
	own := fetch.FindEncoder(list, name)
	if own == nil {
		return fmt.Errorf(`%w: unknown encoder: %.80q; "parser get encoder" lists them`, frame.ErrUsage, name)
	}
	folder = filepath.Join(folder, own.Name)
	const advice = "name another folder in PARSER_ENCODERS, --replace replaces what was downloaded"
	err = g.fetch(c.Context, fmt.Sprintf("%s %s, about %d MB", own.Repository, own.Revision, own.Megabytes), folder, advice,
		func(ctx context.Context) (*fetch.Manifest, error) { return g.getter.GetEncoder(ctx, own, folder) })
	if err != nil {
		return err
	}
	fmt.Fprintf(g.env.Notes(g.quiet), "licence: %s\ntrain with: parser train --encoder %s\n", own.Licence, own.Name)
	return nil
}

// printEncoders prints the list, and which are in the folder.
func (g *getting) printEncoders(list []fetch.Encoder, folder string) error {
	w := tabwriter.NewWriter(g.env.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "encoder\trepository\trevision\tMB\tlicence\tfolder")
	for _, e := range list {
		there := "-"
		if own := filepath.Join(folder, e.Name); folder != "" && e.Complete(own) {
			there = own
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", e.Name, e.Repository, e.Revision, e.Megabytes, e.Licence, there)
	}
	return w.Flush()
}
