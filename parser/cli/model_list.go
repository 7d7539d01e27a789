package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/fetch"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/english"
	"parser/parser/internal/inspect"
	"parser/parser/internal/structure"
)

func infoCommand(e *frame.Env) *urfave.Command {
	var model, lang string
	var asJSON, quiet bool
	return &urfave.Command{
		Description: `Says how models were made and from what, what they read and set, how good they
were on dev, and what takes the space in the file. Where none is named it is the one that
"parser parse" takes for CoNLL.`,
		Flags: []urfave.Flag{
			frame.Word(&model, "model", frame.ModelUsage+", the same as an argument"),
			frame.Word(&lang, "lang", "the same as --model, as `MODEL`"),
			frame.Switch(&asJSON, "json", "all of it as JSON, an object for each model"),
			frame.QuietFlag(&quiet),
		},
		Action: func(c *urfave.Context) error {
			names := c.Args().Slice()
			if named := model + lang; named != "" {
				if len(names) > 0 {
					return fmt.Errorf("%w: name models by arguments or by a flag, not by both", frame.ErrUsage)
				}
				names = []string{named}
			}
			models, err := infoOf(e, names, quiet)
			if err != nil {
				return err
			}
			for i, m := range models {
				if asJSON {
					err = frame.WriteJSON(e.Stdout, m)
				} else {
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

// infoOf says what is in the models that names stand for or, without names, in the one that answers.
func infoOf(e *frame.Env, names []string, quiet bool) (all []*inspect.Model, err error) {
	var found []places.Found
	for _, name := range names {
		one, err := e.Places().Resolve(name)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	if len(names) == 0 {
		if found, err = e.Places().Unnamed(structure.OfForm(textfile.CoNLL)); err != nil {
			return nil, err
		}
		if found = found[:1]; !quiet {
			e.SayUnnamed(found[0], "", false)
		}
	}
	for _, one := range found {
		m, err := inspectModel(one)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// inspectModel says what is in a model.
func inspectModel(found places.Found) (m *inspect.Model, err error) {
	if found.File == "" {
		f := english.File()
		if m, err = inspect.Read(f, f.Size()); err == nil {
			m.File = "in this program"
		}
	} else {
		m, err = inspect.File(found.File)
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", frame.ErrModel, err)
	}
	return m, err
}

func listCommand(e *frame.Env) *urfave.Command {
	var asJSON, onlyAvailable bool
	return &urfave.Command{
		Description: `Prints a line for each model that has a name: what it builds, its size, and its scores on
dev. The choice of "parser model use" is marked >. Those that answer where none is named,
each what it reads, are marked *. Files that cannot be used are named on the standard
error.`,
		Flags: []urfave.Flag{
			frame.Switch(&onlyAvailable, "available",
				"the models that \"parser get model\" knows instead, with their licences, their scores on dev, and the files that are there already"),
			frame.Switch(&asJSON, "json", "as JSON, with all that \"parser model info\" says"),
		},
		Action: func(c *urfave.Context) error {
			if onlyAvailable {
				list, err := fetch.Models()
				if err != nil {
					return err
				}
				return printAvailable(e, list, asJSON)
			}
			listed, err := listModels(e)
			if err != nil {
				return err
			}
			if asJSON {
				return frame.WriteJSON(e.Stdout, listed)
			}
			return inspect.PrintList(e.Stdout, listed)
		},
	}
}

// listModels returns the models in the folders of models, and the one of the program.
func listModels(e *frame.Env) ([]inspect.Listed, error) {
	kept, err := e.Places().Models()
	if err != nil {
		return nil, err
	}
	chosen, err := e.Places().Choice()
	if err != nil {
		e.Say("%v", err)
	}
	listed, readsText := []inspect.Listed{}, chosen != nil
	for _, k := range kept {
		m, err := inspect.File(k.File)
		if err != nil {
			e.Say("%v", err)
			continue
		}
		apart := m.Builds != structure.OfForm(textfile.CoNLL).Name() && k.Field == "" // which reads what others do not
		listed = append(listed, inspect.Listed{Name: k.Name, Latest: k.Latest && (chosen == nil || apart), Chosen: k.Chosen, Model: m})
		readsText = readsText || k.Latest && !apart && k.Field == "" && m.Segmenter != nil
	}
	own, err := inspectModel(places.Found{})
	if err != nil {
		return nil, err
	}
	listed = append(listed, inspect.Listed{Name: english.Name, Latest: !readsText, Chosen: chosen != nil && chosen.File == "", Model: own})
	if chosen != nil && chosen.File != "" {
		if name, err := e.Places().NameOf(*chosen); err == nil && name != chosen.Name {
			e.Say("the choice of parser model use is %s, which is in no folder of models", name)
		}
	}
	return listed, nil
}

func useCommand(e *frame.Env) *urfave.Command {
	var none bool
	return &urfave.Command{
		Description: `Makes a model the one that all commands, the server and the Python package take where none
is named, until another one is chosen. Training and downloads do not change it. Without a
model the choice is printed.`,
		Flags: []urfave.Flag{
			frame.Switch(&none, "none", "choose none: then it is the one of dependencies that was trained last or, for input that this does not read, the "+
				"English one of the program"),
		},
		Action: func(c *urfave.Context) error {
			at, name := e.Places(), c.Args().First()
			switch {
			case c.NArg() > 1 || none && name != "":
				return fmt.Errorf("%w: model use takes one model, or --none", frame.ErrUsage)
			case none:
				_, err := at.Use("")
				return err
			case name == "":
				chosen, err := at.Choice()
				if err != nil {
					return err
				}
				if chosen == nil {
					fmt.Fprintln(e.Stdout, "none")
				} else {
					fmt.Fprintf(e.Stdout, "%s: %s\n", chosen.Name, frame.Title(*chosen))
				}
				return nil
			}
			m, found, err := e.Load(name, "")
			if err != nil {
				return err
			}
			if m.Structure().Tagger {
				return fmt.Errorf("%w: %s is a tagger: choose a parser; parser tag --model names a tagger", frame.ErrUsage, frame.Title(found))
			}
			if found, err = at.Use(name); err == nil {
				e.Say("where no model is named it is now %s (%s)", found.Name, frame.Title(found))
			}
			return err
		},
	}
}
