package cli

import (
	"fmt"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/places"
	"parser/parser/internal/engine"
)

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
				data, err := in.Checked(builds.Form, files...).Data()
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
