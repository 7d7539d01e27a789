package cli

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/parser/internal/flags"
	"parser/parser/internal/speed"
	"parser/transition"
)

// benching is the bench command with its flags.
type benching struct {
	parsing // what it has in common with the parse command
	speed   speed.Settings
	seconds float64
	json    bool
}

func benchCommand(e *Env) *urfave.Command {
	b := &benching{parsing: parsing{input: input{env: e}}, speed: speed.Settings{Threads: []int{runtime.GOMAXPROCS(0)}}}
	threads := listFlag("", "threads", "`LIST` of numbers of threads to parse with, besides one", &b.speed.Threads, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err == nil {
			err = flags.Threads(n)
		}
		return n, err
	})
	threads.DefaultText = "all processors"
	const longest = 24 * 60 * 60
	return &urfave.Command{
		Name:      "bench",
		Usage:     "measure how fast a model is on this machine, and where time goes",
		UsageText: "parser bench [flags] [files]",
		Description: `Reads the files, or the standard input, into memory as parse does (with a tagger, as
tag does), and parses them again and again. Prints the time for a word of reading,
features, scoring and so on, by one thread, and words per second of all together, by
one thread and by several. The model is chosen as by parse; it may also be a tagger.`,
		Flags: append(b.inputFlags(),
			threads,
			&urfave.Float64Flag{Name: "seconds", Value: 10, Destination: &b.seconds, Usage: "measure for about `N` seconds; there are three rounds in any case", Action: func(_ *urfave.Context, s float64) error {
				if !(0 <= s && s <= longest) {
					return fmt.Errorf("%w: --seconds %v is not from 0 to %d", errUsage, s, longest)
				}
				return nil
			}},
			&urfave.BoolFlag{Name: "json", Destination: &b.json, Usage: "all figures as JSON"}, quietFlag(&b.quiet),
		),
		Action: b.run,
	}
}

func (b *benching) run(c *urfave.Context) error {
	files := b.env.filesOf(c)
	m, err := b.load()
	if err != nil {
		return err
	}
	b.texts = map[string][]byte{}
	for _, name := range files {
		if b.texts[name] != nil {
			continue
		}
		f, err := textfile.Open(name, b.env.Stdin)
		if err != nil {
			return err
		}
		if m.Kind() == transition.Graphs {
			if err := mustHold(f, transition.Dependencies, "bench reads CoNLL, of which it makes them"); err != nil {
				return err
			}
		}
		text, err := f.Whole(textfile.MaxWhole)
		if err = cmp.Or(err, f.Close()); err != nil {
			return err
		}
		b.texts[name] = text
	}
	b.speed.Time = time.Duration(b.seconds * float64(time.Second))
	var r *speed.Report
	sentences := func() func() (*conll.Sentence, error) { return b.conll(files).Read }
	switch m.Kind() {
	case transition.Constituents:
		r, err = speed.Trees(c.Context, m, func() func() ([]conll.Word, error) { return b.words(files, len(m.Fills()) > 0).Read }, b.speed)
	case transition.Graphs:
		r, err = speed.Graphs(c.Context, m, sentences, b.speed)
	default:
		r, err = speed.Sentences(c.Context, m, sentences, b.speed)
	}
	input := strings.Join(files, ", ")
	switch {
	case errors.Is(err, speed.ErrNoWords):
		return fmt.Errorf("%s: %w", input, err)
	case err != nil:
		return err
	}
	r.Model, r.Input = fmt.Sprintf("%s: %s, %s: %s", b.model, m.System().Name(), m.Meta().Scorer, m.Describe()), input
	if b.json {
		return writeJSON(b.env.Stdout, r)
	}
	return r.Write(b.env.Stdout)
}
