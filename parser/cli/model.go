package cli

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model/npz"
	"parser/parser"
	"parser/parser/cli/internal/frame"
	"parser/parser/english"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/fetch"
	"parser/parser/internal/inspect"
	"parser/parser/internal/neural"
	"parser/parser/internal/places"
)

func modelCommand(e *Env) *urfave.Command {
	return &urfave.Command{
		Subcommands: []*urfave.Command{infoCommand(e), listCommand(e), packCommand(e), calibrateCommand(e), vectorsCommand()},
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

func infoCommand(e *Env) *urfave.Command {
	var lang string
	var asJSON, quiet bool
	return &urfave.Command{
		Name:      "info",
		Usage:     "say what is in a model file",
		UsageText: "parser model info [flags] [files]",
		Description: `Says how models were made and from what, what they read and set, how good they
were on dev, and what takes the space in the file. Without files it is the model that
"parser parse" takes.`,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "lang", Destination: &lang, Usage: "the model that was trained with --lang `NAME`"},
			&urfave.BoolFlag{Name: "json", Destination: &asJSON, Usage: "all of it as JSON, an object for each file"},
			frame.QuietFlag(&quiet),
		},
		Action: func(c *urfave.Context) error {
			files := c.Args().Slice()
			if len(files) == 0 {
				name, err := e.Places().TrainedModel("", lang)
				if err != nil && !frame.IsEnglish(lang, err) {
					return err
				}
				if name != "" && lang == "" && !quiet {
					e.SayLatest(name, "--lang or a file")
				}
				files = []string{name} // "" for English
			} else if lang != "" {
				return fmt.Errorf("%w: --lang is for a model that no file is named of", frame.ErrUsage)
			}
			for i, name := range files {
				m, err := inspectFile(name)
				switch {
				case err != nil:
					return fmt.Errorf("%w: %w", frame.ErrModel, err)
				case asJSON:
					err = frame.WriteJSON(e.Stdout, m)
				default:
					if i > 0 {
						fmt.Fprintln(e.Stdout)
					}
					err = m.Print(e.Stdout)
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
}

func listCommand(e *Env) *urfave.Command {
	var asJSON, onlyAvailable bool
	return &urfave.Command{
		Name:      "list",
		Usage:     "list the models that were trained or downloaded, or can be downloaded",
		UsageText: "parser model list [flags]",
		Description: `Prints a line for each model where "parser parse" looks for them: its name, the one
that is taken unless another is named, what it builds, its size, and its scores on dev.
Files that cannot be used are named on the standard error.`,
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "available", Destination: &onlyAvailable, Usage: "the models that \"parser get model\" knows instead, with their licences, their scores on dev, and the files that are there already"},
			&urfave.BoolFlag{Name: "json", Destination: &asJSON, Usage: "as JSON, with all that \"parser model info\" says"},
		},
		Action: func(c *urfave.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("%w: model list takes no arguments but flags, not %q", frame.ErrUsage, c.Args().First())
			}
			if onlyAvailable {
				list, err := fetch.Models()
				if err != nil {
					return err
				}
				return printAvailable(e, list, asJSON)
			}
			kept, err := e.Places().Models()
			if err != nil {
				return err
			}
			listed := []inspect.Listed{}
			for _, k := range kept {
				m, err := inspect.File(k.File)
				if err != nil {
					e.Say("%v", err)
					continue
				}
				listed = append(listed, inspect.Listed{Name: k.Name, Latest: k.Latest, Model: m})
			}
			own, err := inspectFile("")
			if err != nil {
				return err
			}
			listed = append(listed, inspect.Listed{Name: english.Name, Latest: !slices.ContainsFunc(kept, func(k places.Kept) bool { return k.Latest }), Model: own})
			if asJSON {
				return frame.WriteJSON(e.Stdout, listed)
			}
			return inspect.PrintList(e.Stdout, listed)
		},
	}
}

// inspectFile says what is in a model file or, for "", in the English one of the program.
func inspectFile(name string) (*inspect.Model, error) {
	if name != "" {
		return inspect.File(name)
	}
	f := english.File()
	m, err := inspect.Read(f, f.Size())
	if err == nil {
		m.File = "in this program"
	}
	return m, err
}

func packCommand(e *Env) *urfave.Command {
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
				return fmt.Errorf("%w: model pack takes two files, the model to read and the one to write", frame.ErrUsage)
			}
			from, to := c.Args().Get(0), c.Args().Get(1)
			if err := frame.CanSave(to); err != nil {
				return err
			}
			p, err := parser.Load(from)
			if err != nil {
				return fmt.Errorf("%w: %w", frame.ErrModel, err)
			}
			if p, err = p.Packed(precision); err != nil {
				return err
			}
			if err := p.Save(to); err != nil {
				return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
			}
			before, err := os.Stat(from)
			after, err2 := os.Stat(to)
			if err := cmp.Or(err, err2); err != nil {
				return err
			}
			e.Say("%s: %d bytes, %.0f %% of %s", to, after.Size(), 100*float64(after.Size())/float64(before.Size()), from)
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
