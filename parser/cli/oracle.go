package cli

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll/textfile"
	"parser/eval/layout"
	"parser/oracle"
	"parser/parser"
	"parser/parser/trace"
	"parser/parser/treebank"
	"parser/transition"
)

// What the oracle command prints: text for people, JSON for programs.
const formatText, formatJSON = "text", "json"

// asking is the oracle command with its flags.
type asking struct {
	in       input
	options  parser.Options
	sentence int    // which one of the file, from 1
	oracles  string // a list; "" for all but exhaustive
	script   string
	follow   bool
	width    int
	format   string // of what is printed
}

func oracleCommand(e *Env) *urfave.Command {
	v := &asking{in: input{env: e, format: formAuto}, options: parser.DefaultOptions()}
	v.options.NonProjective = "keep"
	const narrow = 40
	var oracles []string
	for _, d := range oracle.Descriptions() {
		oracles = append(oracles, d.Name+" ("+d.Text+")")
	}
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
		Flags: append([]urfave.Flag{
			&urfave.IntFlag{Name: "sentence", Value: 1, Destination: &v.sentence, Usage: "the sentence with number `N` in the file", Action: atLeast(1, "--sentence %d; the first is 1")},
			&urfave.StringFlag{Name: "system", Destination: &v.options.System, Usage: "transition `SYSTEM`: " + strings.Join(treeSystems(), ", "),
				DefaultText: defaultSystem(transition.Dependencies) + ", or " + defaultSystem(transition.Constituents) + " for Penn brackets"},
			&urfave.StringFlag{Name: "oracle", Destination: &v.oracles, DefaultText: "all but exhaustive that the system has",
				Usage: "`LIST` of oracles: " + strings.Join(oracles, "; ") + "; " + trace.Exhaustive + " (by trying all ways to finish, of short sentences)"},
			&urfave.StringFlag{Name: "script", Destination: &v.script, Usage: "`MOVES` to take (default: the best)"},
			&urfave.BoolFlag{Name: "follow", Destination: &v.follow, Usage: "behind the script go on with the best moves to the end"},
			&urfave.IntFlag{Name: "width", Value: 100, Destination: &v.width, Usage: "`COLUMNS` to fit stack and buffer into", Action: atLeast(narrow, "--width %d is less than "+fmt.Sprint(narrow))},
			&urfave.StringFlag{Name: "format", Value: formatText, Destination: &v.format, Usage: "`FORMAT` of what is printed: " + formatText + ", or " + formatJSON + ", an object a line", Action: oneOf("the format is", formatText, formatJSON)},
			v.in.latin1Flag(""),
		}, someFlags(&v.options, "roots", "steps", "max-opens", "unary", "max-unary")...),
		Action: v.run,
	}
}

// defaultSystem is the system for a kind of trees where none is given.
func defaultSystem(kind transition.Kind) string { return oracle.Systems(kind)[0] }

func (v *asking) run(c *urfave.Context) (err error) {
	if c.NArg() > 1 {
		return fmt.Errorf("%w: oracle looks into one file, not %d", errUsage, c.NArg())
	}
	var oracles []string
	if v.oracles != "" {
		if err := parseList(&oracles, "oracle", v.oracles, func(name string) (string, error) {
			if !slices.Contains(trace.Oracles(), name) {
				return "", fmt.Errorf("%w %q (have %v)", oracle.ErrUnknown, name, trace.Oracles())
			}
			return name, nil
		}); err != nil {
			return err
		}
	}
	lesson, from, err := v.read(c, v.in.env.filesOf(c)[0])
	if err != nil {
		return err
	}
	t := trace.New(lesson)
	t.Origin = from
	steps, err := t.Script(v.script)
	if err != nil {
		return fmt.Errorf("%w: --script: %w", errUsage, err)
	}
	switch err := t.Ask(oracles...); {
	case errors.Is(err, trace.ErrRefused):
		return err
	case err != nil:
		return fmt.Errorf("%w: --oracle: %w", errUsage, err)
	}
	out := bufio.NewWriter(v.in.env.Stdout)
	show := func(s *trace.Step) error { return trace.Text{W: out, Width: v.width}.Step(s.Brief()) }
	if v.format == formatText {
		err = trace.Text{W: out, Width: v.width}.Heading(t.Heading().Brief())
	} else {
		lines := json.NewEncoder(out)
		lines.SetEscapeHTML(false)
		show = func(s *trace.Step) error { return lines.Encode(s.Brief()) }
		err = lines.Encode(t.Heading().Brief())
	}
	if err == nil {
		leader := trace.Nobody
		if v.follow || !c.IsSet("script") {
			leader = t.Leader()
		}
		err = t.Run(steps, leader, show)
	}
	if errors.Is(err, trace.ErrIllegal) {
		err = fmt.Errorf("%w: --script: %w", errUsage, err)
	}
	return cmp.Or(out.Flush(), err)
}

// read reads the sentence. Unless a system was given, what is in the file decides
// on it.
func (v *asking) read(c *urfave.Context, name string) (lesson *treebank.Lesson, from trace.Origin, err error) {
	f, form, err := v.in.open(name)
	if err != nil {
		return nil, from, err
	}
	defer f.Close()
	found := transition.Dependencies
	if form == textfile.Brackets && !v.in.latin1 {
		found = transition.Constituents
	}
	if !c.IsSet("system") {
		v.options.System = defaultSystem(found)
	}
	kind, err := oracle.KindOf(v.options.System)
	if err != nil {
		return nil, from, err
	}
	if err := checkMeaning("system", []string{v.options.System}, givenFlags(c, "format")); err != nil {
		return nil, from, err
	}
	if kind != found {
		needed := "dependencies"
		if kind == transition.Constituents {
			needed = "trees in Penn brackets"
		}
		return nil, from, fmt.Errorf("%w: --system %s needs %s, and %s has not got them", errUsage, v.options.System, needed, f.Name)
	}
	var data treebank.Data
	from = trace.Origin{File: f.Name, Sentence: v.sentence}
	if found == transition.Constituents {
		data.Trees, err = nth(v.in.treesIn(f), v.sentence)
	} else if data.Sentences, err = nth(v.in.sentencesIn(f, form), v.sentence); err == nil {
		from.ID = data.Sentences[0].ID
	}
	if err != nil {
		return nil, from, err
	}
	lesson, err = treebank.NewLesson(data, v.options.System, v.options.Roots, &v.options.Encoding)
	if errors.Is(err, treebank.ErrNoTree) {
		err = fmt.Errorf("%s: %w", from, err)
	}
	return lesson, from, err
}

// nth returns item n of an open file, alone.
func nth[T any](s *source[T], n int) ([]T, error) {
	name, read := s.file.Name, 0
	for item, err := range textfile.All(s.Read) {
		if err != nil {
			return nil, err
		}
		if read++; read == n {
			return []T{item}, nil
		}
	}
	return nil, fmt.Errorf("%w: --sentence %d: %s has %s", errUsage, n, name, layout.Count(read, s.item))
}
