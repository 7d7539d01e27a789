package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model/npz"
	"parser/parser"
	"parser/parser/english"
	"parser/parser/internal/inspect"
	"parser/parser/internal/places"
)

// modelCommand is the commands that concern model files.
func modelCommand(e *Env) *urfave.Command {
	return &urfave.Command{
		Name:      "model",
		Usage:     "say what is in a model file, list models, or make one smaller",
		UsageText: "parser model command [flags] [files]",
		Subcommands: []*urfave.Command{
			infoCommand(e),
			listCommand(e),
			packCommand(e),
		},
		Action: func(c *urfave.Context) error {
			if c.Args().Present() {
				return unknownCommand(c.Command.Subcommands, c.Args().First())
			}
			return fmt.Errorf("%w: which command of model: %s?", errUsage, strings.Join(namesOf(c.Command.Subcommands), ", "))
		},
	}
}

func namesOf(commands []*urfave.Command) (names []string) {
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

func infoCommand(e *Env) *urfave.Command {
	var lang string
	var asJSON, quiet bool
	return &urfave.Command{
		Name:      "info",
		Usage:     "say what is in a model file",
		UsageText: "parser model info [flags] [files]",
		Description: `Says of models how they were made and from what, what they read and set, how good they
were on dev, and what takes the space in the file. Without files it is the model that
"parser parse" takes.`,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "lang", Destination: &lang, Usage: "the model that was trained with --lang `NAME`"},
			&urfave.BoolFlag{Name: "json", Destination: &asJSON, Usage: "all of it as JSON, an object for each file"},
			quietFlag(&quiet),
		},
		Action: func(c *urfave.Context) error {
			files := c.Args().Slice()
			if len(files) == 0 {
				name, err := e.places().TrainedModel("", lang)
				if err != nil && !isEnglish(lang, err) {
					return err
				}
				if name != "" && lang == "" && !quiet {
					e.sayLatest(name, "--lang or a file")
				}
				files = []string{name} // "" for English
			} else if lang != "" {
				return fmt.Errorf("%w: --lang is for a model that no file is named of", errUsage)
			}
			for i, name := range files {
				m, err := inspectFile(name)
				switch {
				case err != nil:
					return fmt.Errorf("%w: %w", errModel, err)
				case asJSON:
					err = writeJSON(e.Stdout, m)
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
	var asJSON bool
	return &urfave.Command{
		Name:      "list",
		Usage:     "list the models that were trained",
		UsageText: "parser model list [flags]",
		Description: `Prints a line for each model where "parser parse" looks for them: its name, the one
that is taken unless another is named, what it builds, its size, and its scores on dev.
Files that cannot be used are named on the standard error.`,
		Flags: []urfave.Flag{
			&urfave.BoolFlag{Name: "json", Destination: &asJSON, Usage: "as JSON, with all that \"parser model info\" says"},
		},
		Action: func(c *urfave.Context) error {
			if c.Args().Present() {
				return fmt.Errorf("%w: model list takes no arguments but flags, not %q", errUsage, c.Args().First())
			}
			kept, err := e.places().Models()
			if err != nil {
				return err
			}
			listed := []inspect.Listed{}
			for _, k := range kept {
				m, err := inspect.File(k.File)
				if err != nil {
					e.say("%v", err)
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
				return writeJSON(e.Stdout, listed)
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
				Action: oneOf("the precision is", npz.Precisions()...)},
		},
		Action: func(c *urfave.Context) error {
			if c.NArg() != 2 {
				return fmt.Errorf("%w: model pack takes two files, the model to read and the one to write", errUsage)
			}
			from, to := c.Args().Get(0), c.Args().Get(1)
			if err := canSave(to); err != nil {
				return err
			}
			p, err := parser.Load(from)
			if err != nil {
				return fmt.Errorf("%w: %w", errModel, err)
			}
			if p, err = p.Packed(precision); err != nil {
				return err
			}
			if err := p.Save(to); err != nil {
				return fmt.Errorf("%w: %w", errUnwritable, err)
			}
			before, err := os.Stat(from)
			if err != nil {
				return err
			}
			after, err := os.Stat(to)
			if err != nil {
				return err
			}
			e.say("%s: %d bytes, %.0f %% of %s", to, after.Size(), 100*float64(after.Size())/float64(before.Size()), from)
			return nil
		},
	}
}

// canSave finds out, before any work, whether a model can be saved in a file.
func canSave(file string) error {
	err := places.CanWrite(file)
	if err != nil && !errors.Is(err, errUsage) {
		err = fmt.Errorf("%w: %w", errUnwritable, err)
	}
	return err
}

// modelFor loads the model to parse with, and returns its name: the one that is named, else that
// of the language, else that of the language trained last. If English has not been trained, or
// nothing at all has, it is the program's English model. Unless quiet is set, it says which
// model is taken if none was named.
func (e *Env) modelFor(file, lang string, quiet bool) (m *parser.Parser, name string, err error) {
	name, err = e.places().TrainedModel(file, lang)
	switch {
	case isEnglish(lang, err):
		if lang != english.Name && !quiet {
			e.say("no model was trained or named: this is %s", english.Title)
		}
		m, err = english.Load()
		return m, english.Title, err
	case err != nil:
		return nil, "", err
	}
	if m, err = parser.Load(name); err != nil {
		return nil, "", fmt.Errorf("%w: %w", errModel, err)
	}
	if file == "" && lang == "" && !quiet {
		e.sayLatest(name, "--lang or --model")
	}
	return m, name, nil
}

// sayLatest says which model is the one trained last, in a file, and how another one is chosen.
func (e *Env) sayLatest(file, how string) {
	e.say("no model was named: this is %s, the one trained last (%s); %s chooses another", strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), file, how)
}

// isEnglish reports whether the model that was not found for a language is the English one
// of the program.
func isEnglish(lang string, err error) bool {
	return lang == "" && isAny(err, places.ErrNone, places.ErrNowhere) || (lang == english.Lang || lang == english.Name) && isAny(err, fs.ErrNotExist, places.ErrNowhere)
}
