package cli

import (
	"fmt"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/model/npz"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/atomicfile"
	"parser/parser/internal/engine"
	"parser/parser/internal/neural"
)

func modelCommand(e *frame.Env) *urfave.Command {
	return &urfave.Command{
		Subcommands: below(e, "model",
			entry{"info", "[flags] [models]", "say what is in a model", infoCommand},
			entry{"list", noArguments, "list the models that were trained or downloaded, or can be downloaded", listCommand},
			entry{"use", "[--none] [model]", "choose the model that answers where none is named", useCommand},
			entry{"pack", "[flags] in out", "write a model with weights in another precision", packCommand},
			entry{"calibrate", "--dev treebank [flags] in out", "teach a model how sure it is", calibrateCommand},
			entry{"vectors", "in out", "write the word vectors in a file of parser pretrain", vectorsCommand}),
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
	precision, deflate := string(npz.InInt8), false
	return &urfave.Command{
		Description: `Rounds the weights of networks, those of taggers in the model among them: int8 makes
the file about half as large, at the cost of a tenth of a point of accuracy at most. int4 is
int8 with embeddings of 4 bits.`,
		Flags: []urfave.Flag{
			frame.Choice(&precision, "precision", "the precision is", "`PRECISION`: "+strings.Join(npz.Precisions(), ", "), npz.Precisions()...),
			&urfave.BoolFlag{Name: "deflate", Destination: &deflate, Usage: "compress the file: about a tenth smaller, and slower to open"},
		},
		Action: func(c *urfave.Context) error {
			var from places.Found
			_, err := rewritten(e, c, func(p *engine.Parser, found places.Found) (*engine.Parser, error) {
				from = found
				if deflate {
					p = p.Deflated()
				}
				return p.Packed(precision)
			})
			if err != nil {
				return err
			}
			before, err := inspectModel(from)
			if err != nil {
				return err
			}
			to := c.Args().Get(1)
			after, err := os.Stat(to)
			if err != nil {
				return err
			}
			e.Say("%s: %d bytes, %.0f %% of %s", to, after.Size(), 100*float64(after.Size())/float64(before.Bytes), c.Args().First())
			return nil
		},
	}
}

// rewritten writes what change makes of the model that the first argument names into the file that the second does.
func rewritten(
	e *frame.Env, c *urfave.Context, change func(p *engine.Parser, found places.Found) (*engine.Parser, error),
) (*engine.Parser, error) {
	if c.NArg() != 2 {
		return nil, fmt.Errorf("%w: model %s takes a model to read and a file to write", frame.ErrUsage, c.Command.Name)
	}
	to := c.Args().Get(1)
	if err := frame.CanSave(to); err != nil {
		return nil, err
	}
	p, found, err := e.Load(c.Args().First(), "")
	if err == nil {
		p, err = change(p, found)
	}
	if err != nil {
		return nil, err
	}
	return p, places.Unwritable(p.Save(to))
}

func calibrateCommand(e *frame.Env) *urfave.Command {
	in := frame.InputOf(e)
	var dev urfave.StringSlice
	return &urfave.Command{
		Description: `Fits what turns the scores of a model into probabilities to a treebank that it has not
learned from, and writes the model with it. Training does so at its end if there is dev;
this is for models that were trained without, or before this was so. Parses stay as they
are. In is any model, such as "english", out a file.`,
		Flags: append([]urfave.Flag{
			&urfave.StringSliceFlag{Name: "dev", Destination: &dev, Required: true, Usage: "`FILE` of a treebank; may be given several times"},
			in.SkipFlag(),
		}, in.Flags()...),
		Action: func(c *urfave.Context) error {
			p, err := rewritten(e, c, func(p *engine.Parser, found places.Found) (*engine.Parser, error) {
				builds := p.Structure()
				if builds.Stage() != "trees" {
					return nil, fmt.Errorf("%w: %s is a model of %s, which nothing asks how sure it is", frame.ErrUsage, frame.Title(found), builds.Name())
				}
				files, err := places.Files(builds.Extensions, dev.Value())
				if err != nil {
					return nil, fmt.Errorf("%w: --dev: %w", frame.ErrUsage, err)
				}
				data, err := in.Checked(builds.Form, files...).Gather(builds.Form).Data()
				if err != nil {
					return nil, err
				}
				return p.Calibrated(p.Bank(data))
			})
			if err != nil {
				return err
			}
			m, to := p.Meta(), c.Args().Get(1)
			e.Say("%s: scores are divided by %.4g", to, m.Temperature)
			if m.HeadLogit != [2]float64{} {
				e.Say("%s: the log-odds x of a head become %g·x %+g", to, m.HeadLogit[0], m.HeadLogit[1])
			}
			return nil
		},
	}
}

func vectorsCommand(*frame.Env) *urfave.Command {
	return &urfave.Command{
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
	return places.Unwritable(atomicfile.WriteFile(to, p.WriteVectors))
}
