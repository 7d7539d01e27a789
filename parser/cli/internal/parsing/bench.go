package parsing

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/parser/cli/internal/frame"
	"parser/parser/cli/internal/speed"
	"parser/parser/internal/pipe"
	"parser/parser/internal/structure"
	"parser/parser/treebank"
)

type benching struct {
	*command
	speed   speed.Settings
	seconds float64
	json    bool
}

// Bench is the command that measures how fast a model is.
func Bench(e *frame.Env) *urfave.Command {
	b := &benching{command: newCommand(e), speed: speed.Settings{Threads: []int{runtime.GOMAXPROCS(0)}}}
	threads := frame.ListFlag("threads", "`LIST` of numbers of threads to parse with, besides one", &b.speed.Threads, func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		if err == nil {
			err = frame.CheckThreads(n)
		}
		return n, err
	})
	threads.DefaultText = "all processors"
	const longest = 24 * 60 * 60
	return &urfave.Command{
		Description: `Reads the files, or the standard input, into memory as parse does (with a tagger, as
tag does), and parses them again and again. Prints the time for a word of reading,
features, scoring and so on, by one thread, and words per second of all together, by
one thread and by several. The model is chosen as by parse; it may also be a tagger.`,
		Flags: append(b.inputFlags(),
			threads,
			&urfave.Float64Flag{
				Name: "seconds", Value: 10, Destination: &b.seconds,
				Usage: "measure for about `N` seconds; there are three rounds in any case",
				Action: func(_ *urfave.Context, s float64) error {
					if !(0 <= s && s <= longest) {
						return fmt.Errorf("%w: --seconds %v is not from 0 to %d", frame.ErrUsage, s, longest)
					}
					return nil
				},
			},
			frame.Switch(&b.json, "json", "all figures as JSON"), frame.QuietFlag(&b.Quiet),
		),
		Action: b.run,
	}
}

func (b *benching) run(c *urfave.Context) error {
	files := b.Env.FilesOf(c)
	m, err := b.loadFor("", files)
	if err != nil {
		return err
	}
	b.Texts = map[string][]byte{}
	for _, name := range files {
		if b.Texts[name] != nil {
			continue
		}
		f, err := textfile.Open(name, b.Env.Stdin)
		if err != nil {
			return err
		}
		if m.Structure().NeedsHeads {
			if err := pipe.Must(f, structure.OfForm(textfile.CoNLL), "bench reads CoNLL and makes them itself"); err != nil {
				return err
			}
		}
		text, err := f.Whole(textfile.MaxWhole)
		if err = cmp.Or(err, f.Close()); err != nil {
			return err
		}
		b.Texts[name] = text
	}
	b.speed.Time = time.Duration(b.seconds * float64(time.Second))
	r, err := speed.Measure(c.Context, m, func() func() (*treebank.Item, error) {
		return b.Source(c.Context, m, pipe.Reading{}, files...).Read
	}, b.speed)
	input := strings.Join(files, ", ")
	switch {
	case errors.Is(err, speed.ErrNoWords):
		return fmt.Errorf("%s: %w", input, err)
	case err != nil:
		return err
	}
	r.Model, r.Input = fmt.Sprintf("%s: %s, %s: %s", b.title, m.System().Name(), m.Meta().Scorer, m.Describe()), input
	if b.json {
		return frame.WriteJSON(b.Env.Stdout, r)
	}
	return r.Write(b.Env.Stdout)
}
