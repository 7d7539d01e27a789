package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"parser/conll"
	"parser/ptb"
)

// What convert makes of trees.
const (
	toX        = "conllx"
	toU        = "conllu"
	toBrackets = "brackets"
)

// converting is the convert command with its flags.
type converting struct {
	env           *Env
	in            input
	to            string
	heads, labels string
	steps         string
	lines, indent bool

	rules  *ptb.Rules
	label  ptb.Labeler
	normal ptb.Steps
}

func convertCommand(e *Env) *urfave.Command {
	v := &converting{env: e, in: input{env: e}}
	return &urfave.Command{
		Name:      "convert",
		Usage:     "turn Penn brackets into dependencies, or normalise them",
		UsageText: "parser convert [flags] [files]",
		Description: `Reads trees in Penn brackets, plain or gzip, from the files or from the standard
input. By default it writes dependencies in CoNLL-X: a constituent's head child
is found by head rules, the part-of-speech tag stands in both columns of tags,
-LRB- and its kind become brackets again, and empty elements are left out.
With --to brackets it writes the trees, one a line, after the --steps.`,
		Flags: []urfave.Flag{
			&urfave.StringFlag{Name: "to", Value: toX, Destination: &v.to, Usage: "`FORMAT` of the output: " + toX + ", " + toU + ", " + toBrackets},
			&urfave.StringFlag{Name: "heads", Value: "yamada", Destination: &v.heads, Usage: "head `RULES`: " + strings.Join(ptb.RuleNames(), ", ") + " or a file"},
			&urfave.StringFlag{Name: "labels", Value: "penn2malt", Destination: &v.labels, Usage: "`LABELS` of dependencies: penn2malt (for English), none"},
			&urfave.StringFlag{Name: "steps", Value: "all", Destination: &v.steps, Usage: "with --to brackets: `LIST` of " + strings.Join(ptb.StepNames(), ",") + ", or all, none"},
			&urfave.BoolFlag{Name: "lines", Destination: &v.lines, Usage: "with --to brackets: write a line for every line, (()) for one without a tree, as EVALB pairs them"},
			&urfave.BoolFlag{Name: "indent", Destination: &v.indent, Usage: "with --to brackets: write trees over several lines, indented"},
			v.in.skipFlag(),
		},
		Action: v.run,
	}
}

func (v *converting) run(c *urfave.Context) error {
	if err := v.options(c); err != nil {
		return err
	}
	s := &trees{input: v.in, files: v.env.filesOf(c), lines: v.lines}
	defer s.Close()
	var err error
	if v.to == toBrackets {
		err = v.brackets(s)
	} else {
		err = v.dependencies(s)
	}
	s.saySkipped()
	return err
}

// options checks the flags and sets what follows from them.
func (v *converting) options(c *urfave.Context) (err error) {
	var alien []string
	switch v.to {
	case toX, toU:
		alien = []string{"steps", "lines", "indent"}
	case toBrackets:
		alien = []string{"heads", "labels"}
	default:
		return fmt.Errorf("%w: there is no --to %q, but %s, %s, %s", errUsage, v.to, toX, toU, toBrackets)
	}
	for _, name := range alien {
		if c.IsSet(name) {
			return fmt.Errorf("%w: --%s has no meaning with --to %s", errUsage, name, v.to)
		}
	}
	if v.indent && v.lines {
		return fmt.Errorf("%w: --indent and --lines exclude each other", errUsage)
	}
	if v.normal, err = ptb.ParseSteps(v.steps); err != nil {
		return fmt.Errorf("%w: --steps: %w", errUsage, err)
	}
	if v.label, err = parseLabels(v.labels); err != nil {
		return err
	}
	v.rules, err = ptb.LoadRules(v.heads)
	var inFile *ptb.Error
	if errors.Is(err, ptb.ErrHeads) && !errors.As(err, &inFile) {
		return fmt.Errorf("%w: --heads: %w", errUsage, err)
	}
	return err
}

