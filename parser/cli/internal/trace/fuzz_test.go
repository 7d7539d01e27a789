package trace

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"parser/conll"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
	"parser/ptb"
)

// FuzzTrace goes through the gold tree of any words by any script, in all formats: a trace says why it
// cannot be, or no cost is negative, JSON is an object a
// line, pages have no script but theirs, and LaTeX no commands but ours.
func FuzzTrace(f *testing.F) {
	const words = "1\t<script>\t_\tX\t_\t_\t2\t\\input{x}\t_\t_\n2\tb\x1b[1m\t_\t_\t_\t_\t0\troot\"\t_\t_\n3\tc\t_\t_\t_\t_\t1\tdep\t_\t_\n\n"
	f.Add(uint8(0), words, "SH SH LA-x")
	f.Add(uint8(1), words, "SH RA LA\nRE")
	f.Add(uint8(3), "(S (NP (NN </script>) (X \\write18)) (VP (VB c)))", "NT-S SH")
	f.Add(uint8(4), "(S (NP (NN a)))", "SH PJ-NP+S")
	systems := []string{"arc-hybrid", "arc-eager", "arc-standard", "bracket", "in-order", "shift-label", "split"}
	trap := regexp.MustCompile(`(?i)\\(input|write|csname|catcode|openout)\b`)
	f.Fuzz(func(t *testing.T, which uint8, text, moves string) {
		system := systems[int(which)%len(systems)]
		var d treebank.Data
		if s, err := conll.NewReader(strings.NewReader(text), "f").Read(); err == nil {
			d.Sentences = append(d.Sentences, s)
		}
		if tree, err := ptb.NewReader(strings.NewReader(text), "f").Read(); err == nil && len(d.Sentences) == 0 {
			d.Trees = append(d.Trees, tree)
		}
		const most = 1000
		if len(text) > most || len(d.Sentences)+len(d.Trees) == 0 {
			return
		}
		l, err := structure.NewInstance(d, system, "", &structure.Encoding{NonProjective: "head", Steps: "none", Unary: "any"})
		if err != nil {
			return
		}
		for _, format := range Formats() {
			w := New(l)
			script, err := w.Script(moves)
			if err != nil {
				return
			}
			if w.Ask("dynamic") != nil && w.Ask("static") != nil {
				return
			}
			var b bytes.Buffer
			out, err := NewWriter(&b, format, 80)
			require.NoError(t, err)
			if err := out.Heading(w.Heading); errors.Is(err, ErrTooLong) {
				return
			}
			err = w.Run(script, ByOracle, func(s *Step) error {
				for _, c := range s.Costs {
					for _, m := range c.Moves {
						require.GreaterOrEqual(t, m.Cost, int32(0))
					}
				}
				return out.Step(s)
			})
			require.NoError(t, out.Close())
			switch format {
			case FormatJSON:
				for line := range strings.Lines(b.String()) {
					require.True(t, json.Valid([]byte(line)), line)
				}
			case FormatHTML:
				require.LessOrEqual(t, strings.Count(strings.ToLower(b.String()), "<script"), 1)
				require.NotRegexp(t, `(?i)<(iframe|object|link|img)\b`, b.String())
			case FormatLaTeX:
				require.NotRegexp(t, trap, b.String())
			}
			if err != nil {
				require.NotEmpty(t, err.Error())
			}
		}
	})
}
