package cli

import (
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model/npz"
	"parser/parser/cli/internal/frame"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/neural"
)

func modelCommand(e *frame.Env) *urfave.Command {
	return &urfave.Command{
		Subcommands: []*urfave.Command{infoCommand(e), listCommand(e), useCommand(e), packCommand(e), calibrateCommand(e), vectorsCommand()},
		Action: func(c *urfave.Context) error {
			if c.Args().Present() {
				return unknownCommand(c.Command.Subcommands, c.Args().First())
			}
			var names []string
			for _, s := range c.Command.Subcommands {
				names = append(names, s.Name)
			}
			return fmt.Errorf("%w: which command of model: %s?", frame.ErrUsage, strings.Join(names, ", "))
		},
	}
}

func packCommand(e *frame.Env) *urfave.Command {
	var precision string
	return &urfave.Command{
		Name:      "pack",
		Usage:     "write a model with weights in another precision",
		UsageText: "parser model pack [flags] in out",
		Description: `Rounds the weights of networks, those of taggers in the model among them: int8 makes
the file about half as large, at the cost of a tenth of a point of accuracy at most.`,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "precision", Value: string(npz.InInt8), Destination: &precision, Usage: "`PRECISION`: " + strings.Join(npz.Precisions(), ", "),
				Action: frame.OneOf("the precision is", npz.Precisions()...)},
		},
		Action: func(c *urfave.Context) error {
			if c.NArg() != 2 {
				return fmt.Errorf("%w: model pack takes a model to read and a file to write", frame.ErrUsage)
			}
			from, to := c.Args().Get(0), c.Args().Get(1)
			if err := frame.CanSave(to); err != nil {
				return err
			}
			p, found, err := e.Load(from)
			if err != nil {
				return err
			}
			if p, err = p.Packed(precision); err != nil {
				return err
			}
			if err := p.Save(to); err != nil {
				return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
			}
			before, err := inspectModel(found)
			if err != nil {
				return err
			}
			after, err := os.Stat(to)
			if err != nil {
				return err
			}
			e.Say("%s: %d bytes, %.0f %% of %s", to, after.Size(), 100*float64(after.Size())/float64(before.Bytes), from)
			return nil
		},
	}
}

func vectorsCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "vectors",
		Usage:     "write the word vectors in a file of parser pretrain",
		UsageText: "parser model vectors in out",
		Description: `Writes what "parser pretrain" has learned of each word, for other programs and for
"parser train --vectors": text with a line for each word, as word2vec writes it. Words are in
lower case, with 0 for digits. "parser pretrain --vectors-out" does the same.`,
		Action: func(c *urfave.Context) error {
			if c.NArg() != 2 {
				return fmt.Errorf("%w: model vectors takes two files, the one to read and the one to write", frame.ErrUsage)
			}
			return writeVectors(c.Args().Get(0), c.Args().Get(1))
		},
	}
}

// writeVectors writes the word vectors in a file of parser pretrain to another file.
func writeVectors(from, to string) error {
	if err := frame.CanSave(to); err != nil {
		return err
	}
	p, err := atomicfile.ReadFile(from, neural.ReadPretrained)
	if err != nil {
		return fmt.Errorf("%w: %w", frame.ErrModel, err)
	}
	if err := atomicfile.WriteFile(to, p.WriteVectors); err != nil {
		return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
	}
	return nil
}
