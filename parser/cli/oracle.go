package cli

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/oracle"
	"parser/parser"
	"parser/parser/trace"
	"parser/parser/treebank"
	"parser/ptb"
	"parser/transition"
)

// asking is the oracle command with its flags.
type asking struct {
	env      *Env
	in       input
	options  parser.Options
	sentence int    // which one of the file, from 1
	list     string // of oracles; "" for all but exhaustive
	oracles  []string
	script   string
	scripted bool // a script was given, be it empty
	follow   bool
	width    int
	format   string // of what is printed
}

func oracleCommand(e *Env) *urfave.Command {
	o := parser.DefaultOptions()
	o.NonProjective = "keep"
	v := &asking{env: e, in: input{env: e, format: formAuto}, options: o}
	return &urfave.Command{
		Name:      "oracle",
		Usage:     "show what oracles say about every step of a parse",
		UsageText: "parser oracle [flags] [file]",
		Description: `Takes one sentence of a treebank, CoNLL or Penn brackets, and prints its
configurations one after another: stack, buffer, what each legal move costs by
each oracle, and the move taken. The best moves are marked *; a line is marked ` + trace.Differs + ` if
its best moves are others than those in the first line. Behind the costs stands
what all moves before have cost. In the end comes the loss against the gold tree.
The costs of the static oracle mean nothing but on its own derivation; those of
fsa-edit and fsa-paper are estimates, of brackets in halves. What an oracle is too
slow for it refuses: it is left out, with the reason.

A move with a label stands for the labels that cost least, as in LA-nsubj or
NT-NP,QP, or, without any, for all labels. Of an arc, another one costs 1 more.

--script says which moves to take: SH, LA, RA, RE, NT, CL, FI, CO, LB or NL, with
blanks between them, and labels behind the first hyphen, as in
"SH SH LA-nsubj:pass". (In shift-label, + joins the labels of a chain.) A label
that was left out is the first of those that cost least by the first oracle, which
for a gold arc is gold's; where all cost the same, it is the first of the sentence.
The script may end anywhere. Without one the best moves by the first oracle are
taken, as with --follow behind a script; of several, the one that completes most:
SH last, NT before it.`,
		Flags:  v.flags(),
		Action: v.run,
	}
}

func (v *asking) flags() []urfave.Flag {
	o := &v.options
	return append([]urfave.Flag{
		&urfave.IntFlag{Name: "sentence", Value: 1, Destination: &v.sentence, Usage: "the sentence with number `N` in the file"},
		&urfave.StringFlag{Name: "system", Destination: &o.System, Usage: "transition `SYSTEM`: " + strings.Join(treeSystems(), ", "),
			DefaultText: defaultSystem(transition.Dependencies) + ", or " + defaultSystem(transition.Constituents) + " for Penn brackets"},
		&urfave.StringFlag{Name: "oracle", Destination: &v.list, DefaultText: "all but exhaustive that the system has",
			Usage: "`LIST` of oracles: " + describedOracles() + "; " + trace.Exhaustive + " (by trying all ways to finish, of short sentences)"},
		&urfave.StringFlag{Name: "script", Destination: &v.script, Usage: "`MOVES` to take (default: the best)"},
		&urfave.BoolFlag{Name: "follow", Destination: &v.follow, Usage: "behind the script go on with the best moves to the end"},
		&urfave.IntFlag{Name: "width", Value: 100, Destination: &v.width, Usage: "`COLUMNS` to fit stack and buffer into"},
		&urfave.StringFlag{Name: "format", Value: formatText, Destination: &v.format, Usage: "`FORMAT` of what is printed: " + formatText + ", or " + formatJSON + ", an object a line"},
		v.in.latin1Flag(),
	}, someFlags(o, "roots", "steps", "max-opens", "unary", "max-unary")...)
}

// defaultSystem is the system for a kind of trees where none is given.
func defaultSystem(kind transition.Kind) string { return oracle.Systems(kind)[0] }

func (v *asking) run(c *urfave.Context) error {
	if err := v.check(c); err != nil {
		return err
	}
	lesson, from, err := v.read(c, v.env.filesOf(c)[0])
	if err != nil {
		return err
	}
	t := trace.New(lesson)
	t.From = from.String()
	steps, err := t.Script(v.script)
	if err != nil {
		return fmt.Errorf("%w: --script: %w", errUsage, err)
	}
	switch err := t.Ask(v.oracles...); {
	case errors.Is(err, trace.ErrRefused):
		return err
	case err != nil:
		return fmt.Errorf("%w: --oracle: %w", errUsage, err)
	}
	out := bufio.NewWriter(v.env.Stdout)
	err = v.print(t, from, steps, out)
	if errors.Is(err, trace.ErrIllegal) {
		err = fmt.Errorf("%w: --script: %w", errUsage, err)
	}
	return cmp.Or(out.Flush(), err)
}

