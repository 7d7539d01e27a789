package lab

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/parser/cli/internal/automata"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/trace"
)

// stated prints what each symbol costs in a problem of --automata, after each prefix of --prefix.
func (v *tracing) stated(c *urfave.Context) error {
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; c.IsSet(name) && !slices.Contains([]string{"automata", "prefix", "best", "format", "quiet"}, name) {
			return fmt.Errorf("%w: --%s cannot be used with --automata", frame.ErrUsage, name)
		}
	}
	if c.NArg() > 0 {
		return fmt.Errorf("%w: with --automata no other file is read: %s", frame.ErrUsage, c.Args().First())
	}
	out := bufio.NewWriter(v.in.Env.Stdout)
	write := writer(out, v.format)
	if write == nil {
		return fmt.Errorf("%w: --format %s cannot be used with --automata, but text and json", frame.ErrUsage, v.format)
	}
	files := strings.Split(v.automata, ",") // the same T may stand there twice
	if slices.Contains(files, "") {
		return fmt.Errorf("%w: --automata %q: an entry is empty", frame.ErrUsage, v.automata)
	}
	p, err := automata.Read(files)
	if err == nil {
		err = p.Follow(strings.Fields(v.prefix), func(s *automata.Step) error { return write(p, s) })
	}
	if err == nil && v.best > 0 {
		var best *automata.Best
		if best, err = p.Best(strings.Fields(v.prefix), v.best); err == nil && v.format == trace.FormatText {
			_, err = io.WriteString(out, best.String())
		} else if err == nil {
			err = lines(out).Encode(best)
		}
	}
	switch {
	case frame.IsAny(err, automata.ErrFiles):
		err = fmt.Errorf("%w: --automata %w", frame.ErrUsage, err)
	case frame.IsAny(err, automata.ErrPrefix):
		err = fmt.Errorf("%w: --prefix: %w", frame.ErrUsage, err)
	}
	return cmp.Or(out.Flush(), err)
}

// writer returns what writes the steps of a problem in a format, and the problem before the first one; nil if there is
// no such format.
func writer(out io.Writer, format string) func(*automata.Problem, *automata.Step) error {
	switch format {
	case trace.FormatText:
		return func(p *automata.Problem, s *automata.Step) error {
			if s.Step == 1 {
				fmt.Fprintf(out, "%s: %d symbols\n", strings.Join(p.Files, ", "), len(p.Symbols()))
			}
			_, err := io.WriteString(out, s.String())
			return err
		}
	case trace.FormatJSON:
		lines := lines(out)
		return func(p *automata.Problem, s *automata.Step) (err error) {
			if s.Step == 1 {
				err = lines.Encode(struct {
					Automata []string `json:"automata"`
					Symbols  []string `json:"symbols"`
				}{p.Files, p.Symbols()})
			}
			return cmp.Or(err, lines.Encode(s))
		}
	}
	return nil
}

// lines returns an encoder of JSON, a value a line.
func lines(out io.Writer) *json.Encoder {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e
}
