package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
)

func calibrateCommand(e *frame.Env) *urfave.Command {
	in := frame.InputOf(e)
	var dev urfave.StringSlice
	return &urfave.Command{
		Name:      "calibrate",
		Usage:     "teach a model how sure it is",
		UsageText: "parser model calibrate --dev treebank [flags] in out",
		Description: `Fits what turns the scores of a model into probabilities to a treebank that it has not
learned from, and writes the model with it. Training does so at its end if there is dev;
this is for models that were trained without, or before this was so. Parses stay as they
are. In is any model, such as "english", out a file.`,
		Flags: append([]urfave.Flag{
			&urfave.StringSliceFlag{Name: "dev", Destination: &dev, Required: true, Usage: "`FILE` of a treebank; may be given several times"},
			in.SkipFlag(),
		}, in.Flags()...),
		Action: func(c *urfave.Context) error {
			if c.NArg() != 2 {
				return fmt.Errorf("%w: model calibrate takes a model to read and a file to write", frame.ErrUsage)
			}
			from, to := c.Args().Get(0), c.Args().Get(1)
			if err := frame.CanSave(to); err != nil {
				return err
			}
			p, found, err := e.Load(from)
			if err != nil {
				return err
			}
			if p.Structure().NeedsHeads || p.Structure().Tagger {
				return fmt.Errorf("%w: %s is a model of %s, which nothing asks how sure it is", frame.ErrUsage, frame.Title(found), p.Structure().Name())
			}
			files, err := places.Files(p.Structure().Extensions, dev.Value())
			if err != nil {
				return fmt.Errorf("%w: --dev: %w", frame.ErrUsage, err)
			}
			data, err := in.Checked(p.Structure().Form, files...).Data()
			if err != nil {
				return err
			}
			if p, err = p.Calibrated(p.Bank(data)); err != nil {
				return err
			}
			if err := p.Save(to); err != nil {
				return fmt.Errorf("%w: %w", frame.ErrUnwritable, err)
			}
			m := p.Meta()
			e.Say("%s: scores are divided by %.4g", to, m.Temperature)
			if p.Structure().Heads {
				e.Say("%s: the log-odds x of a head become %g·x %+g", to, m.HeadLogit[0], m.HeadLogit[1])
			}
			return nil
		},
	}
}