// print prints the steps as text or as JSON.
func (v *asking) print(t *trace.Trace, from origin, steps []transition.Step, out io.Writer) error {
	follow := v.follow || !v.scripted
	if v.format == formatText {
		text := trace.Text{W: out, Width: v.width}
		if err := text.Heading(from.String(), t.Heading()); err != nil {
			return err
		}
		return t.Run(steps, follow, text.Step)
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	heading := struct {
		origin
		trace.Heading
	}{from, t.Heading()}
	if err := lines.Encode(heading); err != nil {
		return err
	}
	return t.Run(steps, follow, func(s *trace.Step) error { return lines.Encode(s) })
}

func (v *asking) check(c *urfave.Context) (err error) {
	const narrow = 40
	v.scripted = c.IsSet("script")
	switch {
	case c.NArg() > 1:
		return fmt.Errorf("%w: oracle looks into one file, not %d", errUsage, c.NArg())
	case v.sentence < 1:
		return fmt.Errorf("%w: --sentence %d; the first is 1", errUsage, v.sentence)
	case v.width < narrow:
		return fmt.Errorf("%w: --width %d is less than %d", errUsage, v.width, narrow)
	case v.format != formatText && v.format != formatJSON:
		return fmt.Errorf("%w: the format is %s or %s, not %q", errUsage, formatText, formatJSON, v.format)
	}
	if v.list != "" {
		v.oracles, err = parseList("oracle", v.list, func(name string) (string, error) {
			if !slices.Contains(trace.Oracles(), name) {
				return "", fmt.Errorf("%w %q (have %v)", oracle.ErrUnknown, name, trace.Oracles())
			}
			return name, nil
		})
	}
	return err
}

// origin says where a sentence comes from.
type origin struct {
	File     string `json:"file"`
	Sentence int    `json:"sentence"`     // its number in the file
	ID       string `json:"id,omitempty"` // in CoNLL-U
}

// String writes the origin for the heading and for messages.
func (o origin) String() string {
	text := fmt.Sprintf("%s, sentence %d", o.File, o.Sentence)
	if o.ID != "" {
		text += " (" + o.ID + ")"
	}
	return text
}

// read reads the sentence. Unless a system was given, what is in the file decides
// on it.
func (v *asking) read(c *urfave.Context, name string) (lesson *treebank.Lesson, from origin, err error) {
	f, form, err := v.in.open(name)
	if err != nil {
		return nil, from, err
	}
	found := transition.Dependencies
	if form == textfile.Brackets && !v.in.latin1 {
		found = transition.Constituents
	}
	if err := v.complete(c, found, name); err != nil {
		f.Close()
		return nil, from, err
	}
	from = origin{File: f.Name, Sentence: v.sentence}
	if found == transition.Constituents {
		lesson, err = lessonFrom(v.in.treesIn(f), v.sentence, func(t *ptb.Tree) (*treebank.Lesson, error) {
			l, err := treebank.NewLesson(treebank.Data{Trees: []*ptb.Tree{t}}, v.options.System, v.options.Encoding())
			if errors.Is(err, treebank.ErrNoTree) {
				return nil, fmt.Errorf("%s: %w", from, err)
			}
			return l, err
		})
		return lesson, from, err
	}
	lesson, err = lessonFrom(v.in.sentencesIn(f, form), v.sentence, func(s *conll.Sentence) (*treebank.Lesson, error) {
		from.ID = s.ID
		return treebank.NewLesson(treebank.Data{Sentences: []*conll.Sentence{s}}, v.options.System, v.options.Encoding())
	})
	return lesson, from, err
}

// complete sets the options for what was found in the file.
func (v *asking) complete(c *urfave.Context, found transition.Kind, name string) error {
	if !c.IsSet("system") {
		v.options.System = defaultSystem(found)
	}
	kind, err := oracle.KindOf(v.options.System)
	if err != nil {
		return err
	}
	if err := checkMeaning("system", []string{v.options.System}, givenButFormat(c)); err != nil {
		return err
	}
	if kind != found {
		return fmt.Errorf("%w: --system %s needs %s, and %s has not got them", errUsage, v.options.System, needed(kind), textfile.Shown(name))
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
func lessonFrom[T any](s *source[T], n int, lessonOf func(T) (*treebank.Lesson, error)) (*treebank.Lesson, error) {
	defer s.Close()
	name := s.files[0]
	for i := 1; ; i++ {
		switch item, err := s.Read(); {
		case err == io.EOF:
			return nil, fmt.Errorf("%w: --sentence %d: %s has %s", errUsage, n, name, layout.Count(i-1, s.item))
		case err != nil:
			return nil, err
		case i == n:
			return lessonOf(item)
		}
	}
}