func parseLabels(name string) (ptb.Labeler, error) {
	switch name {
	case "penn2malt":
		return ptb.Penn2Malt, nil
	case "none":
		return ptb.Unlabelled, nil
	}
	return nil, fmt.Errorf("%w: the labels are penn2malt or none, not %q", errUsage, name)
}

// dependencies writes trees as sentences.
func (v *converting) dependencies(s *trees) (err error) {
	w := conll.NewWriter(v.env.Stdout)
	defer func() { err = errors.Join(w.Flush(), err) }()
	for {
		t, err := s.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		err = w.Write(v.sentence(t, s))
		switch {
		case err != nil && s.skipBad && conll.Resumable(err):
			s.skip(err)
		case err != nil:
			return err
		}
	}
}

// sentence returns the dependencies of a tree as CoNLL has them. In CoNLL-U the
// column of UD's tags stays empty.
func (v *converting) sentence(t *ptb.Tree, s *trees) *conll.Sentence {
	d := ptb.Convert(t, v.rules, v.label)
	sentence := &conll.Sentence{Words: make([]conll.Word, len(d.Leaves)), Format: conll.FormatX, File: s.name, Line: s.reader.Line()}
	for i, leaf := range d.Leaves {
		sentence.Words[i] = conll.Word{
			Form: ptb.Unescape(leaf.Word), UPOS: leaf.Label, XPOS: leaf.Label, Head: d.Heads[i], Deprel: d.Labels[i],
		}
		if v.to == toU {
			sentence.Format, sentence.Words[i].UPOS = conll.FormatU, ""
		}
	}
	return sentence
}

// brackets writes trees as trees.
func (v *converting) brackets(s *trees) (err error) {
	w := ptb.NewWriter(v.env.Stdout)
	w.Indent = v.indent
	defer func() { err = errors.Join(w.Flush(), err) }()
	for {
		t, err := s.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		w.Tight = s.reader.Tight()
		if t = v.normal.Apply(t); t == nil || t.Label == "" && len(t.Children) == 0 {
			t, w.Tight = &ptb.Tree{Children: []*ptb.Tree{{}}}, true
		}
		if err := w.Write(t); err != nil {
			return err
		}
	}
}

// trees yields the trees of several files, one after another.
type trees struct {
	input
	files []string
	lines bool // an entry for each line; see ptb.Reader.Lines

	reader  *ptb.Reader
	name    string // of the file being read
	skipped int
}

// Read returns the next good tree, or io.EOF. With lines, one that is skipped is
// a tree without words.
func (s *trees) Read() (*ptb.Tree, error) {
	for {
		t, err := s.next()
		if err == nil || !s.skipBad || !ptb.Resumable(err) {
			return t, err
		}
		s.skip(err)
		if s.lines {
			return &ptb.Tree{}, nil
		}
	}
}

// next reads on, into the next file if need be.
func (s *trees) next() (*ptb.Tree, error) {
	for {
		if s.reader == nil {
			if len(s.files) == 0 {
				return nil, io.EOF
			}
			if err := s.open(s.files[0]); err != nil {
				return nil, err
			}
			s.files = s.files[1:]
		}
		t, err := s.reader.Read()
		if err != io.EOF {
			return t, err
		}
		s.Close()
	}
}

// open opens a file, or the standard input.
func (s *trees) open(name string) (err error) {
	s.name = name
	if name == stdinName {
		s.name = "stdin"
		s.reader = ptb.NewReader(s.env.Stdin, s.name)
	} else if s.reader, err = ptb.Open(name); err != nil {
		return err
	}
	s.reader.Lines = s.lines
	return nil
}

// skip counts a bad tree.
func (s *trees) skip(err error) {
	s.skipped++
	if s.skipped <= maxSkipMessages {
		s.env.say("skipped: %v", err)
	}
}

// saySkipped sums up.
func (s *trees) saySkipped() {
	if s.skipped > 0 {
		s.env.say("skipped %s", count(s.skipped, "bad tree"))
	}
}

// Close closes the file that is being read.
func (s *trees) Close() {
	if s.reader != nil {
		s.reader.Close()
		s.reader = nil
	}
}
