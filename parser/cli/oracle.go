package cli

import (
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/parser"
	"parser/ptb"
	"parser/transition"
)

// asking is the oracle command with its flags.
type asking struct {
	env      *Env
	in       input
	options  parser.Options
	sentence int    // which one of the file, from 1
	oracles  string // a list; "" for all but exhaustive
	script   string
	scripted bool // a script was given, be it empty
	follow   bool
	width    int
	json     bool
}

func oracleCommand(e *Env) *urfave.Command {
	v := &asking{env: e, in: input{env: e}, options: parser.DefaultOptions()}
	return &urfave.Command{
		Name:      "oracle",
		Usage:     "show what oracles say about every step of a parse",
		UsageText: "parser oracle [flags] [file]",
		Description: `Takes one sentence of a treebank, CoNLL or Penn brackets, and prints its
configurations one after another: stack, buffer, what each legal move costs by
each oracle, and the move taken. The best moves are marked *; a line is marked ≠ if
its best moves are others than those in the first line. Behind the costs stands
what all moves before have cost. In the end comes the loss against the gold tree.
The costs of the static oracle mean nothing but on its own derivation.

A move with a label is shown with the labels that add nothing to its cost, as in
LA-nsubj, and without label where none adds anything; * is any label that the
sentence has not. In arcs another label costs 1 more.

--script says which moves to take: SH, LA, RA, RE, NT, CL, FI, CO, LB or NL, with
blanks between them, and labels behind the first hyphen, as in
"SH SH LA-nsubj:pass". A label that was left out is the first that adds nothing by
the first oracle, which for an arc is gold's; where none adds anything, it is the
first label of the sentence. (A chain of labels, in shift-label, is joined by +.)
The script may end anywhere. Without a script the best moves of the first oracle
are taken, which gives the gold tree; of several, the one that completes most: SH
last, NT before it.`,
		Flags:  append(v.flags(), v.in.flags()...),
		Action: v.run,
	}
}

func (v *asking) flags() []urfave.Flag {
	o := &v.options
	return append([]urfave.Flag{
		&urfave.IntFlag{Name: "sentence", Value: 1, Destination: &v.sentence, Usage: "the sentence with number `N` in the file"},
		&urfave.StringFlag{Name: "system", Destination: &o.System, Usage: "transition `SYSTEM`: " + strings.Join(transition.Names(), ", "),
			DefaultText: defaultSystem(transition.Dependencies) + ", or " + defaultSystem(transition.Constituents) + " for brackets"},
		&urfave.StringFlag{Name: "oracle", Destination: &v.oracles, DefaultText: "all but exhaustive that the system has",
			Usage: "`LIST` of oracles: " + strings.Join(oracleNames(), ", ")},
		&urfave.StringFlag{Name: "script", Destination: &v.script, Usage: "`MOVES` to take (default: the best)"},
		&urfave.BoolFlag{Name: "follow", Destination: &v.follow, Usage: "behind the script go on with the best moves to the end"},
		&urfave.IntFlag{Name: "width", Value: 100, Destination: &v.width, Usage: "`COLUMNS` to fit stack and buffer into"},
		&urfave.BoolFlag{Name: "json", Destination: &v.json, Usage: "the same as JSON, an object a line"},
		rootsFlag(o),
	}, bracketFlags(o)...)
}

// defaultSystem is the system for a kind of trees where none is given.
func defaultSystem(kind transition.Kind) string { return transition.Names(kind)[0] }

func (v *asking) run(c *urfave.Context) error {
	if err := v.check(c); err != nil {
		return err
	}
	lesson, place, err := v.read(c, v.env.filesOf(c)[0])
	if err != nil {
		return err
	}
	w := newWalk(lesson)
	steps, err := transition.ParseScript(v.script, w.number)
	if err != nil {
		return fmt.Errorf("%w: --script: %w", errUsage, err)
	}
	if err := w.ask(v.oracles); err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	show := v.printer(w)
	err = show.header(place)
	if err == nil {
		err = w.run(steps, v.follow || !v.scripted, show.step)
	}
	if flushErr := show.flush(); flushErr != nil {
		return flushErr
	}
	return err
}

func (v *asking) check(c *urfave.Context) error {
	const narrow = 40
	v.scripted = c.IsSet("script")
	switch {
	case c.NArg() > 1:
		return fmt.Errorf("%w: oracle looks into one file, not %d", errUsage, c.NArg())
	case v.sentence < 1:
		return fmt.Errorf("%w: --sentence %d; the first is 1", errUsage, v.sentence)
	case v.width < narrow:
		return fmt.Errorf("%w: --width %d is less than %d", errUsage, v.width, narrow)
	}
	_, err := parseFormat(v.in.format)
	return err
}

// read reads the sentence and says where it stands. Unless a system was given,
// what is in the file decides on it.
func (v *asking) read(c *urfave.Context, name string) (lesson *parser.Lesson, place string, err error) {
	f, form, err := v.in.lookInto(name)
	if err != nil {
		return nil, "", err
	}
	found := transition.Dependencies
	if form == formBrackets && !v.in.latin1 {
		found = transition.Constituents
	}
	if err := v.complete(c, found, name); err != nil {
		f.Close()
		return nil, "", err
	}
	place = fmt.Sprintf("%s, sentence %d", shown(name), v.sentence)
	if found == transition.Constituents {
		lesson, err = lessonFrom(v.in.treesIn(f, name), v.sentence, func(t *ptb.Tree) (*parser.Lesson, error) {
			return parser.NewTreeLesson(t, v.options)
		})
		return lesson, place, err
	}
	lesson, err = lessonFrom(v.in.sentencesIn(f, name, form), v.sentence, func(s *conll.Sentence) (*parser.Lesson, error) {
		if s.ID != "" {
			place += " (" + s.ID + ")"
		}
		return parser.NewLesson(s, v.options)
	})
	return lesson, place, err
}

// complete sets the options for what was found in the file.
func (v *asking) complete(c *urfave.Context, found transition.Kind, name string) error {
	if !c.IsSet("system") {
		v.options.System = defaultSystem(found)
	}
	kind, err := completeOptions(c, &v.options)
	if err != nil {
		return err
	}
	v.options.NonProjective = "keep"
	if kind != found {
		return fmt.Errorf("%w: --system %s needs %s, and %s has not got them", errUsage, v.options.System, needed(kind), shown(name))
	}
	return nil
}

// needed says what a system for a kind of trees needs.
func needed(kind transition.Kind) string {
	if kind == transition.Constituents {
		return "trees in Penn brackets"
	}
	return "dependencies"
}

// lessonFrom makes a lesson of item n.
func lessonFrom[T any](s *source[T], n int, lessonOf func(T) (*parser.Lesson, error)) (*parser.Lesson, error) {
	defer s.Close()
	name := shown(s.files[0])
	for i := 1; ; i++ {
		switch item, err := s.Read(); {
		case err == io.EOF:
			return nil, fmt.Errorf("%w: --sentence %d: %s has %s", errUsage, n, name, count(i-1, s.item))
		case err != nil:
			return nil, err
		case i == n:
			return lessonOf(item)
		}
	}
}
